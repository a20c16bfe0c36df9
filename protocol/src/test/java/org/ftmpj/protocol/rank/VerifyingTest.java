package org.ftmpj.protocol.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.PayloadDigest;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.DeterminantCodec;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.event.ValueKind;
import org.ftmpj.protocol.match.Receive;
import org.ftmpj.protocol.replay.RankListener;
import org.ftmpj.protocol.replay.RankState;
import org.ftmpj.protocol.replay.RecoveryStatistics;
import org.ftmpj.protocol.report.DivergedException;
import org.ftmpj.protocol.report.Divergence;
import org.ftmpj.protocol.report.OperationHistory;
import org.junit.jupiter.api.Test;

/** A session that repeats a record and goes no farther. */
class VerifyingTest {
  private static final int CONTEXT = 0;
  private static final int TAG = 4;

  private final OperationHistory operations = new OperationHistory(0, true);
  private final List<Arrival.Message> held = new ArrayList<>();
  private final List<Arrival> arrived = new ArrayList<>();
  private final List<Determinant> determinants = new ArrayList<>();

  @Test
  void shouldRepeatWhatIsRecordedAndStandAtItsEnd() {
    determinants.add(new Determinant.Match(1, 1, 1));
    determinants.add(new Determinant.Value(2, ValueKind.NANO_TIME, 77));
    arrived.add(message(1, 1, 5));
    held.add(message(0, 1, 9));
    RankSession session = session();

    Receive receive = session.post(Receive.ANY_SOURCE, CONTEXT, TAG);
    session.await(receive);
    assertThat(receive.message().sequence()).isEqualTo(1);
    assertThat(session.value(ValueKind.NANO_TIME, () -> 1)).isEqualTo(77);
    assertThat(session.status().unrepeated())
        .hasValueSatisfying(next -> assertThat(next).contains("send"));
    send(session, 9);
    assertThat(session.status().unrepeated()).isEmpty();
    assertThat(session.status().recordedDeterminants()).isEqualTo(2);
    assertThat(session.status().state()).isEqualTo(RankState.RECORD_END);
  }

  @Test
  void shouldNotSendWhatIsNotRecorded() {
    assertThat(pastRecord(() -> send(session(), 1)).actual())
        .startsWith("sends to rank 1 message 1");
  }

  @Test
  void shouldNotMakeANewOutcome() {
    assertThat(pastRecord(() -> session().iprobe(1, CONTEXT, TAG)).actual()).contains("an Iprobe");
    assertThat(pastRecord(() -> session().value(ValueKind.WTIME, () -> 1)).actual())
        .contains("WTIME");
    arrived.add(message(1, 1, 5));
    RankSession session = session();
    Receive receive = session.post(Receive.ANY_SOURCE, CONTEXT, TAG);
    assertThat(pastRecord(() -> session.await(receive)).actual()).contains("receive");
  }

  @Test
  void shouldSayWhatItWaitsForInVain() {
    RankSession session = session();
    Receive receive = session.post(1, CONTEXT, TAG);
    assertThat(pastRecord(() -> session.await(receive)).actual())
        .contains("wait for a message from rank 1, tag 4")
        .contains("for a message that was never sent");
  }

  @Test
  void shouldCompareSends() {
    held.add(message(0, 1, 9));
    DivergedException diverged =
        catchThrowableOfType(DivergedException.class, () -> send(session(), 10));
    assertThat(diverged.isPastRecord()).isFalse();
    assertThat(diverged.divergence().actual())
        .contains("payload digest was")
        .endsWith(", byte 3 was 09 and is 0a)");
    assertThat(diverged.divergence().before())
        .singleElement()
        .asString()
        .startsWith("clock 1: send to rank 1, tag 4, context 0, at ");
  }

  @Test
  void shouldRepeatWhatNamedReceivesMatchedIfAllAreRecorded() {
    determinants.add(new Determinant.Match(1, 1, 1));
    arrived.add(message(1, 1, 5));
    arrived.add(message(1, 2, 6));
    RankSession session = session(Receptions.ALL);

    Receive receive = session.post(1, CONTEXT, TAG);
    session.await(receive);
    assertThat(receive.message().sequence()).isEqualTo(1);
    assertThat(session.status().recovery().determinants()).isEqualTo(1);
    Receive another = session.post(1, CONTEXT, TAG);
    assertThat(pastRecord(() -> session.await(another)).actual()).contains("receive(clock 2");
  }

  private static Divergence pastRecord(Runnable operation) {
    DivergedException diverged = catchThrowableOfType(DivergedException.class, operation::run);
    assertThat(diverged).isNotNull();
    assertThat(diverged.isPastRecord()).isTrue();
    return diverged.divergence();
  }

  private static void send(RankSession session, int content) {
    ByteBuffer fixed = payload(content);
    session.send(1, CONTEXT, TAG, false, 1, 1, fixed, fixed.remaining(), null, 0);
  }

  private static ByteBuffer payload(int content) {
    return ByteBuffer.allocateDirect(4).putInt(0, content);
  }

  private static Arrival.Message message(int source, long sequence, int content) {
    Envelope envelope = new Envelope(CONTEXT, TAG, false, 1, 1, 4, 0, 0);
    envelope.digest(new PayloadDigest().of(envelope, payload(content), null));
    return new Arrival.Message(source, sequence, envelope, 0);
  }

  private RankSession session() {
    return session(Receptions.NONDETERMINISTIC);
  }

  private RankSession session(Receptions receptions) {
    return RankSession.verifying(
        new Recorded(new ArrayList<>(held), new ArrayList<>(arrived), operations),
        new History(determinants),
        new Silence(),
        receptions,
        operations);
  }

  /** Two ranks; this is rank 0, all channels are that to and from rank 1. */
  private record Recorded(
      List<Arrival.Message> held, List<Arrival> arrived, OperationHistory operations)
      implements FirstOfTwo {
    @Override
    public void send(int to, long sequence, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
      throw new AssertionError("sent");
    }

    @Override
    public boolean copyRecorded(int destination, ByteBuffer fixed, byte[] dynamic) {
      fixed.putInt(0, 9);
      return true;
    }

    @Override
    public Arrival next() {
      return arrived.isEmpty() ? null : arrived.remove(0);
    }

    @Override
    public boolean hasArrivals() {
      return false;
    }

    @Override
    public void awaitArrivals() {
      throw operations.endlessWait();
    }

    @Override
    public Arrival.Message recorded(int destination) {
      return destination == 0 || held.isEmpty() ? null : held.get(0);
    }

    @Override
    public void skipRecorded(int destination) {
      held.remove(0);
    }
  }

  private record History(List<Determinant> determinants) implements EventLog {
    @Override
    public long history(long first, Consumer<ByteBuffer> record) {
      DeterminantCodec codec = new DeterminantCodec();
      determinants.forEach(codec::add);
      if (codec.length() == 0) {
        return 0;
      }
      record.accept(codec.take());
      return 1;
    }

    @Override
    public long append(ByteBuffer record) {
      throw new AssertionError("recorded");
    }

    @Override
    public long stable() {
      return Long.MAX_VALUE;
    }

    @Override
    public void awaitStable(long number) {}

    @Override
    public void close() {}
  }

  private static final class Silence implements RankListener {
    @Override
    public void live(RecoveryStatistics statistics) {
      throw new AssertionError("went live");
    }
  }
}
