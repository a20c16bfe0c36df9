package org.ftmpj.hostd.copies;

import org.ftmpj.common.job.JobLayout;
import org.ftmpj.supervisor.record.AtomicFile;

/** The incarnation with which a rank came to this host, as it was placed here. */
final class ArrivalIncarnation {
  private ArrivalIncarnation() {}

  /** 0 if it began here. */
  static int of(JobLayout layout, int rank) {
    return AtomicFile.read(layout.cameAs(rank)).map(String::strip).map(Integer::valueOf).orElse(0);
  }
}
