package org.ftmpj.common.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReasonTest {
  @TempDir Path directory;

  @Test
  void shouldSayInWordsWhatIsWrongWithAFile() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    Path gone = directory.resolve("gone");
    assertThat(Reason.of(catchThrowable(() -> Files.readString(gone))))
        .isEqualTo(gone + ": no such file or directory");
    assertThat(Reason.of(catchThrowable(() -> Files.createFile(file))))
        .isEqualTo(file + ": it is there already");
    assertThat(Reason.of(catchThrowable(() -> Files.createFile(file.resolve("below")))))
        .isEqualTo(file.resolve("below") + ": Not a directory");
    Files.write(file, new byte[] {(byte) 0xff});
    assertThat(Reason.of(catchThrowable(() -> Files.readString(file))))
        .isEqualTo("it is not text in UTF-8");
  }

  @Test
  void shouldLeaveOutTheTypeWhereTheMessageIsASentence() {
    IOException refused = new ConnectException("Connection refused");
    assertThat(Reason.of(refused)).isEqualTo("Connection refused");
    assertThat(Reason.of(new UncheckedIOException(refused))).isEqualTo("Connection refused");
    assertThat(Reason.of(new ArithmeticException("/ by zero")))
        .isEqualTo("ArithmeticException: / by zero");
    assertThat(Reason.of(new NullPointerException())).isEqualTo("NullPointerException");
  }

  @Test
  void shouldEndASentenceOnce() {
    assertThat(new FtmpjException(ErrorCode.BAD_OPTIONS, "unknown option, did you mean x?"))
        .hasMessage("FTMPJ-1001: unknown option, did you mean x? " + nextStep());
    assertThat(new FtmpjException(ErrorCode.BAD_OPTIONS, "wrong"))
        .hasMessage("FTMPJ-1001: wrong. " + nextStep());
  }

  private static String nextStep() {
    return ErrorCode.BAD_OPTIONS.nextStep();
  }
}
