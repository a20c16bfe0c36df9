package org.ftmpj.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ftmpj.agent.programs.HoldsLock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class AppendedFilesTest {
  @TempDir Path directory;
  private final List<String> warnings = new ArrayList<>();
  private Path marks;
  private Path file;

  @BeforeEach
  void make() throws IOException {
    marks = Files.createDirectory(directory.resolve("marks"));
    file = Files.writeString(directory.resolve("file"), "before");
  }

  @Test
  void shouldCutBackWhatOnlyThisRankAppendsTo() throws IOException {
    of(0).mark(file);
    append("after");
    of(0).markAndCut(file, 6);
    assertThat(file).hasContent("before");
    of(0).markAndCut(file, 7);
    assertThat(file).hasContent("before");
    of(0).markAndCut(file, AppendedFiles.NOT_THERE);
    assertThat(file).doesNotExist();
    of(0).markAndCut(file, AppendedFiles.NOT_THERE);
    assertThat(warnings).isEmpty();
  }

  @Test
  void shouldNotCutWhatAnotherRankAppendsToByWhateverName() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);
    of(1).mark(link);
    of(0).markAndCut(file, 2);
    assertThat(file).hasContent("before");
    assertThat(warnings).hasSize(1);
  }

  /** Between the look for marks and the cut another rank must not get in. */
  @Test
  void shouldNotCutWhatAnotherRankBeginsToAppendToJustThen() throws Exception {
    List<Path> marksOfTheOther = markOf(1);
    Process other = holder();
    Thread cutting = new Thread(() -> cut(of(0), 6));
    cutting.start();
    await().until(() -> isWaitingForLock(cutting) || !cutting.isAlive());
    assertThat(cutting.isAlive()).as("waits while the other one has the lock").isTrue();
    append("of the other one");
    for (Path mark : marksOfTheOther) {
      Files.createFile(marks.resolve(mark.getFileName()));
    }
    other.getOutputStream().close();
    cutting.join();
    assertThat(file).hasContent("beforeof the other one");
    assertThat(warnings).hasSize(1);
  }

  @Test
  void shouldDoItAgainIfTheProgramsThreadIsInterruptedAndLeaveTheInterruptToTheProgram()
      throws Exception {
    Process other = holder();
    boolean[] interrupted = {false};
    Thread cutting =
        new Thread(
            () -> {
              cut(of(0), 2);
              interrupted[0] = Thread.currentThread().isInterrupted();
            });
    cutting.start();
    await().until(() -> isWaitingForLock(cutting));
    cutting.interrupt();
    await().until(() -> !cutting.isInterrupted() && isWaitingForLock(cutting));
    other.getOutputStream().close();
    cutting.join();
    assertThat(file).hasContent("be");
    assertThat(interrupted[0]).isTrue();
  }

  /** The operating system opens it all the same. */
  @Test
  void shouldTakeAFileWhoseRealNameIsTooLong() throws IOException {
    String part = "d".repeat(250);
    Path deep = Files.createDirectories(directory.resolve((part + "/").repeat(14)));
    Path link = Files.createSymbolicLink(directory.resolve("deep"), deep);
    Path deeper = Files.createDirectories(link.resolve((part + "/").repeat(3)));
    Path inside = Files.writeString(deeper.resolve("file"), "before and after");
    try {
      of(0).markAndCut(inside, 6);
      assertThat(Files.readString(inside)).isEqualTo("before");
    } finally {
      for (Path path = inside; !path.equals(link); path = path.getParent()) {
        Files.delete(path);
      }
    }
  }

  @Test
  void shouldLeaveToTheProgramWhatCannotBeOpened() throws IOException {
    Path below = file.resolve("below");
    of(0).mark(below);
    of(0).markAndCut(below, 3);
    of(0).markAndCut(directory, 3);
    of(0).markAndCut(directory.resolve("n".repeat(300)), 3);
    assertThat(file).hasContent("before");
  }

  private AppendedFiles of(int rank) {
    return new AppendedFiles(marks, rank, warnings::add);
  }

  private void append(String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.APPEND);
  }

  private void cut(AppendedFiles files, long length) {
    try {
      files.markAndCut(file, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The mark that a rank would make, elsewhere. */
  private List<Path> markOf(int rank) throws IOException {
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    new AppendedFiles(elsewhere, rank, warnings::add).mark(file);
    try (var made = Files.newDirectoryStream(elsewhere, "*-" + rank)) {
      List<Path> all = new ArrayList<>();
      made.forEach(all::add);
      return all;
    }
  }

  private Process holder() throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                Path.of("target/test-classes").toAbsolutePath().toString(),
                HoldsLock.class.getName(),
                marks.resolve("lock").toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(process.getInputStream().readNBytes(6)).asString().isEqualTo("locked");
    return process;
  }

  private static boolean isWaitingForLock(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .map(frame -> frame.getClassName() + "." + frame.getMethodName())
        .anyMatch(frame -> frame.equals(FilesLock.class.getName() + ".lock"));
  }
}
