package org.ftmpj.protocol.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.Records;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.ReadPosition;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.ValueKind;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.match.Receive;
import org.ftmpj.protocol.replay.RankState;
import org.ftmpj.protocol.replay.RecoveryStatistics;
import org.ftmpj.protocol.report.DivergedException;
import org.ftmpj.protocol.report.OperationHistory;
import org.ftmpj.protocol.thread.Deaths;
import org.ftmpj.protocol.thread.LogicalThread;
import org.ftmpj.protocol.thread.Threads;
import org.ftmpj.protocol.thread.ThreadsCheckpoint;
import org.junit.jupiter.api.Test;

/** That a rank goes on from its checkpoint as one that was repeated from its start. */
class CheckpointTest {
  private static final int CONTEXT = 3;
  private static final int TAG = 7;

  private final Surroundings around = new Surroundings();

  @Test
  void shouldGoOnWhereItWas() {
    RankSession session = started();
    send(session, false);
    around.arrived.add(message(1, TAG, false));
    session.await(session.post(1, CONTEXT, TAG));
    RankCheckpoint checkpoint = session.checkpoint(List.of(), List.of());
    RankSession restored = restored(checkpoint).session();
    assertThat(around.resumedAfter).containsExactly("read 1 records 1", "sent 1");
    assertThat(restored.status().clock()).isEqualTo(2);
    assertThat(restored.status().state()).isEqualTo(RankState.RECORDING);
    assertThat(restored.status().recovery()).isEqualTo(new RecoveryStatistics(0, 0, 0));
    send(restored, false);
    assertThat(around.sent).containsExactly(1L, 2L);
  }

  /**
   * Or else a rank that polls, and dies now and then, would be taken for one that never gets on.
   */
  @Test
  void shouldPublishThePollsInVainThatAreInIt() {
    RankSession session = started();
    send(session, false);
    session.iprobe(1, CONTEXT, TAG);
    session.iprobe(1, CONTEXT, TAG);
    assertThat(around.published).isEqualTo(1);
    restored(session.checkpoint(List.of(), List.of()));
    assertThat(around.published).isEqualTo(3);
  }

  @Test
  void shouldRepeatOnlyWhatWasRecordedAfterIt() {
    RankSession session = started();
    session.value(ValueKind.SEED, () -> 5);
    RankCheckpoint checkpoint = session.checkpoint(List.of(), List.of());
    session.value(ValueKind.SEED, () -> 6);
    session.commitOutput();
    RankSession restored = restored(checkpoint).session();
    assertThat(restored.status().state()).isEqualTo(RankState.REPLAYING);
    assertThat(restored.value(ValueKind.SEED, () -> 7)).isEqualTo(6);
    assertThat(restored.value(ValueKind.SEED, () -> 7)).isEqualTo(7);
    assertThat(restored.status().recovery().determinants()).isEqualTo(1);
  }

  @Test
  void shouldNotGoOnPastTheRecordIfThatIsVerified() {
    RankSession session = started();
    send(session, false);
    RankCheckpoint checkpoint = session.checkpoint(List.of(), List.of());
    session.value(ValueKind.SEED, () -> 6);
    session.commitOutput();
    around.held.add(message(2, TAG, false));
    RankSession verified =
        RankSession.verifying(
                around,
                around,
                around,
                Receptions.NONDETERMINISTIC,
                new OperationHistory(0, true),
                checkpoint)
            .session();
    assertThat(around.resumedAfter).contains("sent 1");
    assertThat(verified.status().clock()).isEqualTo(1);
    assertThat(verified.value(ValueKind.SEED, () -> 7)).isEqualTo(6);
    assertThat(verified.status().state()).isEqualTo(RankState.CATCHING_UP);
    send(verified, false);
    assertThat(verified.status().state()).isEqualTo(RankState.RECORD_END);
    assertThatThrownBy(() -> verified.value(ValueKind.SEED, () -> 7))
        .isInstanceOf(DivergedException.class)
        .hasMessageContaining("SEED");
  }

  @Test
  void shouldRecordWhatItKnowsBeforeItIsTaken() {
    RankSession session = started();
    session.value(ValueKind.SEED, () -> 5);
    RankCheckpoint checkpoint = session.checkpoint(List.of(), List.of());
    assertThat(around.recorded).containsExactly(new Determinant.Value(1, ValueKind.SEED, 5));
    assertThat(checkpoint.firstRecord()).isEqualTo(2);
  }

  @Test
  void shouldWaitForTheGate() {
    RankSession session = started();
    session.value(ValueKind.SEED, () -> 5);
    around.stable = 0;
    assertThat(session.checkpoint(List.of(), List.of()).record()).isEqualTo(1);
    assertThat(around.awaited).containsExactly(1L);
  }

  @Test
  void shouldKnowPendingRequests() {
    RankSession session = started();
    Receive open = session.post(1, CONTEXT, TAG);
    Receive other = session.post(1, CONTEXT, TAG + 1);
    PendingRequest sent = send(session, true);
    around.arrived.add(message(1, TAG + 1, false));
    around.arrived.add(message(2, TAG + 2, false));
    session.await(other);
    RankCheckpoint checkpoint =
        session.checkpoint(List.of(sent, other, PendingRequest.COMPLETED_SEND, open), List.of());
    assertThat(checkpoint.firstReceived(1)).as("the oldest that can be copied").isEqualTo(1);

    RestoredRank restored = restored(checkpoint);
    assertThat(restored.requests())
        .extracting(PendingRequest::isComplete)
        .containsExactly(false, true, true, false);
    assertThat(((Receive) restored.requests().get(1)).message()).isEqualTo(other.message());
    assertThat(restored.requests().get(2)).isSameAs(PendingRequest.COMPLETED_SEND);
    around.arrived.add(message(3, TAG, false));
    around.arrived.add(new Arrival.MatchedMark(1, 1));
    restored.session().await(restored.requests().get(3));
    restored.session().await(restored.requests().get(0));
    Receive late = restored.session().post(1, CONTEXT, TAG + 2);
    assertThat(late.message().sequence()).as("was unexpected").isEqualTo(2);
  }

  @Test
  void shouldMatchWhatTheRecordAfterItSays() {
    RankSession session = started();
    Receive first = session.post(Receive.ANY_SOURCE, CONTEXT, Receive.ANY_TAG);
    RankCheckpoint checkpoint = session.checkpoint(List.of(first), List.of());
    around.recorded.add(new Determinant.Match(1, 1, 2));
    RestoredRank restored = restored(checkpoint);
    around.arrived.add(message(1, TAG, false));
    around.arrived.add(message(2, TAG, false));
    restored.session().await(restored.requests().get(0));
    Receive again = (Receive) restored.requests().get(0);
    assertThat(again.message().sequence()).isEqualTo(2);
  }

  @Test
  void shouldNotBeTakenWhileTheRankRepeats() {
    around.recorded.add(new Determinant.Value(1, ValueKind.SEED, 5, 2));
    RankSession session = started();
    session.value(ValueKind.SEED, () -> 0);
    assertThatThrownBy(() -> session.checkpoint(List.of(), List.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Replaying");
    session.value(ValueKind.SEED, () -> 0);
    session.value(ValueKind.SEED, () -> 0);
    session.checkpoint(List.of(), List.of());
  }

  @Test
  void shouldNotLetTimeRunBackwards() {
    RankSession session = started();
    session.value(ValueKind.NANO_TIME, () -> 1000);
    RankCheckpoint checkpoint = session.checkpoint(List.of(), List.of());
    assertThat(restored(checkpoint).session().value(ValueKind.NANO_TIME, () -> 10)).isEqualTo(1000);
  }

  @Test
  void shouldNotBeTakenWhileAnotherThreadGoesOn() {
    RankSession session = started();
    session.threads().activate();
    LogicalThread child = session.threads().spawn();
    assertThatThrownBy(() -> session.checkpoint(List.of(), List.of()))
        .isInstanceOf(FtmpjException.class)
        .hasMessageContainingAll("FTMPJ-1801", child.toString());
    assertThat(session.threads().another()).hasValueSatisfying(it -> it.contains("thread 0.1"));
    Deaths.end(child);
    session.checkpoint(List.of(), List.of());
  }

  @Test
  void shouldGoOnWithTheThreadsThatThereWere() {
    RankSession session = started();
    session.threads().activate();
    LogicalThread child = session.threads().spawn();
    Deaths.end(child);
    LogicalThread main = session.threads().current();
    RankCheckpoint checkpoint = session.checkpoint(List.of(), List.of(child, main));
    assertThat(around.recorded).containsExactly(new Determinant.Turn(0, 0, 1));
    session.threads().spawn();
    session.commitOutput();

    RestoredRank restored = restored(checkpoint);
    Threads threads = restored.session().threads();
    assertThat(threads.areActive()).as("nobody has said which thread runs main").isFalse();
    threads.goOn();
    assertThat(threads.current()).isSameAs(restored.threads().get(1));
    assertThat(threads.current().events()).isEqualTo(1);
    assertThat(restored.threads().get(0).hasEnded()).isTrue();
    assertThat(restored.threads().get(0).name()).isEqualTo("0.1");
    assertThat(threads.areReplaying()).isTrue();
    LogicalThread next = threads.spawn();
    assertThat(next.name()).isEqualTo("0.2");
    assertThat(next.number()).isEqualTo(2);
    assertThat(threads.isReplayOver()).isTrue();
    assertThat(restored.session().status().state()).isEqualTo(RankState.RECORDING);
  }

  @Test
  void shouldNotBeUsedForAnotherRank() {
    RankCheckpoint other = full(1);
    assertThatThrownBy(() -> restored(other)).hasMessageContaining("FTMPJ-1302", "rank 1 of 2");
  }

  // ---------------------------------------------------------------- as bytes

  @Test
  void shouldSayAllOfItInBytes() {
    RankCheckpoint all = full(0);
    assertThat(RankCheckpoint.decode(all.encode())).isEqualTo(all);
    around.recorded.clear();
    RankCheckpoint least = started().checkpoint(List.of(), List.of());
    assertThat(RankCheckpoint.decode(least.encode())).isEqualTo(least);
  }

  @Test
  void shouldRejectWhatIsDamaged() {
    byte[] bytes = full(0).encode();
    for (int i = 0; i < bytes.length; i++) {
      byte[] damaged = bytes.clone();
      damaged[i] ^= 1;
      assertThatThrownBy(() -> RankCheckpoint.decode(damaged))
          .as("byte %d", i)
          .hasMessageContaining(i == 0 ? "FTMPJ-1303" : "FTMPJ-1302");
      byte[] part = Arrays.copyOf(bytes, i);
      assertThatThrownBy(() -> RankCheckpoint.decode(part)).isInstanceOf(FtmpjException.class);
    }
  }

  /** As if another program had written it: the check sum is right. */
  @Test
  void shouldRejectWhatCannotHaveBeenWritten() {
    byte[] bytes = full(0).encode();
    int end = bytes.length - Integer.BYTES;
    int rejected = 0;
    for (int i = 1; i < end; i++) {
      for (byte value : new byte[] {-1, 127}) {
        byte[] other = bytes.clone();
        other[i] = value;
        try {
          RankCheckpoint.decode(sealed(other));
        } catch (FtmpjException e) {
          assertThat(e.getMessage()).containsAnyOf("FTMPJ-1302", "FTMPJ-1303");
          rejected++;
        }
      }
      byte[] part = Arrays.copyOf(bytes, i + Integer.BYTES);
      assertThatThrownBy(() -> RankCheckpoint.decode(sealed(part)))
          .as("%d bytes", i)
          .hasMessageContaining("FTMPJ-1302");
    }
    assertThat(rejected).isGreaterThan(50);
    assertThatThrownBy(() -> RankCheckpoint.decode(sealed(Arrays.copyOf(bytes, bytes.length + 1))))
        .hasMessageContaining("follow");
  }

  private static byte[] sealed(byte[] bytes) {
    int end = bytes.length - Integer.BYTES;
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, end);
    ByteBuffer.wrap(bytes).putInt(end, (int) crc.getValue());
    return bytes;
  }

  /** One that has something of everything. */
  private RankCheckpoint full(int rank) {
    around.recorded.add(new Determinant.Match(3, 1, 9));
    RankSession session = started();
    Receive open = session.post(1, CONTEXT, TAG);
    PendingRequest sent = send(session, true);
    Receive forced = session.post(Receive.ANY_SOURCE, CONTEXT, Receive.ANY_TAG);
    Receive complete = session.post(1, CONTEXT, TAG + 1);
    around.arrived.add(message(1, TAG + 1, true));
    around.arrived.add(new Arrival.MatchedMark(1, 5));
    around.arrived.add(message(2, TAG + 2, false));
    around.arrived.add(new Arrival.MatchedMark(1, 7));
    session.await(complete);
    RankCheckpoint checkpoint =
        session.checkpoint(
            List.of(open, sent, forced, complete, PendingRequest.COMPLETED_SEND), List.of());
    assertThat(checkpoint.reserved()).hasSize(1);
    assertThat(checkpoint.marks().received()).containsExactly(Set.of(), Set.of(5L, 7L));
    assertThat(checkpoint.marks().waiting()).hasSize(1);
    assertThat(checkpoint.read()).containsExactly(ReadPosition.START, new ReadPosition(2, 3, 4));
    return rank == 0
        ? Records.with(checkpoint, "threads", none -> threads())
        : new RankCheckpoint(
            rank,
            checkpoint.clock(),
            checkpoint.record(),
            checkpoint.read(),
            checkpoint.sent(),
            checkpoint.reserved(),
            checkpoint.matching(),
            checkpoint.marks(),
            checkpoint.nanoTime(),
            checkpoint.threads(),
            List.of(
                new PendingOperation(3, PendingOperation.Kind.PROBE, 7, null),
                new PendingOperation(
                    4, PendingOperation.Kind.RECEIVE, 0, checkpoint.matching().posted().get(0))),
            checkpoint.requests());
  }

  private static ThreadsCheckpoint threads() {
    LogicalThread.Snapshot main =
        new LogicalThread.Snapshot(0, "0", 2, 9, false, false, false, false);
    return new ThreadsCheckpoint(
        true,
        3,
        main,
        List.of(new LogicalThread.Snapshot(3, "0.1.1", 0, 4, true, false, true, true), main));
  }

  private RankSession started() {
    return new RankSession(around, around, around, Receptions.NONDETERMINISTIC);
  }

  /** As a later incarnation does it. */
  private RestoredRank restored(RankCheckpoint checkpoint) {
    around.held.clear();
    return RankSession.restored(
        around,
        around,
        around,
        Receptions.NONDETERMINISTIC,
        RankCheckpoint.decode(checkpoint.encode()));
  }

  private static PendingRequest send(RankSession session, boolean synchronous) {
    return session.send(1, CONTEXT, TAG, synchronous, 0, 0, ByteBuffer.allocate(0), 0, null, 0);
  }

  private static Arrival.Message message(long sequence, int tag, boolean synchronous) {
    return new Arrival.Message(
        1, sequence, new Envelope(CONTEXT, tag, synchronous, 0, 0, 0, 0, 0), 0);
  }
}
