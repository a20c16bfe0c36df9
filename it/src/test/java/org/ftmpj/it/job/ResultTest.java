package org.ftmpj.it.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ResultTest {
  private static final Result OTHER = result("[0] subtree 17: 2 solutions", "[1] all done");

  private static Result result(String... lines) {
    return new Result(0, Stream.of(lines).map(Line::parse).toList(), List.of(), 0);
  }

  @Test
  void shouldPutTogetherALineThatWasCutForOthers() {
    Result cut =
        result(
            "[0] subtree 140", "[1] all done", "[0] : 0 solutions", "[0] subtree 3: 12 solutions");
    assertThat(cut.inWholeLines(OTHER).out(0))
        .containsExactly("subtree 140: 0 solutions", "subtree 3: 12 solutions");
    assertThat(cut.inWholeLines(OTHER).out(1)).containsExactly("all done");
  }

  @Test
  void shouldLeaveWhatLooksLikeNoLineOfTheOther() {
    Result strange = result("[0] subtree 140", "[0] nonsense", "[0] : 0 solutions");
    assertThat(strange.inWholeLines(OTHER)).isEqualTo(strange);
  }

  @Test
  void shouldNotHideALineThatIsThereTwice() {
    Result twice = result("[1] all done", "[1] all done");
    assertThat(twice.inWholeLines(OTHER)).isEqualTo(twice);
  }
}
