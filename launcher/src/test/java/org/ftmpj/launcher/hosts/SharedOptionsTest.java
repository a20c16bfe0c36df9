package org.ftmpj.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.common.config.Options;
import org.junit.jupiter.api.Test;

class SharedOptionsTest {
  @Test
  void shouldTellDaemonsWhatIsSetForTheNetwork() {
    Configuration configuration =
        Configuration.resolve(
            "network.checksum=none,network.detection=20,network.window=16,rank=1",
            new Properties(),
            Map.of(),
            file -> new Properties());

    assertThat(SharedOptions.of(configuration))
        .containsExactly("ft.network.detection=20", "ft.network.checksum=none");
  }

  @Test
  void shouldTellThemTheQuotaOfLogsThatTheJobHasNow() {
    List<String> before = List.of("ft.log.max=64", "ft.log.memory=5");
    List<String> now = SharedOptions.with(before, Options.LOG_MAX, 128);
    assertThat(now).containsExactly("ft.log.memory=5", "ft.log.max=128");
    assertThat(LogQuota.of(SharedOptions.configuration(now)).mib()).isEqualTo(128);
    assertThat(SharedOptions.of(SharedOptions.configuration(now))).contains("ft.log.max=128");
  }

  /** The environment of one host may have one. */
  @Test
  void shouldHaveNoQuotaUnlessItIsTold() {
    String property = Options.LOG_MAX.property();
    System.setProperty(property, "500");
    try {
      assertThat(LogQuota.of(SharedOptions.configuration(List.of())).isSet()).isFalse();
    } finally {
      System.clearProperty(property);
    }
  }
}
