package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.channel.Interconnect;

/** Posts receives, each with what the record forces it to match. One thread. */
final class Receiving {
  private final Interconnect interconnect;
  private final OperationClock clock;
  private final ReplayCursor cursor;
  private final Matching matching;
  private final RankStates states;

  /** Receives that are over. */
  private final Spares<Receive> spares = new Spares<>();

  Receiving(
      Interconnect interconnect,
      OperationClock clock,
      ReplayCursor cursor,
      Matching matching,
      RankStates states) {
    this.interconnect = interconnect;
    this.clock = clock;
    this.cursor = cursor;
    this.matching = matching;
    this.states = states;
  }

  Receive post(int source, int context, int tag) {
    long now = clock.tick();
    interconnect.progress(now);
    Receive spare = spares.take();
    Receive receive =
        (spare == null ? new Receive() : spare).post(now, source, context, tag, cursor.match(now));
    matching.post(receive);
    states.advance();
    return receive;
  }

  /** The program has the message; nobody looks at that receive any more. */
  void free(Receive receive) {
    receive.clear();
    spares.add(receive);
  }
}
