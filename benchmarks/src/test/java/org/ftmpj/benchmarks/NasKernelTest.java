package org.ftmpj.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NasKernelTest {
  @ParameterizedTest
  @EnumSource
  void shouldNameAProgramThatIsThere(NasKernel kernel) {
    assertThat(kernel.ranks(1, 8)).contains(1, 4);
    assertThat(kernel.arguments("S")).containsExactly("S", "--time");
    assertThat(kernel.title("S")).isEqualTo(kernel.name());
  }

  @Test
  void shouldRunSquaresOnly() {
    assertThat(NasKernel.SP.ranks(2, 9)).containsExactly(4, 9);
    assertThat(NasKernel.MG.ranks(2, 16)).containsExactly(2, 4, 8);
  }

  @Test
  void shouldTellThatNotAllIterationsWereDone() {
    assertThat(NasKernel.LU.arguments("A")).containsExactly("A", "25", "--time");
    assertThat(NasKernel.LU.title("A")).isEqualTo("LU, 25 iterations");
    assertThat(NasKernel.FT.arguments("A")).containsExactly("A", "--time");
  }

  @Test
  void shouldCompareWhatWasComputed() {
    Run right = run("x: 1.5", "time: 1.000 s, 2 Mop/s", "VERIFICATION SUCCESSFUL");
    Run slower = run("x: 1.5", "time: 2.000 s, 1 Mop/s", "VERIFICATION SUCCESSFUL");
    Run other = run("x: 1.6", "time: 1.000 s, 2 Mop/s", "VERIFICATION SUCCESSFUL");

    String computed = NasKernel.MG.computed(right, "W");
    assertThat(NasKernel.MG.computed(slower, "W")).isEqualTo(computed);
    assertThat(NasKernel.MG.computed(other, "W")).isNotEqualTo(computed);
  }

  @Test
  void shouldNotTakeAWrongResultForGood() {
    Run failed = run("VERIFICATION FAILED");
    Run open = run("VERIFICATION NOT PERFORMED: there are no reference values");

    assertThatThrownBy(() -> NasKernel.LU.computed(failed, "W"))
        .isInstanceOf(FtmpjException.class)
        .hasMessageContaining("FTMPJ-1608");
    assertThatThrownBy(() -> NasKernel.LU.computed(failed, "A")).isInstanceOf(FtmpjException.class);
    assertThatThrownBy(() -> NasKernel.LU.computed(open, "W")).isInstanceOf(FtmpjException.class);
    assertThatCode(() -> NasKernel.LU.computed(open, "A")).doesNotThrowAnyException();
  }

  private static Run run(String... out) {
    return new Run("a kernel", List.of(out), List.of(), 1);
  }
}
