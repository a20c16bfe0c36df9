package org.ftmpj.protocol.rank;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.match.Receive;
import org.ftmpj.protocol.report.LongWait;
import org.ftmpj.protocol.report.WaitReports;
import org.junit.jupiter.api.Test;

/** What a rank says that it waits for, when it is asked while it waits. */
class ToldWaitsTest {
  private static final int CONTEXT = 0;
  private static final int TAG = 7;

  private final Surroundings around = new Surroundings();
  private final RankSession session = new RankSession(around, around, around);
  private final WaitReports waits = session.longWaits();
  private final List<String> told = new ArrayList<>();
  private long nowNs;

  @Test
  void shouldTellWhoseMessageTheRankHasWaitedForSinceTheFirstQuestion() {
    Receive receive = session.post(1, CONTEXT, TAG);
    sleep(() -> waits.ask(100));
    sleep(() -> assertThat(waits.answers()).as("asked once").isEmpty());
    sleep(() -> waits.ask(200));
    sleep(
        () -> {
          assertThat(waits.answers())
              .singleElement()
              .satisfies(
                  wait -> {
                    assertThat(wait.sinceNs()).isEqualTo(100);
                    assertThat(wait.what()).isEqualTo("from rank 1");
                    assertThat(wait.thread()).isEqualTo("main");
                  });
          arrive(1, TAG);
        });
    session.await(receive);
    waits.ask(300);
    assertThat(waits.answers()).as("it does not wait").isEmpty();
  }

  @Test
  void shouldTellNothingOfWaitsThatAreOverSoon() {
    for (int i = 1; i <= 4; i++) {
      Receive receive = session.post(1, CONTEXT, TAG);
      int sequence = i;
      sleep(() -> waits.ask(100 * sequence));
      sleep(
          () -> {
            assertThat(waits.answers()).isEmpty();
            arrive(sequence, TAG);
          });
      session.await(receive);
    }
  }

  @Test
  void shouldNameAllThatMayCome() {
    PendingRequest[] requests = {
      session.post(1, CONTEXT, TAG),
      null,
      session.post(Receive.ANY_SOURCE, CONTEXT, 8),
      synchronousSend(),
      synchronousSend(),
      session.post(1, CONTEXT, 9),
    };
    askTwice(() -> arrive(1, 9));
    assertThat(session.awaitAny(requests)).isEqualTo(5);
    assertThat(told)
        .containsExactly("from rank 1; from any rank; to rank 1; to rank 1; and 1 more");
  }

  @Test
  void shouldTellOfProbesAndSynchronousSends() {
    askTwice(() -> arrive(1, TAG));
    session.probe(Receive.ANY_SOURCE, CONTEXT, TAG);
    PendingRequest sent = synchronousSend();
    askTwice(() -> around.arrived.add(new Arrival.MatchedMark(1, 1)));
    session.await(sent);
    assertThat(told).containsExactly("from any rank", "to rank 1");
  }

  @Test
  void shouldNameTheCallOfTheProgramAndItsLine() {
    StackTraceElement[] stack = {
      frame("org.ftmpj.protocol.rank.Progress", "await"),
      frame("mpi.Comm", "recv"),
      frame("mpi.Intracomm", "Barrier"),
      frame("org.example.Solver", "step"),
      frame("mpi.SomethingElse", "run"),
    };
    assertThat(LongWait.of(1, "main", stack, "the event logger"))
        .isEqualTo(
            new LongWait(
                1, "main", "Barrier (the event logger)", "org.example.Solver.step(File.java:12)"));
  }

  @Test
  void shouldTellTagsOnlyIfTheyAreThePrograms() {
    Receive receive = session.post(1, CONTEXT, TAG);
    assertThat(receive.peers(true)).isEqualTo("from rank 1, tag 7");
    assertThat(receive.peers(false)).isEqualTo("from rank 1");
    assertThat(session.post(Receive.ANY_SOURCE, CONTEXT, Receive.ANY_TAG).peers(true))
        .isEqualTo("from any rank, any tag");
    assertThat(synchronousSend().peers(true)).isEqualTo("to rank 1, tag 5");
  }

  private static StackTraceElement frame(String type, String method) {
    return new StackTraceElement(type, method, "File.java", 12);
  }

  private void sleep(Runnable meanwhile) {
    around.sleeps.add(meanwhile);
  }

  /** The rank is asked twice in its next wait, which then is over. */
  private void askTwice(Runnable then) {
    sleep(() -> waits.ask(++nowNs));
    sleep(() -> waits.ask(++nowNs));
    sleep(
        () -> {
          waits.answers().stream().map(LongWait::what).forEach(told::add);
          then.run();
        });
  }

  private void arrive(long sequence, int tag) {
    Envelope envelope = new Envelope().set(CONTEXT, tag, false, 0, 0, 0, 0, 0);
    around.arrived.add(new Arrival.Message(1, sequence, envelope, 0));
  }

  private PendingRequest synchronousSend() {
    return session.send(1, CONTEXT, 5, true, 0, 0, ByteBuffer.allocate(0), 0, null, 0);
  }
}
