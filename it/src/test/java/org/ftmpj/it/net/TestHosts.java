package org.ftmpj.it.net;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.ftmpj.testnet.HostsNetwork;

/** Networks of hosts for tests. */
public final class TestHosts {
  private TestHosts() {}

  /**
   * A network of so many hosts. Where it cannot be made, a test fails, but for {@code
   * FTMPJ_NO_NETNS} in the environment: then it is skipped.
   */
  public static HostsNetwork of(int hosts) {
    assumeTrue(System.getenv("FTMPJ_NO_NETNS") == null, "FTMPJ_NO_NETNS is set");
    return HostsNetwork.of(hosts);
  }
}
