package org.ftmpj.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.ftmpj.common.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who may be in a session, and that who may not does it no harm. */
@Timeout(300)
class StrangersTest {
  private static final int CONTENTS = 500;

  private final Hosts.Events events1 = new Hosts.Events();
  private final Hosts.Events events2 = new Hosts.Events();

  @Test
  void shouldNotTalkWithWhoHasAnotherSecret() throws Exception {
    try (Endpoint one = Hosts.open(1, 1, Hosts.options("tcp"));
        Endpoint two =
            Endpoint.open(
                2, Hosts.secret("the secret of another job"), List.of(), Hosts.options("tcp"))) {
      two.connect(1, one.addresses(), Hosts.nowhere(), events2);
      one.expect(2, Hosts.nowhere(), events1);
      assertThat(events2.lost.get(120, TimeUnit.SECONDS).code()).isEqualTo(ErrorCode.HOST_SECRET);
      assertThat(events1.established).isNotDone();
      assertThat(one.strangers()).isPositive();
    }
  }

  /** More than may prove themselves at the same time, and none ever says a word. */
  @Test
  void shouldLetInWhoKnowsTheSecretHoweverManyStrangersAreThere() throws Exception {
    List<Socket> silent = new ArrayList<>();
    try (Endpoint one = Hosts.open(1, 1, Hosts.options("tcp"));
        Endpoint two = Hosts.open(2, 1, Hosts.options("tcp"))) {
      InetSocketAddress door = one.addresses().get(0);
      for (int i = 0; i < 640; i++) {
        silent.add(new Socket(door.getAddress(), door.getPort()));
      }
      two.connect(1, one.addresses(), Hosts.nowhere(), events2);
      one.expect(2, Hosts.nowhere(), events1);
      // If it had to wait until each has had its five seconds, that would take longer.
      events1.established.get(120, TimeUnit.SECONDS);
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  @Test
  void shouldGoOnWhileStrangersSayAnything() throws Exception {
    Random random = new Random(3);
    Traffic traffic = new Traffic(CONTENTS, Traffic.mixed(1, 4096));
    try (Endpoint one = Hosts.open(1, 1, Hosts.options("tcp"));
        Endpoint two = Hosts.open(2, 1, Hosts.options("tcp"))) {
      InetSocketAddress door = one.addresses().get(0);
      two.connect(1, one.addresses(), Hosts.to(traffic.receiver()), events2);
      Session to2 = one.expect(2, Hosts.nowhere(), events1);
      events1.established.get(120, TimeUnit.SECONDS);
      for (int i = 0; i < 100; i++) {
        say(door, random);
      }
      traffic.send(to2);
      traffic.received().get(120, TimeUnit.SECONDS);
      await().until(() -> one.strangers() == 100);
      assertThat(Hosts.sum(one.counters(), PathCounters::connections)).isEqualTo(1);
      assertThat(Hosts.sum(one.counters(), PathCounters::retransmitted)).isZero();
    }
  }

  private static void say(InetSocketAddress door, Random random) throws IOException {
    try (Socket socket = new Socket(door.getAddress(), door.getPort())) {
      byte[] bytes = new byte[random.nextInt(300)];
      random.nextBytes(bytes);
      socket.getOutputStream().write(bytes);
    }
  }
}
