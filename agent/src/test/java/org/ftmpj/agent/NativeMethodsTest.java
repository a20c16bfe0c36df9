package org.ftmpj.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class NativeMethodsTest {
  private final NativeMethods natives = new NativeMethods();

  static final class WithOne {
    native void call();
  }

  @Test
  void shouldFindTheFirst() throws IOException {
    examine(NativeMethodsTest.class);
    assertThat(natives.first()).isEmpty();
    examine(WithOne.class);
    examine(NativeMethodsTest.class);
    assertThat(natives.first()).contains(WithOne.class.getName() + ".call");
  }

  private void examine(Class<?> type) throws IOException {
    String name = type.getName().replace('.', '/');
    try (InputStream in = type.getResourceAsStream("/" + name + ".class")) {
      natives.examine(name, in.readAllBytes());
    }
  }
}
