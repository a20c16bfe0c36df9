package org.ftmpj.logger.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.ftmpj.logger.agreement.Command.Claim;
import org.ftmpj.logger.agreement.Command.End;
import org.ftmpj.logger.agreement.Command.Next;
import org.ftmpj.logger.agreement.Command.Read;
import org.ftmpj.logger.agreement.Command.Update;
import org.junit.jupiter.api.Test;

class StateMachineTest {
  private final StateMachine machine = new StateMachine();
  private long number;

  @Test
  void shouldBeginWithoutACoordinator() {
    Answer answer = ask(new Read());
    assertThat(answer.accepted()).isTrue();
    assertThat(answer.state()).isEqualTo(AgreedState.NONE);
  }

  @Test
  void shouldGiveOneOfThoseWhoClaimTheSameTermTheNext() {
    Answer first = machine.apply(new Request(1, 1, new Claim(0, notes("who", "first"))));
    Answer second = machine.apply(new Request(2, 1, new Claim(0, notes("who", "second"))));
    assertThat(first.accepted()).isTrue();
    assertThat(second.accepted()).isFalse();
    assertThat(second.state().term()).isEqualTo(1);
    assertThat(note("who")).isEqualTo("first");
  }

  @Test
  void shouldKeepNotesForTheNextTerm() {
    ask(new Claim(0, notes("a", "1", "b", "2")));
    ask(new Claim(1, notes("b", "3")));
    assertThat(machine.state().term()).isEqualTo(2);
    assertThat(note("a")).isEqualTo("1");
    assertThat(note("b")).isEqualTo("3");
  }

  @Test
  void shouldRemoveANoteThatIsEmpty() {
    ask(new Claim(0, notes("a", "1")));
    assertThat(ask(new Update(1, notes("a", "", "b", ""))).accepted()).isTrue();
    assertThat(machine.state().notes()).isEmpty();
  }

  @Test
  void shouldRefuseWhatAnOlderCoordinatorDecides() {
    ask(new Claim(0, notes("a", "1")));
    ask(new Claim(1, notes()));
    assertThat(ask(new Update(1, notes("a", "2"))).accepted()).isFalse();
    assertThat(ask(new Next(1, "rank.0", 1)).accepted()).isFalse();
    assertThat(ask(new End(1)).accepted()).isFalse();
    assertThat(machine.state().ended()).isFalse();
    assertThat(machine.state().counters()).isEmpty();
    assertThat(note("a")).isEqualTo("1");
  }

  @Test
  void shouldRefuseATermThatNobodyHas() {
    assertThat(ask(new Claim(1, notes())).accepted()).isFalse();
    assertThat(ask(new Update(1, notes())).accepted()).isFalse();
  }

  @Test
  void shouldGiveEachNumberOnce() {
    ask(new Claim(0, notes()));
    assertThat(ask(new Next(1, "rank.3", 7)).state().counter("rank.3")).isEqualTo(7);
    assertThat(ask(new Next(1, "rank.3", 2)).state().counter("rank.3")).isEqualTo(8);
    ask(new Claim(1, notes()));
    assertThat(ask(new Next(2, "rank.3", 0)).state().counter("rank.3")).isEqualTo(9);
    assertThat(machine.state().counter("rank.4")).isZero();
  }

  @Test
  void shouldEndOnceForAll() {
    ask(new Claim(0, notes("a", "1")));
    ask(new Next(1, "n", 1));
    Answer end = ask(new End(1));
    assertThat(end.accepted()).isTrue();
    assertThat(end.state().ended()).isTrue();
    assertThat(end.state().notes()).isEmpty();
    assertThat(end.state().counters()).isEmpty();
    assertThat(ask(new Claim(1, notes())).accepted()).isFalse();
    assertThat(ask(new Update(1, notes("a", "1"))).accepted()).isFalse();
    assertThat(ask(new Read()).accepted()).isTrue();
  }

  @Test
  void shouldCarryOutOnceWhatIsSentAgain() {
    Request claim = new Request(5, 1, new Claim(0, notes("a", "1")));
    assertThat(machine.apply(claim).accepted()).isTrue();
    assertThat(machine.apply(claim).accepted()).isTrue();
    assertThat(machine.state().term()).isEqualTo(1);
    Request next = new Request(5, 2, new Next(1, "n", 1));
    machine.apply(next);
    assertThat(machine.apply(next).state().counter("n")).isEqualTo(1);
    // From another process of the same term, such as the daemon that has claimed it.
    machine.apply(new Request(6, 1, new Next(1, "n", 1)));
    assertThat(machine.apply(next).state().counter("n")).isEqualTo(1);
    assertThat(machine.state().counter("n")).isEqualTo(2);
  }

  @Test
  void shouldNotCarryOutLateWhatWasOvertaken() {
    machine.apply(new Request(5, 1, new Claim(0, notes())));
    Request early = new Request(5, 2, new Update(1, notes("a", "old")));
    machine.apply(early);
    machine.apply(new Request(5, 3, new Update(1, notes("a", "new"))));
    assertThat(machine.apply(early).accepted()).isFalse();
    assertThat(note("a")).isEqualTo("new");
  }

  @Test
  void shouldRefuseAClaimThatComesAgainAfterAnother() {
    Request claim = new Request(5, 1, new Claim(0, notes()));
    machine.apply(claim);
    machine.apply(new Request(6, 1, new Claim(1, notes())));
    assertThat(machine.apply(claim).accepted()).isFalse();
  }

  @Test
  void shouldKeepNoMoreThanCanBeAnswered() {
    ask(new Claim(0, notes()));
    byte[] half = new byte[StateMachine.MOST_BYTES / 2];
    assertThat(ask(new Update(1, Map.of("a", half))).accepted()).isTrue();
    assertThat(ask(new Update(1, Map.of("b", half))).accepted()).isFalse();
    assertThat(ask(new Update(1, Map.of("a", new byte[1], "b", half))).accepted()).isTrue();
  }

  @Test
  void shouldGoOnFromASnapshotAsIfNothingHadHappened() {
    long seed = Long.getLong("test.seed", System.nanoTime());
    Random random = new Random(seed);
    StateMachine restarted = new StateMachine();
    List<Request> sent = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      if (random.nextInt(10) == 0) {
        StateMachine another = new StateMachine();
        another.restore(restarted.snapshot());
        restarted = another;
      }
      boolean isRepeated = !sent.isEmpty() && random.nextInt(4) == 0;
      Request request = isRepeated ? sent.get(random.nextInt(sent.size())) : random(random, i);
      sent.add(request);
      assertThat(restarted.apply(request).encode())
          .as("seed %d, request %d, %s", seed, i, request)
          .isEqualTo(machine.apply(request).encode());
    }
    assertThat(machine.state().term()).isPositive();
  }

  private Request random(Random random, int i) {
    long term = machine.state().term() - (random.nextInt(5) == 0 ? 1 : 0);
    Command command =
        switch (random.nextInt(100)) {
          case 0, 1, 2, 3, 4 -> new Claim(term, notes("who", "" + i));
          case 5, 6 -> new Read();
          default ->
              random.nextBoolean()
                  ? new Next(term, "n" + random.nextInt(3), random.nextInt(3))
                  : new Update(term, notes("note" + random.nextInt(9), i % 5 == 0 ? "" : "" + i));
        };
    return new Request(random.nextInt(3), i, command);
  }

  private Answer ask(Command command) {
    return machine.apply(new Request(1, ++number, command));
  }

  private String note(String name) {
    return new String(machine.state().note(name).orElseThrow(), StandardCharsets.UTF_8);
  }

  private static Map<String, byte[]> notes(String... namesAndTexts) {
    Map<String, byte[]> notes = new java.util.TreeMap<>();
    for (int i = 0; i < namesAndTexts.length; i += 2) {
      notes.put(namesAndTexts[i], namesAndTexts[i + 1].getBytes(StandardCharsets.UTF_8));
    }
    return notes;
  }
}
