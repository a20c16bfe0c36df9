package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.match.MatchedMarks;
import org.ftmpj.protocol.match.Matching;
import org.ftmpj.protocol.replay.RankState;
import org.ftmpj.protocol.replay.Recorder;
import org.ftmpj.protocol.replay.ReplayCursor;
import org.ftmpj.protocol.send.Outbound;
import org.ftmpj.protocol.thread.EventOrder;

/**
 * The state of the protocol of one rank between two attempts of its operations: all that a {@link
 * RankCore} has to know to go on from there. What the program holds is not in it: its requests and
 * threads, and the operations that have begun, have snapshots of their own. Nor is where the
 * channel logs are read and written, or what real threads wait for.
 *
 * @param clock of the last operation
 * @param matchedInReplay messages taken in before the rank was live
 * @param gateWaits how often there was something to wait for
 */
record RankSnapshot(
    long clock,
    RankState state,
    ReplayCursor.Snapshot cursor,
    Recorder.Snapshot recorder,
    Outbound.Snapshot outbound,
    Matching.Snapshot matching,
    MatchedMarks.Snapshot marks,
    NanoTime.Snapshot nanoTime,
    EventOrder.Snapshot events,
    long matchedInReplay,
    long gateWaits) {

  static RankSnapshot of(RankCore core) {
    return new RankSnapshot(
        core.clock.now(),
        core.states.current(),
        core.cursor.snapshot(),
        core.recorder.snapshot(),
        core.outbound.snapshot(),
        core.matching.snapshot(),
        core.marks.snapshot(),
        core.nanoTime.snapshot(),
        core.threads.order().snapshot(),
        core.arrivals.matchedInReplay(),
        core.gate.waits());
  }
}
