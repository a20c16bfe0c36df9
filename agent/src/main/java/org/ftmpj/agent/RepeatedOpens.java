package org.ftmpj.agent;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.ftmpj.checkpoint.image.OpenFile;
import org.ftmpj.interceptors.bridge.value.FileHooks.Act;

/**
 * Opens that are repeated: what the rank had closed before it died is in the file, so it goes to a
 * scratch file; what was still open is written again where it is. The program's threads.
 */
final class RepeatedOpens {
  private final Path scratches;
  private final int rank;
  private final boolean changes;
  private final AppendedFiles appended;
  private final FileJournal journal;
  private final WrittenFiles written;

  /**
   * @param scratches a directory for scratch files
   * @param changes whether files are to be changed: not by a mere verification
   */
  RepeatedOpens(
      Path scratches,
      int rank,
      boolean changes,
      AppendedFiles appended,
      FileJournal journal,
      WrittenFiles written) {
    this.scratches = scratches;
    this.rank = rank;
    this.changes = changes;
    this.appended = appended;
    this.journal = journal;
    this.written = written;
  }

  /** Looks at a file before anything is done to it. */
  private interface Check {
    void look(Path file) throws IOException;
  }

  /**
   * What is to be written instead of what an operation has opened.
   *
   * @param length of the file before, to which it is cut back if it is appended to
   */
  WrittenFile again(Act act, Path file, long order, long length) throws IOException {
    WrittenFile again = again(act, file, order, length, place -> {});
    boolean isOfLostHost =
        changes && again.isScratch() && act != Act.OPEN && journal.order() < order;
    return isOfLostHost ? again.of(new FileOfLostHost(file, act == Act.APPEND, length)) : again;
  }

  /**
   * What is to be written instead of what was open at a checkpoint.
   *
   * @throws org.ftmpj.common.error.FtmpjException {@code FILE_CHANGED}
   */
  WrittenFile again(WrittenFile before, OpenFile file) throws IOException {
    if (changes && before.isScratch() && Files.exists(before.file())) {
      return before;
    }
    return again(before.act(), before.file(), before.order(), file.length(), file::check);
  }

  /**
   * Where that is which was open at a checkpoint, and which no operation had opened to write to it.
   *
   * @param operations how many there were then
   * @throws org.ftmpj.common.error.FtmpjException {@code FILE_CHANGED}
   */
  Path place(OpenFile file, long operations) throws IOException {
    Path place = current(Path.of(file.path()), operations);
    file.check(place);
    return changes || !file.isChangeable()
        ? place
        : Files.copy(place, newScratch(), StandardCopyOption.REPLACE_EXISTING);
  }

  private WrittenFile again(Act act, Path file, long order, long length, Check check)
      throws IOException {
    Path now = changes ? current(file, order) : null;
    boolean inPlace =
        now != null
            && switch (act) {
              case APPEND -> journal.isOpen(order) || journal.isCut(now);
              case WRITE -> journal.isOpen(order);
              default -> journal.isOpen(order) || journal.order() < order; // of another host
            };
    if (!inPlace) {
      return scratch(act, file, order, length);
    }
    check.look(now);
    if (act == Act.APPEND) {
      cutBack(now, order, length);
    }
    return new WrittenFile(written, act, order, file.toString(), now, false, warning(now, order))
        .with(act == Act.OPEN ? journal.changed(order) : 0);
  }

  private void cutBack(Path file, long order, long length) throws IOException {
    if (journal.isOpen(order)) {
      journal.noteCut(file, order);
    }
    if (!appended.markAndCut(file, length)) {
      journal.forgetCut(file, order);
    }
  }

  /** Where the file is now that was open when there were so many operations; null if it is gone. */
  Path current(Path file, long order) throws IOException {
    FileJournal.Last last = journal.last(file);
    if (last == null || last.order() <= order) {
      return Files.exists(file) ? file : null;
    }
    if (!last.movedTo().isEmpty()) {
      return current(Path.of(last.movedTo()), last.order());
    }
    if (last.rank() == rank || !Files.exists(file)) {
      return null;
    }
    return journal.isOpen(order) ? file : null;
  }

  /** A warning about a file; null if it is the rank's own. */
  private String warning(Path file, long order) throws IOException {
    FileJournal.Last last = journal.last(file);
    return last == null || last.rank() == rank || last.order() <= order
        ? null
        : file
            + ", which rank "
            + last.rank()
            + " has made or cut off while this rank had it open, is written again where this rank"
            + " wrote to it";
  }

  /** What is written there is in the file already. */
  private WrittenFile scratch(Act act, Path file, long order, long length) throws IOException {
    Path scratch = newScratch();
    if (act == Act.APPEND && length > 0) {
      try (RandomAccessFile open = new RandomAccessFile(scratch.toFile(), "rw")) {
        open.setLength(length);
      }
    }
    return new WrittenFile(written, act, order, file.toString(), scratch, true, null);
  }

  Path newScratch() throws IOException {
    Path scratch = Files.createTempFile(scratches, "scratch", "");
    scratch.toFile().deleteOnExit();
    return scratch;
  }
}
