package org.ftmpj.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class HostJavasTest {
  private final HostJavas javas =
      new HostJavas(new TreeMap<>(Map.of("17.0.15", List.of("a", "c"), "25.0.3", List.of("b"))));

  @Test
  void shouldNameTheHostsWithAnotherJavaThanTheLaunchers() {
    assertThat(javas.differing("25.0.3"))
        .hasValue(
            "this is Java 25.0.3, and ranks run with Java 17.0.15 on a, c;"
                + " JAVA_HOME there chooses it");
    assertThat(javas.differing("21.0.1").orElseThrow())
        .contains("ranks run with Java 17.0.15 on a, c; 25.0.3 on b;");
  }

  @Test
  void shouldSayNothingOfHostsWithTheSame() {
    assertThat(new HostJavas(Map.of("17.0.15", List.of("a", "b"))).differing("17.0.15")).isEmpty();
  }
}
