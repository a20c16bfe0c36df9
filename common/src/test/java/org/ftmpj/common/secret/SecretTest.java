package org.ftmpj.common.secret;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class SecretTest {
  @Test
  void shouldNotTakeASecretThatCouldBeGuessed() {
    assertThatThrownBy(() -> Secret.of("  short  ", "file"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("5 characters, at least 16")
        .hasMessageNotContaining("short  ");
  }
}
