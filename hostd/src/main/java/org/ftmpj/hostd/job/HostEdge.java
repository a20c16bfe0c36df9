package org.ftmpj.hostd.job;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.copies.CheckpointCopies;
import org.ftmpj.hostd.logs.DeterminantStream;
import org.ftmpj.hostd.logs.EdgeGate;
import org.ftmpj.hostd.logs.StreamPruning;
import org.ftmpj.logger.client.JobLoggers;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.ending.Verdict;

/**
 * The edge of this host. If a host can be lost, everything that leaves this one waits until all
 * determinants on which it depends are stable. The edge lets everything pass before {@link #open},
 * and if no host can be lost.
 */
final class HostEdge {
  private final JobOrder order;
  private final JobLayout layout;
  private final LauncherLink launcher;
  private final Verdict verdict;
  private final Optional<CheckpointCopies> copies;

  private volatile EdgeGate gate = EdgeGate.OPEN;

  /** The edge as a stream; null if it is none. */
  private DeterminantStream stream;

  HostEdge(
      JobOrder order,
      JobLayout layout,
      LauncherLink launcher,
      Verdict verdict,
      Optional<CheckpointCopies> copies) {
    this.order = order;
    this.layout = layout;
    this.launcher = launcher;
    this.verdict = verdict;
    this.copies = copies;
  }

  /** Makes everything that leaves wait for these event loggers. Before ranks start. */
  void open(Loggers all) {
    StreamPruning pruning = new StreamPruning(layout);
    try {
      EventLog log =
          JobLoggers.of(layout, all)
              .log(
                  DeterminantStream.writer(
                      order.identity(), order.placement(), order.host(), order.turn().writer()),
                  new NoticesToLauncher(launcher::tell),
                  pruning);
      gate = gate(log, pruning);
    } catch (FtmpjException e) {
      // That ends the job before a rank has started.
      verdict.failed(e);
    }
  }

  private EdgeGate gate(EventLog log, StreamPruning pruning) {
    // Opening it may wait for event loggers to return.
    CompletableFuture<Void> givingUp = verdict.known().thenAccept(end -> log.close());
    try {
      stream =
          DeterminantStream.open(
              layout, order.placement(), order.host(), log, pruning, verdict::failed);
    } catch (IllegalStateException e) {
      if (verdict.isKnown()) {
        return EdgeGate.OPEN;
      }
      throw e;
    }
    givingUp.cancel(false);
    // The event logger may be gone by then, and nothing is repeated any more.
    verdict
        .known()
        .thenAcceptAsync(
            end -> {
              if (!(end instanceof JobEnd.Stopped)) {
                shut();
              }
            });
    return stream;
  }

  /** Closes the edge: nothing leaves, and nothing waits any more. */
  void shut() {
    copies.ifPresent(CheckpointCopies::stop);
    if (stream != null) {
      stream.close();
    }
  }

  EdgeGate gate() {
    return gate;
  }

  Optional<DeterminantStream> stream() {
    return Optional.ofNullable(stream);
  }

  /** Whether the job is to be resumed, so that its effects so far have to stay valid. */
  boolean isJobStopped() {
    return verdict.isKnown() && verdict.await() instanceof JobEnd.Stopped;
  }

  /** Reports what ranks have let out, after everything that it depends on is stable. */
  void tell(ToLauncher what) {
    try {
      if (!verdict.isKnown() || isJobStopped()) {
        gate.pass();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FtmpjException(ErrorCode.JOB_STOPPED, "nothing leaves this host any more", e);
    } catch (IllegalStateException e) {
      if (!verdict.isKnown()) {
        throw e;
      }
      if (isJobStopped()) {
        return; // The next run tells it.
      }
    }
    launcher.tell(what);
  }

  void close() {
    gate.close();
  }
}
