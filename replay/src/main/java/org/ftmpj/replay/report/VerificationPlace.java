package org.ftmpj.replay.report;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The directory through which the process that repeats a rank reports its findings.
 *
 * <pre>
 * report     the {@link VerificationReport}, written last
 * progress   operation clock of the rank, see {@link SharedProgress}
 * scratch... what the program writes to files, see the agent's RepeatedOpens
 * </pre>
 */
public final class VerificationPlace {
  private final Path directory;
  private final SharedProgress progress;

  /**
   * A place.
   *
   * @param directory an existing directory
   * @throws org.ftmpj.common.error.FtmpjException LOG_NOT_WRITABLE
   */
  public VerificationPlace(Path directory) {
    this.directory = directory;
    this.progress = SharedProgress.open(directory.resolve("progress"));
  }

  public SharedProgress progress() {
    return progress;
  }

  /** Writes the report atomically. */
  public void write(VerificationReport report) {
    report.write(file());
  }

  /** The report; empty if the process has not written one. */
  public Optional<VerificationReport> read() {
    return VerificationReport.read(file());
  }

  private Path file() {
    return directory.resolve("report");
  }
}
