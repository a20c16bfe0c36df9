package org.ftmpj.agent;

import java.io.File;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;
import org.ftmpj.protocol.error.Reason;
import org.ftmpj.protocol.event.ValueKind;

/**
 * Files that the program opens to append to them. Their length at that moment is recorded; the
 * re-execution cuts them back to it, and then appends the same again, once. The program's thread.
 */
final class Appended {
  private final AppendedFiles files;
  private final Program program;
  private final Consumer<String> warning;
  private final boolean changes;

  /**
   * @param changes whether files are to be changed: not by a mere verification
   * @param warning told of files that are not cut back
   */
  Appended(Place place, Program program, boolean changes, Consumer<String> warning) {
    this.files = new AppendedFiles(place.layout().appended(), place.rank(), warning);
    this.program = program;
    this.warning = warning;
    this.changes = changes;
  }

  /** The program is about to open it, or to fail to, with an error that is its own. */
  void opening(File file) {
    try {
      opening(file.toPath());
    } catch (InvalidPathException e) {
      if (file.getPath().indexOf('\0') < 0) {
        warning.accept(file + " is not cut back if this rank is restarted: " + e.getMessage());
      }
    }
  }

  private void opening(Path file) {
    boolean[] live = {false};
    long length =
        program.value(
            ValueKind.FILE_LENGTH,
            () -> {
              live[0] = true;
              return AppendedFiles.length(file);
            });
    if (changes) {
      prepare(file, length, live[0]);
    }
  }

  private void prepare(Path file, long length, boolean live) {
    try {
      if (live) {
        files.mark(file);
        program.commitOutput(); // once something is appended, the length cannot be had again
      } else {
        files.markAndCut(file, length);
      }
    } catch (IOException e) {
      throw program.stop(
          new FtmpjException(
              ErrorCode.LOG_NOT_WRITABLE,
              file
                  + " cannot be cut back to the "
                  + length
                  + " bytes it had ("
                  + Reason.of(e)
                  + ")",
              e));
    }
  }
}
