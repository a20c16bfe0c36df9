package org.ftmpj.protocol.rank;

import org.ftmpj.common.config.Receptions;
import org.ftmpj.protocol.channel.Interconnect;
import org.ftmpj.protocol.event.DeterminantCodec;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.thread.Threads;

/**
 * The parts of one incarnation of a rank, each made with those that it needs. None of them waits
 * unless it says so, so that who runs many ranks in one thread can take an operation in steps: it
 * begins, is attempted until it is done, and settles.
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
  final LongWaits waits;
  final Progress progress;
  final Sending sending;
  final Receiving receiving;
  final Completion completion;
  final Probing probing;
  final ExternalValues values;
  private final Matching matching;
  private final Outside outside;

  /**
   * Reads the history and starts in the state that follows from it.
   *
   * @param trail where divergences are reported from
   * @param verifying whether it only repeats what is recorded, and never goes live
   */
  RankCore(
      Interconnect interconnect,
      EventLog log,
      Outside outside,
      Receptions receptions,
      Trail trail,
      boolean verifying) {
    this.interconnect = interconnect;
    this.outside = outside;
    cursor = new ReplayCursor(trail);
    long last = log.history(1, record -> DeterminantCodec.decode(record, cursor::add));
    recorder = new Recorder(log, last);
    gate = new Gate(log, recorder);
    outbound = new Outbound(interconnect, trail, verifying);
    marks = new MatchedMarks(interconnect, gate);
    boolean recovers =
        verifying || !cursor.isExhausted() || !outbound.isPastHeld() || outside.holdsMoreOutput();
    matching =
        new Matching(
            interconnect.size(),
            receptions,
            cursor,
            !recovers,
            MatchRecorder.of(receptions, recorder, marks, outside));
    states =
        new RankStates(
            interconnect.rank(),
            recovers ? RankState.REPLAYING : RankState.RECORDING,
            verifying ? RankState.RECORD_END : RankState.RECORDING,
            cursor,
            outbound::isPastHeld,
            outside,
            this::goLive);
    threads = new Threads(cursor.turns(), new ThreadedRank(clock, cursor, recorder, states));
    states.threads(threads);
    waits = new LongWaits(threads);
    progress = new Progress(interconnect, matching, marks, states, threads, waits, verifying);
    sending = new Sending(interconnect, clock, outbound, marks, states);
    receiving = new Receiving(interconnect, clock, cursor, matching, states);
    completion = new Completion(clock, cursor, recorder, states, progress);
    probing = new Probing(clock, cursor, recorder, states, progress, matching, threads);
    values = new ExternalValues(clock, cursor, recorder, states);
    if (recovers) {
      states.advance();
    } else {
      outside.live(RecoveryStatistics.of(this));
    }
  }

  private void goLive() {
    matching.goLive();
    outside.live(RecoveryStatistics.of(this));
  }
}
