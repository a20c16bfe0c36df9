package org.ftmpj.launcher.job;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class FileSizeLimitTest {
  private static final int SEGMENT_MIB = 512;

  private static void require(String soft) {
    FileSizeLimit.require(
        List.of(
            "Limit                     Soft Limit           Hard Limit           Units     ",
            "Max file size             " + soft + "            unlimited            bytes     "),
        SEGMENT_MIB);
  }

  @Test
  void shouldRefuseALimitThatALogComesTo() {
    assertThatThrownBy(() -> require("102400"))
        .hasMessageStartingWith("FTMPJ-1301: no file may have more than 100 KiB here (ulimit -f)")
        .hasMessageContaining("up to 1024 MiB");
    assertThatThrownBy(() -> require(Long.toString((1L << 30) - 1)))
        .hasMessageContaining("log.segment");
  }

  @Test
  void shouldTakeOneThatIsLarger() {
    assertThatCode(() -> require(Long.toString(1L << 30))).doesNotThrowAnyException();
    assertThatCode(() -> require("unlimited")).doesNotThrowAnyException();
    assertThatCode(() -> FileSizeLimit.require(1)).doesNotThrowAnyException();
  }
}
