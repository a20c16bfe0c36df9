package org.ftmpj.protocol.rank;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.ValueKind;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.match.Receive;
import org.ftmpj.protocol.replay.OperationClock;
import org.ftmpj.protocol.replay.Recorder;
import org.ftmpj.protocol.replay.ReplayCursor;
import org.ftmpj.protocol.report.OperationHistory;
import org.ftmpj.protocol.thread.Attempt;
import org.ftmpj.protocol.thread.LogicalThread;
import org.ftmpj.protocol.thread.Turns;
import org.junit.jupiter.api.Test;

/** That what is restored from a snapshot is as it was, and goes on as it would have. */
class SnapshotTest {
  private static final int CONTEXT = 3;
  private static final int TAG = 7;

  private final Surroundings around = new Surroundings();

  @Test
  void shouldGoOnWithTheNextOperation() {
    OperationClock restored = new OperationClock();
    restored.restore(41);
    assertThat(restored.tick()).isEqualTo(42);
  }

  @Test
  void shouldNotLetTimeRunBackwards() {
    NanoTime time = new NanoTime();
    time.repeat(1000);
    assertThat(time.next(10)).isEqualTo(1000);
    NanoTime restored = new NanoTime();
    restored.restore(time.snapshot());
    assertThat(restored.snapshot()).isEqualTo(new NanoTime.Snapshot(1000, 990));
    assertThat(restored.next(15)).isEqualTo(time.next(15)).isEqualTo(1005);
  }

  @Test
  void shouldKnowHowMuchWasSent() {
    RankCore core = started();
    attempt(send(core, false));
    attempt(send(core, false));
    RankCore restored = restored(core);
    assertThat(restored.outbound.snapshot().sequences()).containsExactly(0L, 2L);
    assertThat(restored.outbound.sent()).isEqualTo(2);
    assertThat(restored.clock.now()).isEqualTo(2);
  }

  @Test
  void shouldKnowWhatIsPostedAndWhatHasArrived() {
    RankCore core = started();
    Receive posted = post(core, 1, TAG);
    Receive wildcard = post(core, Receive.ANY_SOURCE, TAG + 1);
    around.arrived.add(message(1, TAG + 2, false));
    core.arrivals.poll();
    RankCore restored = restored(core);
    assertThat(restored.matching.snapshot().unexpected()).hasSize(1);
    PendingRequest again = restored.request(posted.snapshot());

    around.arrived.add(message(2, TAG, false));
    restored.arrivals.poll();
    assertThat(again.isComplete()).isTrue();
    assertThat(posted.isComplete()).as("of what was thrown away").isFalse();
    assertThat(restored.request(wildcard.snapshot()).isComplete()).isFalse();
    assertThat(post(restored, 1, TAG + 2).message().sequence()).isEqualTo(1);

    Receive complete = (Receive) restored(restored).request(again.snapshot());
    assertThat(complete.message()).isEqualTo(((Receive) again).message());
  }

  @Test
  void shouldKnowWhichMatchesAreRecorded() {
    around.recorded.add(new Determinant.Match(1, 1, 2));
    around.recorded.add(new Determinant.Match(2, 1, 1));
    RankCore core = started();
    Receive first = post(core, Receive.ANY_SOURCE, Receive.ANY_TAG);
    RankCore restored = restored(core);
    PendingRequest firstAgain = restored.request(first.snapshot());
    Receive second = post(restored, Receive.ANY_SOURCE, Receive.ANY_TAG);
    around.arrived.add(message(1, TAG, false));
    around.arrived.add(message(2, TAG, false));
    restored.arrivals.poll();
    assertThat(second.message().sequence()).isEqualTo(1);
    assertThat(firstAgain.isComplete()).isTrue();
  }

  @Test
  void shouldKnowWhatIsLeftOfARun() {
    ReplayCursor cursor = new ReplayCursor(new OperationHistory(0, false));
    cursor.add(new Determinant.NotYet(1, 3));
    cursor.add(new Determinant.Match(9, 1, 5));
    cursor.add(new Determinant.Turn(1, 0, 3));
    cursor.outcome(1, Determinant.Deliver.class, true, "a test");
    cursor.lookUpByClock();
    ReplayCursor restored = new ReplayCursor(new OperationHistory(0, false));
    restored.restore(cursor.snapshot());
    assertThat(restored.snapshot())
        .isEqualTo(
            new ReplayCursor.Snapshot(
                Set.of(new Determinant.Match(9, 1, 5)),
                Set.of(new Determinant.Match(9, 1, 5)),
                List.of(new Determinant.NotYet(1, 3)),
                new Turns.Snapshot(List.of(new Determinant.Turn(1, 0, 3)), 0, 0),
                3,
                1,
                true));
    assertThat(restored.outcome(3, Determinant.Deliver.class, true, "a test")).isNotNull();
    assertThat(restored.outcome(4, Determinant.Deliver.class, true, "a test")).isNull();
  }

  @Test
  void shouldRecordWhatWasNotAppended() {
    Recorder recorder = new Recorder(around);
    recorder.events(0, 1, 1);
    recorder.recordMatch(1, 2, 3);
    recorder.events(0, 1, 2);
    recorder.value(2, ValueKind.NANO_TIME, 5);
    recorder.events(1, 1, 3);
    recorder.value(3, ValueKind.NANO_TIME, 5);
    Recorder restored = new Recorder(around);
    restored.restore(recorder.snapshot());
    assertThat(restored.snapshot()).isEqualTo(recorder.snapshot());
    restored.value(4, ValueKind.NANO_TIME, 5);
    restored.flush();
    assertThat(around.recorded)
        .containsExactly(
            new Determinant.Match(1, 2, 3),
            new Determinant.Turn(2, 0, 2),
            new Determinant.Value(2, ValueKind.NANO_TIME, 5, 3),
            new Determinant.Turn(3, 1, 1));
    assertThat(restored.outcomes()).isEqualTo(4);
  }

  @Test
  void shouldKnowTheMarksOfBothWays() {
    RankCore core = started();
    PendingRequest sent = attempt(send(core, true)).sent();
    around.arrived.add(new Arrival.MatchedMark(1, 2));
    around.arrived.add(message(1, TAG, true));
    post(core, 1, TAG);
    core.arrivals.poll();
    RankCore restored = restored(core);
    assertThat(restored.marks.areOwed()).isTrue();
    PendingRequest again = restored.request(sent.snapshot());
    assertThat(attempt(send(restored, true)).sent().isComplete()).as("marked before").isTrue();
    assertThat(around.marked).containsExactly(1L);
    around.arrived.add(new Arrival.MatchedMark(1, 1));
    restored.arrivals.poll();
    assertThat(again.isComplete()).isTrue();
    assertThat(restored.request(again.snapshot()).isComplete()).isTrue();
  }

  @Test
  void shouldKnowTheThreadsAndWhoseTurnItIs() {
    around.recorded.add(new Determinant.Turn(1, 0, 2));
    around.recorded.add(new Determinant.Turn(1, 1, 2));
    RankCore core = started();
    LogicalThread main = core.threads.order().activate();
    core.threads.order().count(main);
    LogicalThread child = core.threads.order().spawn(main);
    core.threads.order().count(main);
    core.threads.order().count(child);
    RankCore restored = restored(core);
    LogicalThread childAgain = restored.threads.order().restored(child.snapshot());
    assertThat(childAgain.events()).isEqualTo(1);
    assertThat(
            restored.threads.order().mayEnter(restored.threads.order().restored(main.snapshot())))
        .isEqualTo(Attempt.NOT_ITS_TURN);
    assertThat(restored.threads.order().mayEnter(childAgain)).isEqualTo(Attempt.DONE);
    assertThat(restored.threads.order().spawn(childAgain).name()).isEqualTo("0.1.1");
  }

  @Test
  void shouldGoOnWithAnOperationThatHasBegun() {
    around.recorded.add(new Determinant.Probe(3, 1, 2));
    around.recorded.add(new Determinant.Deliver(4, new int[] {1}));
    RankCore core = started();
    Receive never = post(core, 1, TAG + 2);
    Receive first = post(core, 1, TAG);
    Probe probe = called(new Probe(core, true).of(Receive.ANY_SOURCE, CONTEXT, Receive.ANY_TAG));
    assertThat(probe.attempt()).isEqualTo(Attempt.NOTHING_ARRIVED);
    RankCore restored = restored(core);
    PendingRequest[] two = {restored.request(never.snapshot()), restored.request(first.snapshot())};
    Probe again =
        called(new Probe(restored, true).of(Receive.ANY_SOURCE, CONTEXT, Receive.ANY_TAG));
    again.restore(probe.snapshot());
    assertThat(again.snapshot()).isEqualTo(probe.snapshot());
    around.arrived.add(message(1, TAG + 1, false));
    assertThat(again.attempt()).isEqualTo(Attempt.NOTHING_ARRIVED);
    around.arrived.add(message(2, TAG, false));
    assertThat(attempt(again).found().sequence()).isEqualTo(2);
    Delivery delivery = attempt(called(new Delivery(restored).of(Delivery.Kind.WAITANY, two)));
    assertThat(delivery.first()).isEqualTo(1);
  }

  private RankCore started() {
    OperationHistory operations = new OperationHistory(0, false);
    return RankCore.started(around, around, around, Receptions.NONDETERMINISTIC, operations, false);
  }

  /** One that is as that is. */
  private RankCore restored(RankCore core) {
    RankSnapshot snapshot = core.snapshot();
    RankCore restored =
        RankCore.restored(
            snapshot,
            around,
            around,
            around,
            Receptions.NONDETERMINISTIC,
            new OperationHistory(0, false),
            false);
    assertThat(restored.snapshot()).isEqualTo(snapshot);
    return restored;
  }

  private static <O extends Operation> O called(O operation) {
    operation.call(null);
    return operation;
  }

  private static <O extends Operation> O attempt(O operation) {
    assertThat(operation.attempt()).isEqualTo(Attempt.DONE);
    return operation;
  }

  private static Send send(RankCore core, boolean synchronous) {
    Send send = new Send(core).to(1, CONTEXT, TAG, synchronous);
    return called(send.of(0, 0, ByteBuffer.allocate(0), 0, null, 0));
  }

  private static Receive post(RankCore core, int source, int tag) {
    return attempt(called(new Post(core).of(source, CONTEXT, tag))).posted();
  }

  private static Arrival.Message message(long sequence, int tag, boolean synchronous) {
    return new Arrival.Message(
        1, sequence, new Envelope(CONTEXT, tag, synchronous, 0, 0, 0, 0, 0), 0);
  }
}
