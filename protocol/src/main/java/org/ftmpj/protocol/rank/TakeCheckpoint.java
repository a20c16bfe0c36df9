package org.ftmpj.protocol.rank;

import java.util.List;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.thread.Attempt;
import org.ftmpj.protocol.thread.LogicalThread;

/**
 * The taking of a checkpoint of a live rank, when every determinant so far is stable: others may
 * come to depend on it, since logs are pruned by it (protocol rule CHECKPOINT_IS_OUTPUT). It is no
 * event and takes in no arrivals.
 */
final class TakeCheckpoint extends Operation {
  private List<PendingRequest> requests;
  private List<LogicalThread> threads;
  private RankCheckpoint taken;

  TakeCheckpoint(RankCore core) {
    super(core);
  }

  /** See {@link RankSession#checkpoint}. */
  TakeCheckpoint of(List<PendingRequest> ofProgram, List<LogicalThread> ofThreads) {
    requests = ofProgram;
    threads = ofThreads;
    return this;
  }

  @Override
  boolean isEvent() {
    return false;
  }

  @Override
  void start() {
    if (!core.states.isRecording()) {
      throw new IllegalStateException("a checkpoint of a rank that is " + core.states.current());
    }
    core.threads
        .another()
        .ifPresent(
            another -> {
              throw new FtmpjException(
                  ErrorCode.CHECKPOINT_OF_THREADS,
                  "Rank %d at clock %d: %s"
                      .formatted(core.interconnect.rank(), core.clock.now(), another));
            });
  }

  @Override
  Attempt proceed() {
    if (core.gate.isClosed() || !core.marks.tryPublish()) {
      return Attempt.GATE_CLOSED;
    }
    taken = RankCheckpoint.of(core, core.threads.order().checkpoint(caller(), threads), requests);
    return Attempt.DONE;
  }

  /** The checkpoint, once it is taken. */
  RankCheckpoint taken() {
    return taken;
  }

  @Override
  void clear() {
    requests = null;
    threads = null;
    taken = null;
  }

  @Override
  public String toString() {
    return "a checkpoint";
  }
}
