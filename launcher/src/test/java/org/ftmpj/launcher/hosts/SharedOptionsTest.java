package org.ftmpj.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Properties;
import org.ftmpj.common.config.Configuration;
import org.junit.jupiter.api.Test;

class SharedOptionsTest {
  @Test
  void shouldTellDaemonsWhatIsSetForTheNetwork() {
    Configuration configuration =
        Configuration.resolve(
            "network.checksum=none,network.tls.key=/k.pem,network.window=16,rank=1",
            new Properties(),
            Map.of(),
            file -> new Properties());

    assertThat(SharedOptions.of(configuration))
        .containsExactly("ft.network.checksum=none", "ft.network.tls.key=/k.pem");
  }
}
