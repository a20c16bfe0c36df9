package org.ftmpj.benchmarks.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** All processes of a ring in one thread; what those that die have sent may be lost with them. */
class RingMemberTest {
  private static final int SIZE = 6;
  private static final int TOKENS = 200;

  private final Deque<Runnable> underWay = new ArrayDeque<>();
  private final RingMember[] members = new RingMember[SIZE];
  private final BitSet dead = new BitSet();
  private final List<List<String>> said = new ArrayList<>();

  RingMemberTest() {
    for (int process = 0; process < SIZE; process++) {
      int self = process;
      List<String> lines = new ArrayList<>();
      said.add(lines);
      members[self] =
          new RingMember(
              self, SIZE, (to, message, taken) -> send(self, to, message, taken), lines::add);
    }
  }

  private void send(int from, int to, RingMessage message, Runnable taken) {
    ByteBuffer bytes = ByteBuffer.wrap(RingMessage.encode(message)).order(ByteOrder.LITTLE_ENDIAN);
    underWay.add(
        () -> {
          if (!dead.get(from) && !dead.get(to)) {
            taken.run();
            members[to].take(RingMessage.decode(bytes));
          }
        });
  }

  private void run(int steps) {
    for (int i = 0; i < steps && !underWay.isEmpty(); i++) {
      underWay.remove().run();
    }
  }

  private void die(int... processes) {
    for (int process : processes) {
      dead.set(process);
    }
    run(Integer.MAX_VALUE);
    for (int process : processes) {
      for (int other = 0; other < SIZE; other++) {
        if (!dead.get(other)) {
          members[other].lost(process);
        }
      }
    }
  }

  private long count(int process, String word) {
    return said.get(process).stream().filter(line -> line.startsWith(word + " ")).count();
  }

  @Test
  void shouldPassTokensOnUntilTwoAreLeft() {
    members[0].begin(TOKENS, 8);
    run(211);
    die(2, 3);
    run(100);
    die(5);
    run(50);
    die(1);
    run(Integer.MAX_VALUE);

    assertThat(said.get(0)).last().isEqualTo("done");
    assertThat(count(0, "gone")).isPositive();
    assertThat(count(0, "token") + count(0, "gone")).isGreaterThanOrEqualTo(TOKENS);
    assertThat(said.get(0)).filteredOn(line -> line.startsWith("token")).doesNotHaveDuplicates();
    assertThat(said.get(0))
        .filteredOn(line -> line.startsWith("token"))
        .last()
        .asString()
        .endsWith(" 2");
    for (int process : new int[] {0, 4}) {
      assertThat(count(process, "told")).isEqualTo(4);
      assertThat(count(process, "lost")).isEqualTo(4);
    }
  }
}
