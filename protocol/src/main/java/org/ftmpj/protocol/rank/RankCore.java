package org.ftmpj.protocol.rank;

import java.util.function.Consumer;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.protocol.channel.Interconnect;
import org.ftmpj.protocol.channel.RestorableInterconnect;
import org.ftmpj.protocol.event.DeterminantCodec;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.match.Arrivals;
import org.ftmpj.protocol.match.MatchedMarks;
import org.ftmpj.protocol.match.Matching;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.match.Receive;
import org.ftmpj.protocol.match.SynchronousSend;
import org.ftmpj.protocol.replay.HistoryRecorder;
import org.ftmpj.protocol.replay.OperationClock;
import org.ftmpj.protocol.replay.RankListener;
import org.ftmpj.protocol.replay.RankState;
import org.ftmpj.protocol.replay.RankStates;
import org.ftmpj.protocol.replay.Recorder;
import org.ftmpj.protocol.replay.RecoveryStatistics;
import org.ftmpj.protocol.replay.ReplayCursor;
import org.ftmpj.protocol.report.OperationHistory;
import org.ftmpj.protocol.send.Gate;
import org.ftmpj.protocol.send.Outbound;
import org.ftmpj.protocol.thread.Threads;

/**
 * The parts of one incarnation of a rank, wired together, on which an {@link Operation} works. None
 * of them waits unless its comment says so.
 *
 * <p>One thread, or all of the program's under the lock of {@link #threads}.
 */
final class RankCore {
  final Interconnect interconnect;
  final OperationClock clock = new OperationClock();
  final ReplayCursor cursor;
  final Recorder recorder;
  final Gate gate;
  final Outbound outbound;
  final MatchedMarks marks;
  final RankStates states;
  final Threads threads;
  final Matching matching;
  final Arrivals arrivals;
  final HistoryRecorder operations;
  final NanoTime nanoTime = new NanoTime();
  final PendingOperations left = new PendingOperations();

  private final RankListener outside;

  /**
   * Reads the history and starts in the resulting state.
   *
   * @param operations the history of operations for reports of divergences
   * @param verifying whether it only repeats what is recorded, and never goes live
   */
  static RankCore started(
      Interconnect interconnect,
      EventLog log,
      RankListener outside,
      Receptions receptions,
      OperationHistory operations,
      boolean verifying) {
    RankCore core = new RankCore(interconnect, log, outside, receptions, operations, verifying);
    core.start(log, verifying);
    return core;
  }

  /** Goes on from a snapshot, with logs at the same positions as when it was made. */
  static RankCore restored(
      RankSnapshot from,
      Interconnect interconnect,
      EventLog log,
      RankListener outside,
      Receptions receptions,
      OperationHistory operations,
      boolean verifying) {
    RankCore core = new RankCore(interconnect, log, outside, receptions, operations, verifying);
    core.restore(from);
    return core;
  }

  /**
   * Goes on from a checkpoint of an earlier incarnation: reads what the logs have after it, and
   * starts in the resulting state (protocol rule RESTORED_FROM_POSITIONS).
   *
   * @param verifying whether it only repeats the record, and never goes live @param requests gets
   *     the requests that the program refers to, in their order
   */
  static RankCore restarted(
      RankCheckpoint from,
      RestorableInterconnect interconnect,
      EventLog log,
      RankListener outside,
      Receptions receptions,
      OperationHistory operations,
      boolean verifying,
      Consumer<PendingRequest> requests) {
    RankCore core = new RankCore(interconnect, log, outside, receptions, operations, verifying);
    core.restart(from, interconnect, log, verifying, requests);
    return core;
  }

  private RankCore(
      Interconnect interconnect,
      EventLog log,
      RankListener outside,
      Receptions receptions,
      OperationHistory operations,
      boolean verifying) {
    this.interconnect = interconnect;
    this.outside = outside;
    cursor = new ReplayCursor(operations);
    recorder = new Recorder(log);
    gate = new Gate(log, recorder);
    outbound = new Outbound(interconnect, operations, verifying);
    marks = new MatchedMarks(interconnect, gate);
    matching =
        Matching.recording(interconnect.size(), receptions, cursor, recorder, marks, outside);
    states =
        new RankStates(
            interconnect.rank(),
            verifying ? RankState.RECORD_END : RankState.RECORDING,
            cursor,
            outbound::isPastLogs,
            outside,
            this::goLive);
    threads = states.threads(clock, recorder);
    arrivals = new Arrivals(interconnect, matching, marks, states, threads.order());
    this.operations = new HistoryRecorder(operations, states, clock);
  }

  private void start(EventLog log, boolean verifying) {
    readHistory(log, 1);
    begin(verifying);
  }

  private void readHistory(EventLog log, long first) {
    recorder.startAfter(log.history(first, record -> DeterminantCodec.decode(record, cursor::add)));
  }

  private void begin(boolean verifying) {
    if (verifying
        || !cursor.isExhausted()
        || !outbound.isPastLogs()
        || outside.hasUnrepeatedOutput()) {
      states.advance();
    } else {
      states.startIn(RankState.RECORDING);
      goLive();
    }
  }

  private void restart(
      RankCheckpoint from,
      RestorableInterconnect logs,
      EventLog log,
      boolean verifying,
      Consumer<PendingRequest> requests) {
    for (int peer = 0; peer < logs.size(); peer++) {
      logs.readAfter(peer, from.read().get(peer));
      logs.sendAfter(peer, from.sent().get(peer));
    }
    clock.restore(from.clock());
    cursor.reserve(from.reserved());
    outbound.restore(new Outbound.Snapshot(from.sent(), 0, 0, 0));
    marks.restore(from.marks());
    marks.sentBefore(from.sent());
    matching.restore(from.matching());
    nanoTime.repeat(from.nanoTime());
    from.requests().forEach(request -> requests.accept(request(request)));
    for (PendingOperation operation : from.left()) {
      left.restore(
          operation, operation.receive() == null ? null : matching.restored(operation.receive()));
    }
    readHistory(log, from.firstRecord());
    left.lookUp(cursor);
    matching.force();
    begin(verifying);
  }

  private void restore(RankSnapshot from) {
    clock.restore(from.clock());
    cursor.restore(from.cursor());
    recorder.restore(from.recorder());
    gate.restore(from.gateWaits());
    outbound.restore(from.outbound());
    marks.restore(from.marks());
    matching.restore(from.matching());
    states.startIn(from.state());
    threads.order().restore(from.events());
    arrivals.restore(from.matchedInReplay());
    nanoTime.restore(from.nanoTime());
  }

  RankSnapshot snapshot() {
    return RankSnapshot.of(this);
  }

  /** The request of this restored rank that the snapshot describes. */
  PendingRequest request(PendingRequest.Snapshot snapshot) {
    if (snapshot instanceof Receive.Snapshot receive) {
      return matching.restored(receive);
    }
    if (snapshot instanceof SynchronousSend.Snapshot send) {
      return marks.restored(send);
    }
    return PendingRequest.COMPLETED_SEND;
  }

  private void goLive() {
    matching.goLive();
    outside.live(recovery());
  }

  /** Statistics of the replay so far. */
  RecoveryStatistics recovery() {
    return new RecoveryStatistics(
        cursor.replayed(), arrivals.matchedInReplay(), outbound.dropped());
  }
}
