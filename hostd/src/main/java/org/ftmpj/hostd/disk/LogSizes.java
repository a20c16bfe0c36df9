package org.ftmpj.hostd.disk;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ftmpj.common.job.JobLayout;

/** Disk space of a job's logs. */
public final class LogSizes {
  private LogSizes() {}

  /** Bytes by the name of the log, of the directory that holds it. Takes some milliseconds. */
  public static Map<String, Long> of(JobLayout layout) {
    Map<String, Long> bytes = new LinkedHashMap<>();
    for (Path part : places(layout)) {
      bytes.put(part.getFileName().toString(), DiskUse.bytes(part));
    }
    return bytes;
  }

  /** The directories that hold them. */
  static List<Path> places(JobLayout layout) {
    return List.of(
        layout.channels(),
        layout.bulk(),
        layout.determinants(),
        layout.output(0).getParent(),
        layout.logger());
  }
}
