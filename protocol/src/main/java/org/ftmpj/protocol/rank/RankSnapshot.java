package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.match.MatchedMarks;
import org.ftmpj.protocol.match.Matching;
import org.ftmpj.protocol.replay.RankState;
import org.ftmpj.protocol.replay.Recorder;
import org.ftmpj.protocol.replay.ReplayCursor;
import org.ftmpj.protocol.send.Outbound;
import org.ftmpj.protocol.thread.EventOrder;

/**
 * The state of a rank's protocol between two attempts of its operations, from which a {@link
 * RankCore} can go on. It has neither the program's requests and threads nor the operations that
 * have begun, which have snapshots of their own; nor the positions in the channel logs, nor the
 * waits of real threads.
 *
 * @param clock the clock of the last operation
 * @param matchedInReplay number of messages taken in before the rank was live
 * @param gateWaits how often a gate had to wait
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
