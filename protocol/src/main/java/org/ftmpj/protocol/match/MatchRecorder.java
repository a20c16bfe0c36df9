package org.ftmpj.protocol.match;

import java.util.function.BiConsumer;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.replay.RankListener;
import org.ftmpj.protocol.replay.Recorder;

/**
 * Records the match of a wildcard, or of every receive, when it happens and not at completion: a
 * later named receive gets the next message of the channel, so others may already depend on the
 * match (protocol rule MATCH_IS_STATE).
 */
record MatchRecorder(Receptions receptions, Recorder recorder, MatchedMarks marks) {

  /** The action at a match; it calls the outside if that has asked for matches. */
  static BiConsumer<Receive, Arrival.Message> of(
      Receptions receptions, Recorder recorder, MatchedMarks marks, RankListener outside) {
    BiConsumer<Receive, Arrival.Message> recorded =
        new MatchRecorder(receptions, recorder, marks)::matched;
    return outside
        .matches()
        .map(told -> recorded.andThen((receive, message) -> told.accept(message)))
        .orElse(recorded);
  }

  void matched(Receive receive, Arrival.Message message) {
    if (receptions.record(receive.isWildcard()) && receive.forced() == null) {
      recorder.recordMatch(receive.clock(), message.source(), message.sequence());
    }
    marks.matched(message);
  }
}
