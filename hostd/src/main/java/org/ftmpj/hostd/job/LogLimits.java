package org.ftmpj.hostd.job;

import org.ftmpj.common.config.LogQuota;
import org.ftmpj.transport.bulk.LogMemory;
import org.ftmpj.transport.journal.SegmentRules;

/**
 * The limits of logs on this host, as for ranks.
 *
 * @param reserveMib disk space that they leave free, MiB
 * @param memory share of the memory for payloads that are not on the disk yet, percent
 * @param segmentMib size at which a segment ends, MiB, if the quota allows it
 * @param quota of the job's logs
 */
public record LogLimits(int reserveMib, int memory, int segmentMib, LogQuota quota) {
  private static final int MIB = 20;

  /** Applies the limits to this process, which writes logs of a job of so many ranks. */
  void use(int ranks) {
    LogMemory.use(memory, ranks, quota.memory(ranks));
    SegmentRules.useSize(quota.segmentMib(segmentMib, ranks) << MIB);
  }
}
