package org.ftmpj.benchmarks.hotpath;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.transport.control.ControlBlock;

/** Directory of the logs that are measured; the process that starts the benchmarks removes it. */
public final class Place {
  /** System property that names a directory, which is there. */
  public static final String PROPERTY = "ftmpj.benchmarks.place";

  private Place() {}

  /** The empty directory of a job of that many ranks. */
  static JobLayout newJob(int ranks) {
    try {
      Path directory = Files.createTempDirectory(Path.of(System.getProperty(PROPERTY)), "job");
      JobLayout layout = new JobLayout(directory);
      Files.createDirectories(layout.determinants());
      ControlBlock.create(layout.control(), ranks);
      return layout;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
