package org.ftmpj.logger.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PreferredTest {
  private static final long START_NS = 1;

  private final Preferred preferred = new Preferred(3, START_NS);
  private long nowNs = START_NS;

  @Test
  void shouldServeAMajorityAtOnceAndTheOthersLater() {
    lookAtAll();
    assertThat(served()).containsExactly(0, 1);
    nowNs += Preferred.LATER_NS;
    assertThat(served()).containsExactly(0, 1, 2);
    nowNs++;
    assertThat(served()).containsExactly(0, 1);
  }

  @Test
  void shouldReplaceOneThatDoesNotAnswerByOneThatDoes() {
    lookAtAll();
    owes(1, 0);
    nowNs += Preferred.LATER_NS;
    owes(1, 0);
    assertThat(served()).containsExactly(0, 1, 2);
    nowNs++;
    owes(1, 0);
    assertThat(served()).containsExactly(0, 2);
  }

  @Test
  void shouldKeepOneThatAnswersWhileItOwesMore() {
    lookAtAll();
    for (; nowNs < 5 * Preferred.LATER_NS; nowNs += Preferred.LATER_NS / 2) {
      owes(1, nowNs);
    }
    assertThat(served()).contains(0, 1);
  }

  @Test
  void shouldReplaceOneThatIsGoneUnlessTheOtherIsGoneToo() {
    lookAtAll();
    preferred.look(2, false, false, 0, nowNs);
    preferred.look(0, false, false, 0, nowNs);
    assertThat(served()).containsExactly(0, 1);
    preferred.look(2, true, false, 0, nowNs);
    preferred.look(0, false, false, 0, nowNs);
    assertThat(served()).containsExactly(1, 2);
  }

  @Test
  void shouldWaitForTheOneThatAnsweredLastBefore() {
    lookAtAll();
    assertThat(preferred.slowest(i -> true)).isZero();
    assertThat(preferred.slowest(i -> i == 1)).isEqualTo(1);
    assertThat(preferred.slowest(i -> true)).isEqualTo(1);
    assertThat(preferred.slowest(i -> i == 0)).isZero();
    assertThat(preferred.slowest(i -> false)).isZero();
  }

  @Test
  void shouldNotWaitForOneThatGetsRecordsLater() {
    lookAtAll();
    assertThat(preferred.slowest(i -> i == 2)).isZero();
    preferred.look(0, false, true, 0, nowNs);
    assertThat(preferred.slowest(i -> i != 1)).isEqualTo(2);
  }

  private void lookAtAll() {
    IntStream.range(0, 3).forEach(i -> preferred.look(i, true, false, 0, nowNs));
  }

  private void owes(int logger, long heardNs) {
    preferred.look(logger, true, true, heardNs, nowNs);
  }

  private List<Integer> served() {
    return IntStream.range(0, 3).filter(i -> preferred.serves(i, nowNs)).boxed().toList();
  }
}
