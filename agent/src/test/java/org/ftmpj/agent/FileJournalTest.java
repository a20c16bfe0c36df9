package org.ftmpj.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.ftmpj.agent.FileOperation.Done;
import org.ftmpj.interceptors.bridge.value.FileHooks.Act;
import org.ftmpj.interceptors.bridge.value.FileOutcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileJournalTest {
  private static final Supplier<byte[]> NEVER =
      () -> {
        throw new AssertionError("done twice");
      };

  @TempDir Path directory;
  private FileJournal journal;
  private Path file;

  /** The process ends there. */
  private static final class Death extends Error {
    private static final long serialVersionUID = 1L;
  }

  @BeforeEach
  void make() throws IOException {
    Path own = Files.createDirectory(directory.resolve("journal"));
    journal = new FileJournal(own, 0, new OlderFiles(own, true));
    file = directory.resolve("file");
  }

  @Test
  void shouldDoAnOperationOnce() throws IOException {
    Done done = journal.once(create(0, 1), this::createFile);
    assertThat(file).exists();
    assertThat(done.length()).isEqualTo(AppendedFiles.NOT_THERE);
    Done again = journal.once(create(0, 1), NEVER);
    assertThat(again.order()).isEqualTo(done.order());
    assertThat(again.outcome()).isEqualTo(FileOutcome.DONE);
  }

  @Test
  void shouldFindThatAnOperationWasDoneWhichADeathHasBrokenOff() throws IOException {
    dies(
        create(0, 1),
        () -> {
          createFile();
          throw new Death();
        });
    Done settled = journal.once(create(0, 1), NEVER);
    assertThat(settled.outcome()).isEqualTo(FileOutcome.DONE);
    assertThat(journal.last(file).order()).isEqualTo(settled.order());
  }

  @Test
  void shouldDoWhatADeathHasBrokenOffBefore() throws IOException {
    dies(
        create(0, 1),
        () -> {
          throw new Death();
        });
    journal.once(create(0, 1), this::createFile);
    assertThat(file).exists();
  }

  /** What another rank does later is not to be taken for it. */
  @Test
  void shouldLookAtWhatWasBrokenOffBeforeAnotherRankChangesIt() throws IOException {
    dies(
        create(0, 1),
        () -> {
          throw new Death();
        });
    journal.once(create(1, 1), this::createFile);
    byte[] outcome = {1};
    assertThat(journal.once(create(0, 1), () -> outcome).outcome()).isEqualTo(outcome);
  }

  @Test
  void shouldKnowWhatIsOpenAndWhereAFileWasMovedTo() throws IOException {
    Done opened = journal.once(operation(0, 1, Act.WRITE, ""), this::createFile);
    assertThat(journal.isOpen(opened.order())).isTrue();
    Path to = directory.resolve("to");
    journal.once(operation(0, 2, Act.MOVE, to.toString()), () -> move(to));
    assertThat(journal.last(file).movedTo()).isEqualTo(to.toString());
    assertThat(journal.last(to).movedTo()).isEmpty();
    journal.close(file, opened.order());
    assertThat(journal.isOpen(opened.order())).isFalse();
  }

  @Test
  void shouldForgetACutWhenThatOperationIsClosed() throws IOException {
    journal.noteCut(file, 7);
    journal.noteCut(file, 9);
    journal.close(file, 9);
    assertThat(journal.isCut(file)).isTrue();
    journal.close(file, 7);
    assertThat(journal.isCut(file)).isFalse();
  }

  private void dies(FileOperation operation, Supplier<byte[]> effect) {
    assertThatThrownBy(() -> journal.once(operation, effect)).isInstanceOf(Death.class);
  }

  private FileOperation create(int rank, long number) {
    return operation(rank, number, Act.CREATE, "");
  }

  private FileOperation operation(int rank, long number, Act act, String to) {
    return new FileOperation(rank, 0, number, act, file.toString(), to);
  }

  private byte[] createFile() {
    try {
      Files.createFile(file);
      return FileOutcome.DONE;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] move(Path to) {
    try {
      Files.move(file, to);
      return FileOutcome.DONE;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
