package org.ftmpj.hostd.job;

import java.util.Optional;
import org.ftmpj.supervisor.rank.RankEvent;

/**
 * A rank that was started on the host that tells of it.
 *
 * @param incarnation the newest that was started there
 * @param ended how it has ended for good, if it has
 */
public record RankHere(int rank, int incarnation, Optional<RankEvent.Ended> ended) {

  void write(MessageWriter to) {
    to.number(rank).number(incarnation).flag(ended.isPresent());
    ended.ifPresent(event -> RankEvents.write(to, event));
  }

  static RankHere read(MessageReader from) {
    int rank = from.integer();
    int incarnation = from.integer();
    return new RankHere(
        rank, incarnation, from.flag() ? Optional.of(readEnd(from)) : Optional.empty());
  }

  private static RankEvent.Ended readEnd(MessageReader from) {
    if (RankEvents.read(from) instanceof RankEvent.Ended ended) {
      return ended;
    }
    throw new IllegalArgumentException("no end of a rank");
  }
}
