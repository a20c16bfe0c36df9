package org.ftmpj.logger.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

class RareWarningTest {
  private final List<String> said = new ArrayList<>();
  private final RareWarning warning =
      new RareWarning(
          (Logger)
              Proxy.newProxyInstance(
                  Logger.class.getClassLoader(),
                  new Class<?>[] {Logger.class},
                  (proxy, method, arguments) -> said.add(List.of(arguments).toString())));

  @Test
  void shouldCountWhatItLeavesOut() {
    for (int i = 0; i < 8450; i++) {
      warning.warn("refused " + i, 7 + i);
    }
    assertThat(said).hasSize(1);
    warning.warn("later", 7 + RareWarning.PAUSE_NS);
    assertThat(said).hasSize(2);
    assertThat(said.get(1)).contains("later", "8449");
    warning.warn("much later", 7 + 2 * RareWarning.PAUSE_NS);
    assertThat(said.get(2)).contains("much later").doesNotContain("more");
  }
}
