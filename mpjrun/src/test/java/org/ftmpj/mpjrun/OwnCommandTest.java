package org.ftmpj.mpjrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.Test;

class OwnCommandTest {

  @Test
  void shouldFindMainAlsoIfArgumentsHaveBlanksOrAreEmpty() {
    List<String> words = List.of("-Xmx64m", "-cp", "a b", "some.Main", "one", "two three", "");
    OwnCommand command = OwnCommand.of(words, "some.Main one two three ");
    assertThat(command.words()).isEqualTo(words);
    assertThat(command.arguments()).containsExactly("one", "two three", "");
  }

  @Test
  void shouldRefuseWhatItDoesNotUnderstand() {
    assertThatThrownBy(() -> OwnCommand.of(List.of("-cp", ".", "Main"), "Other"))
        .isInstanceOfSatisfying(
            FtmpjException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANNOT_START));
  }

  @Test
  void shouldReadThatOfThisProcess() {
    OwnCommand command = OwnCommand.read();
    String joined =
        String.join(" ", command.words().subList(command.mainAt(), command.words().size()));
    assertThat(joined).isEqualTo(System.getProperty("sun.java.command"));
    assertThat(command.words().get(0)).doesNotEndWith("java");
  }
}
