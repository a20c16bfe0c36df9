package org.ftmpj.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SilentHostsTest {
  private final List<String> told = new ArrayList<>();
  private final List<Runnable> later = new ArrayList<>();
  private final SilentHosts hosts = new SilentHosts(told::add, later::add);

  private void pass() {
    later.forEach(Runnable::run);
    later.clear();
  }

  @Test
  void shouldTellOfAHostThatStaysSilentAndWhenItIsBack() {
    hosts.silent("a");
    assertThat(told).isEmpty();
    pass();
    assertThat(told).containsExactly("host a does not answer; waiting for it");
    hosts.heard("a");
    assertThat(told).hasSize(2).last().isEqualTo("host a answers again");
  }

  @Test
  void shouldNotTellToWaitForAHostThatIsLost() {
    hosts.silent("a");
    hosts.lost("a");
    pass();
    hosts.heard("a");
    assertThat(told).isEmpty();
  }

  @Test
  void shouldNotTellOfAShortSilence() {
    hosts.silent("a");
    hosts.heard("a");
    pass();
    assertThat(told).isEmpty();
  }
}
