package org.ftmpj.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.Test;

class RunTest {
  private final Run run =
      new Run("Ring on stock", List.of("time: 0.125 s, 3 Mop/s", "end"), List.of(), 1);

  @Test
  void shouldFindWhatAProgramHasMeasured() {
    assertThat(run.lines("time: ")).containsExactly("0.125 s, 3 Mop/s");
    assertThat(NasKernel.milliseconds("0.125 s, 3 Mop/s")).isEqualTo(125);
  }

  @Test
  void shouldNotTakeARunForGoodThatHasMeasuredNothing() {
    assertThatThrownBy(() -> run.lines("VERIFICATION SUCCESSFUL"))
        .isInstanceOf(FtmpjException.class)
        .hasMessageContaining("FTMPJ-1608: Ring on stock has not said 'VERIFICATION");
    assertThatThrownBy(() -> NasKernel.milliseconds("long")).hasMessageContaining("FTMPJ-1608");
  }
}
