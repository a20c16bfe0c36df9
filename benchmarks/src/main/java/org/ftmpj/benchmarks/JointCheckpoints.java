package org.ftmpj.benchmarks;

import java.nio.file.Files;
import java.util.Optional;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.supervisor.record.CheckpointRecord;
import org.ftmpj.transport.control.ControlBlock;

/**
 * Asks all ranks of a job for a checkpoint at one moment, again and again: every two seconds, and
 * not before all have answered the last time. To be called often; nothing waits.
 */
final class JointCheckpoints {
  private static final long EVERY_NS = Variant.CHECKPOINTS_EVERY_S * 1_000_000_000L;

  private final JobLayout layout;
  private ControlBlock control;
  private long[] asked;
  private long lastNs = System.nanoTime();

  JointCheckpoints(JobLayout layout) {
    this.layout = layout;
  }

  void askIfDue() {
    if (System.nanoTime() - lastNs < EVERY_NS || !isOpen() || !haveAllAnswered()) {
      return;
    }
    for (int rank = 0; rank < asked.length; rank++) {
      asked[rank] = control.requestCheckpoint(rank);
    }
    lastNs = System.nanoTime();
  }

  private boolean isOpen() {
    if (control == null && Files.exists(layout.process(0))) {
      control = ControlBlock.open(layout.control());
      asked = new long[control.size()];
    }
    return control != null;
  }

  private boolean haveAllAnswered() {
    for (int rank = 0; rank < asked.length; rank++) {
      Optional<CheckpointRecord> record = CheckpointRecord.read(layout.checkpointRecord(rank));
      if (asked[rank] > 0 && (record.isEmpty() || record.get().answered() < asked[rank])) {
        return false;
      }
    }
    return true;
  }
}
