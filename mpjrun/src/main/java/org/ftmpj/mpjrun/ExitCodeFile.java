package org.ftmpj.mpjrun;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.record.AtomicFile;

/**
 * Where the {@code mpjrun.sh} of FTMPJ looks for what the job has ended with: MPJ Express's
 * starter, which it runs, always ends with 0.
 */
record ExitCodeFile(Path file) {
  /** System property, which {@code mpj/mpjrun.sh} sets. */
  private static final String NAME = "ftmpj.mpjrun.exit";

  /** Empty if the job was not started so, or on another host. */
  static Optional<ExitCodeFile> ofThisProcess() {
    return Optional.ofNullable(System.getProperty(NAME))
        .map(Path::of)
        .filter(file -> Files.isDirectory(file.getParent()))
        .map(ExitCodeFile::new);
  }

  /** The job ends, perhaps before it has begun, because FTMPJ cannot go on. */
  void write(FtmpjException why) {
    write(why.code().exitCode());
  }

  void write(int code) {
    AtomicFile.write(file, code + "\n");
  }
}
