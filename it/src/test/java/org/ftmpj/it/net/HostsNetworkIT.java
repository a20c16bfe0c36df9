package org.ftmpj.it.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.List;
import org.ftmpj.it.job.Installation;
import org.ftmpj.testing.Rotated;
import org.ftmpj.testnet.HostsNetwork;
import org.ftmpj.testnet.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** That what the tests of hosts rely on is so: loss loses, shaping shapes, what is cut is cut. */
@Timeout(300)
@Rotated(kind = "networks", turns = 3)
class HostsNetworkIT {
  private static final int MEBIBYTE = 1 << 20;
  private static final int PATIENCE_MS = 30_000;

  private static HostsNetwork network;
  private static OnHost server;
  private static OnHost client;

  @BeforeAll
  static void make() {
    network = TestHosts.of(2);
    server = new OnHost(network, 1, Probe.class);
    client = new OnHost(network, 0, Probe.class, "client");
    assertThat(server.line()).isEqualTo("ready");
  }

  @AfterAll
  static void remove() {
    if (network != null) {
      network.close();
    }
  }

  @Test
  void shouldLosePackets() {
    network.lose(0, 5);

    assertThat(send(0, 2 * MEBIBYTE)).startsWith("took");

    assertThat(network.come(1, 0)).isGreaterThan(2 * MEBIBYTE / 1500);
    assertThat(100.0 * network.lost(1, 0) / network.come(1, 0)).isBetween(2.0, 9.0);
    network.lose(0, 0);
    assertThat(send(0, MEBIBYTE)).startsWith("took");
    assertThat(network.lost(1, 0)).isZero();
  }

  @Test
  void shouldBeAsSlowAsItIsShaped() {
    network.shape(0, 1, "20mbit");
    long tookMs = tookMs(send(1, MEBIBYTE));
    network.unshape(0, 1);

    // 8.4 Mbit, of which the burst is free. It can be slower, never faster.
    assertThat(tookMs).isGreaterThan(350);
  }

  @Test
  void shouldCutAndRestoreALink() {
    network.cut(0, 0);
    assertThat(client.ask(network.address(1, 0) + " 10 200")).startsWith("failed");
    assertThat(send(1, MEBIBYTE)).startsWith("took");
    network.restore(0, 0);
    assertThat(send(0, MEBIBYTE)).startsWith("took");
  }

  @Test
  void shouldPartAndRejoinTwoHosts() {
    network.part(0, 1);
    assertThat(client.ask(network.address(1, 0) + " 10 200")).startsWith("failed");
    assertThat(client.ask(network.address(1, 1) + " 10 200")).startsWith("failed");
    network.rejoin();
    assertThat(send(1, MEBIBYTE)).startsWith("took");
  }

  @Test
  void shouldChangeBytesAboveTcp() {
    try (HostsNetwork changed = TestHosts.of(2);
        OnHost sink = new OnHost(changed, 1, Probe.class);
        OnHost source = new OnHost(changed, 0, Probe.class, "client");
        Relay relay = Relay.at(changed, 0, 0, 1)) {
      assertThat(sink.line()).isEqualTo("ready");
      String through = changed.address(1, 0) + " " + MEBIBYTE + " " + PATIENCE_MS;
      String beside = changed.address(1, 1) + " " + MEBIBYTE + " " + PATIENCE_MS;

      assertThat(source.ask(through)).startsWith("took");
      relay.flip(1e-4);
      assertThat(source.ask(through)).isEqualTo("failed: other bytes have come");
      assertThat(source.ask(beside)).startsWith("took");
      assertThat(relay.flip(0).flipped()).isBetween(50L, 200L);
      relay.delay(50);
      assertThat(tookMs(source.ask(through))).isGreaterThan(50);

      assertThat(relay.delay(0).connections()).isEqualTo(3);
    }
  }

  @Test
  void shouldRemoveWhatAKilledProcessHasMade() throws IOException {
    Process maker =
        new ProcessBuilder(
                Installation.java(),
                "-cp",
                System.getProperty("java.class.path"),
                KilledMaker.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String namespace = maker.inputReader().readLine();
    assertThat(namespaces()).contains(namespace);

    maker.destroyForcibly();

    await().until(() -> !namespaces().contains(namespace));
  }

  @Test
  void shouldRemoveOnlyWhatDeadProcessesLeft() throws Exception {
    Process dead = new ProcessBuilder("true").start();
    dead.waitFor();
    String stale = "ftmpj-test-" + dead.pid() + "-1-h0";
    String live = "ftmpj-test-" + ProcessHandle.current().pid() + "-99-h0";
    String other = "ftmpj-testing-" + dead.pid() + "-1-h0";
    for (String name : List.of(stale, live, other)) {
      Tool.run("ip", "netns", "add", name);
    }
    try (HostsNetwork another = TestHosts.of(1)) {
      assertThat(namespaces()).contains(live, other, another.host(0)).doesNotContain(stale);
    } finally {
      Tool.run("ip", "netns", "del", live);
      Tool.run("ip", "netns", "del", other);
    }
  }

  /** Makes a network, says so, and waits to be killed. */
  static final class KilledMaker {
    public static void main(String[] arguments) throws Exception {
      System.out.println(TestHosts.of(1).host(0));
      Thread.sleep(Long.MAX_VALUE);
    }
  }

  private static List<String> namespaces() {
    return Tool.run("ip", "netns", "list").lines().map(line -> line.split(" ")[0]).toList();
  }

  private static String send(int link, int bytes) {
    return client.ask(network.address(1, link) + " " + bytes + " " + PATIENCE_MS);
  }

  private static long tookMs(String answer) {
    assertThat(answer).startsWith("took");
    return Long.parseLong(answer.substring("took ".length()));
  }
}
