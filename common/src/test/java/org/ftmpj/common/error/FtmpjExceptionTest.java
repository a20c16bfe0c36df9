package org.ftmpj.common.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FtmpjExceptionTest {
  @Test
  void shouldTakeWhatIsUnforeseenForADefect() {
    assertThat(FtmpjException.unexpected("it failed: ", new IllegalStateException("no")))
        .hasMessageStartingWith("FTMPJ-1004: it failed: java.lang.IllegalStateException: no.");
    FtmpjException coded = new FtmpjException(ErrorCode.FENCED, "a newer one");
    assertThat(FtmpjException.unexpected("it failed: ", coded)).isSameAs(coded);
  }

  @Test
  void shouldNotTakeALimitOfTheSystemForADefect() {
    Error noThread =
        new OutOfMemoryError(
            "unable to create native thread: possibly out of memory or process/resource limits"
                + " reached");
    assertThat(FtmpjException.unexpected("it failed: ", noThread))
        .hasMessageStartingWith("FTMPJ-1009: it failed: no more threads can be started.")
        .hasMessageContaining("ulimit -u");
    assertThat(FtmpjException.unexpected("", new OutOfMemoryError("Java heap space")).code())
        .isEqualTo(ErrorCode.INTERNAL);
  }
}
