package org.ftmpj.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BindAddressesTest {
  @Test
  void shouldReachAHostWhoeverLogsInThere() {
    assertThat(BindAddresses.towards("me@127.0.0.1")).isEqualTo(BindAddresses.towards("127.0.0.1"));
    assertThatThrownBy(() -> BindAddresses.towards("me@no.such.host.invalid"))
        .hasMessageContaining("there is no host 'me@no.such.host.invalid'")
        .hasMessageContaining("check its name");
  }
}
