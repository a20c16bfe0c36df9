package org.ftmpj.agent;

import java.io.File;
import java.io.IOException;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;

/** Notes what the program does with files; stops the rank if that fails. Any thread. */
record FileAccess(Program program) {

  void run(File file, FilesLock.Action action) {
    try {
      action.run();
    } catch (IOException e) {
      throw program.stop(
          new FtmpjException(
              ErrorCode.LOG_NOT_WRITABLE,
              "what the program does with "
                  + file
                  + " cannot be recorded or repeated: "
                  + Reason.of(e),
              e));
    }
  }
}
