package org.ftmpj.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.ftmpj.hostd.job.ToLauncher;
import org.ftmpj.hostd.logs.MirroredChannel;
import org.junit.jupiter.api.Test;

class PlacedAnswersTest {
  private final PlacedAnswers answers = new PlacedAnswers();

  private void answer(List<Integer> copied, List<Integer> needing) {
    answers.add(new ToLauncher.Placed(List.of(new MirroredChannel(0, 1, 7)), copied, needing));
  }

  /** One host is enough, whichever says first that it is needed. */
  @Test
  void shouldGoOnIfAHostHasCopies() {
    answer(List.of(), List.of(1, 2));
    answer(List.of(2, 3), List.of(1, 2));
    answer(List.of(1), List.of());
    answers.requireCopies();
    assertThat(answers.mirrored()).hasSize(3);
  }

  @Test
  void shouldNotGoOnWithoutThoseThatAreNeeded() {
    answer(List.of(2, 3), List.of(1, 2));
    answers.add(new ToLauncher.Resumed());
    assertThatThrownBy(answers::requireCopies)
        .hasMessageStartingWith("FTMPJ-1828: ")
        .hasMessageContaining("of ranks [1]");
  }
}
