package org.ftmpj.protocol.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.config.Receptions;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.DeterminantCodec;
import org.ftmpj.protocol.event.EventLog;
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
    assertThat(session.state()).isEqualTo(RankState.RECORDING);
    receive(session, 1, 2);
    send(session);
    assertThat(around.recordedBeforeSend)
        .containsExactly(new Determinant.Match(1, 1, 1), new Determinant.Match(2, 1, 2));
    assertThat(session.statistics().determinants()).isEqualTo(1);
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

  /** Rank 0 of 2; all channels are those to and from rank 1. Every record is stable at once. */
  private static final class Surroundings implements FirstOfTwo, EventLog, Outside {
    private final Queue<Arrival> arrived = new ArrayDeque<>();
    private final Queue<Arrival.Message> held = new ArrayDeque<>();
    private final List<Determinant> recorded = new ArrayList<>();
    private final List<Determinant> recordedBeforeSend = new ArrayList<>();
    private long records;

    @Override
    public void send(int to, long sequence, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
      recordedBeforeSend.addAll(recorded);
    }

    @Override
    public Arrival poll(int source) {
      return source == 1 ? arrived.poll() : null;
    }

    @Override
    public boolean hasArrivals() {
      return !arrived.isEmpty();
    }

    @Override
    public void awaitArrivals() {
      throw new AssertionError("waits for what does not come");
    }

    @Override
    public Arrival.Message held(int destination) {
      return destination == 1 ? held.peek() : null;
    }

    @Override
    public void skipHeld(int destination) {
      held.remove();
    }

    @Override
    public long history(Consumer<ByteBuffer> record) {
      DeterminantCodec codec = new DeterminantCodec();
      recorded.forEach(codec::add);
      if (codec.length() > 0) {
        record.accept(codec.take());
        records++;
      }
      return records;
    }

    @Override
    public long append(ByteBuffer record) {
      DeterminantCodec.decode(record, recorded::add);
      return ++records;
    }

    @Override
    public long stable() {
      return records;
    }

    @Override
    public void awaitStable(long number) {}

    @Override
    public boolean holdsMoreOutput() {
      return false;
    }

    @Override
    public void live(RecoveryStatistics statistics) {}

    @Override
    public void transition(RankState from, RankState to, String why) {}

    @Override
    public void close() {}
  }
}
