package org.ftmpj.protocol.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.ByteBuffer;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.match.Receive;
import org.ftmpj.protocol.replay.RankState;
import org.ftmpj.protocol.report.DivergedException;
import org.junit.jupiter.api.Test;

/** Which receives a session records, and what it does with the record. */
class ReceptionsTest {
  private static final int CONTEXT = 0;
  private static final int TAG = 4;

  private final Surroundings around = new Surroundings();

  @Test
  void shouldNotRecordWhatANamedReceiveMatches() {
    RankSession session = session(Receptions.NONDETERMINISTIC);
    receive(session, 1, 1);
    send(session);
    assertThat(around.recorded).isEmpty();
  }

  @Test
  void shouldRecordAnyReceptionBeforeTheNextSend() {
    RankSession session = session(Receptions.ALL);
    receive(session, 1, 1);
    receive(session, Receive.ANY_SOURCE, 2);
    assertThat(around.recorded).isEmpty();
    send(session);
    assertThat(around.recordedBeforeSend)
        .containsExactly(new Determinant.Match(1, 1, 1), new Determinant.Match(2, 1, 2));
  }

  @Test
  void shouldRecordAMatchOnceInARecovery() {
    around.recorded.add(new Determinant.Match(1, 1, 1));
    RankSession session = session(Receptions.ALL);
    receive(session, 1, 1);
    assertThat(session.status().state()).isEqualTo(RankState.RECORDING);
    receive(session, 1, 2);
    send(session);
    assertThat(around.recordedBeforeSend)
        .containsExactly(new Determinant.Match(1, 1, 1), new Determinant.Match(2, 1, 2));
    assertThat(session.status().recovery().determinants()).isEqualTo(1);
  }

  @Test
  void shouldTakeAMissingMatchBeforeASendThatTheLogHoldsForLost() {
    around.held.add(message(1));
    RankSession session = session(Receptions.ALL);
    DivergedException lost =
        catchThrowableOfType(DivergedException.class, () -> receive(session, 1, 1));
    assertThat(lost.code()).isEqualTo(ErrorCode.LOST_DETERMINANT);
  }

  @Test
  void shouldRepeatTheRecordOfEveryReceptionWhicheverAreRecordedNow() {
    around.recorded.add(new Determinant.Match(1, 1, 1));
    RankSession session = session(Receptions.NONDETERMINISTIC);
    receive(session, 1, 1);
    receive(session, 1, 2);
    send(session);
    assertThat(around.recordedBeforeSend).containsExactly(new Determinant.Match(1, 1, 1));
  }

  private RankSession session(Receptions receptions) {
    return new RankSession(around, around, around, receptions);
  }

  /** The message comes while the receive is waited for. */
  private void receive(RankSession session, int source, long sequence) {
    Receive receive = session.post(source, CONTEXT, TAG);
    around.arrived.add(message(sequence));
    session.await(receive);
    assertThat(receive.message().sequence()).isEqualTo(sequence);
  }

  private static void send(RankSession session) {
    session.send(1, CONTEXT, TAG, false, 1, 0, ByteBuffer.allocate(0), 0, null, 0);
  }

  private static Arrival.Message message(long sequence) {
    return new Arrival.Message(1, sequence, new Envelope(CONTEXT, TAG, false, 1, 0, 0, 0, 0), 0);
  }
}
