package org.ftmpj.protocol.rank;

import org.ftmpj.common.config.Receptions;
import org.ftmpj.protocol.channel.Interconnect;
import org.ftmpj.protocol.event.DeterminantCodec;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.thread.Threads;

/**
 * The parts of one incarnation of a rank, each made with those that it needs: what an {@link
 * Operation} works on. None of them waits unless it says so.
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
  final TrailKeeper trail;
  final NanoTime nanoTime = new NanoTime();

  /** Receives that are not in use. */
  final FreeList<Receive> receives = new FreeList<>(Receive::new);

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
    arrivals = new Arrivals(interconnect, matching, marks, states, threads.order());
    this.trail = new TrailKeeper(trail, states, clock);
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
