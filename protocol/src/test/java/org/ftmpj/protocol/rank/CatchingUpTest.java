package org.ftmpj.protocol.rank;

import static org.assertj.core.api.Assertions.assertThat;

import org.ftmpj.common.config.Receptions;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.match.Receive;
import org.ftmpj.protocol.replay.RankState;
import org.junit.jupiter.api.Test;

/** How a recovery comes to its end. */
class CatchingUpTest {
  private static final int ANY = 4;
  private static final int NAMED = 5;

  private final Surroundings around = new Surroundings();

  /**
   * The output is repeated after the operation that commits it, so that the next operation, a wait
   * for rank 1, is the first in which the rank can be live; and rank 1 waits for the mark of its
   * synchronous message, which only the wildcard matches.
   */
  @Test
  void shouldGoLiveInAWaitBehindTheLastOutput() {
    around.holdsOutput = true;
    RankSession session = new RankSession(around, around, around, Receptions.NONDETERMINISTIC);
    Receive wildcard = session.post(Receive.ANY_SOURCE, 0, ANY);
    Receive named = session.post(1, 0, NAMED);
    session.commitOutput();
    around.holdsOutput = false;

    around.arrived.add(message(1, ANY, true));
    around.whenMarked.add(message(2, NAMED, false));
    session.await(named);
    assertThat(named.message().sequence()).isEqualTo(2);
    assertThat(wildcard.isComplete()).isTrue();
    assertThat(around.marked).containsExactly(1L);
    assertThat(session.status().state()).isEqualTo(RankState.RECORDING);
  }

  private static Arrival.Message message(long sequence, int tag, boolean synchronous) {
    return new Arrival.Message(
        1, sequence, new Envelope(0, tag, synchronous, 1, 0, 0, 0, 0), sequence);
  }
}
