package org.ftmpj.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.ftmpj.common.config.CheckSum;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.network.faulty.Faults;
import org.ftmpj.network.faulty.FaultyPaths;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Who meets whom, and what becomes of a session when one of them is slow, late, gone or strange.
 */
@Timeout(300)
class PeersTest {
  private static final NetworkOptions TCP = Hosts.options("tcp");

  private final Hosts.Events events1 = new Hosts.Events();
  private final Hosts.Events events2 = new Hosts.Events();

  @AfterEach
  void noMoreFaults() {
    Faults.none().begin();
  }

  @Test
  void shouldHaveNoMoreUnderWayThanTheWindowWhenTheReceiverIsSlow() throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    Traffic traffic = new Traffic(5_000, number -> 4096);
    Receiver slow =
        content -> {
          uninterrupted(goOn);
          traffic.receiver().accept(content);
        };
    try (Endpoint one = Hosts.open(1, 1, TCP);
        Endpoint two = Hosts.open(2, 1, TCP)) {
      two.connect(1, one.addresses(), Hosts.to(slow), events2);
      Session to2 = one.expect(2, Hosts.nowhere(), events1);
      Thread sender = new Thread(() -> traffic.sendUninterrupted(to2));
      sender.start();
      await().until(() -> traffic.asked() > 900 && sender.getState() == Thread.State.WAITING);
      assertThat(traffic.asked()).isLessThanOrEqualTo((4L << 20) / 4096);
      goOn.countDown();
      traffic.received().get(120, TimeUnit.SECONDS);
      assertThat(Hosts.sum(two.counters(), PathCounters::refused)).isZero();
    }
  }

  @Test
  void shouldSendToAHostThatComesLater() throws Exception {
    Traffic traffic = new Traffic(10, number -> 100);
    int port = freePort();
    InetSocketAddress later = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try (Endpoint two = Hosts.open(2, 1, TCP)) {
      Session to1 = two.connect(1, List.of(later), Hosts.nowhere(), events2);
      traffic.send(to1);
      try (Endpoint one = Endpoint.open(1, Hosts.SECRET, List.of(later), TCP)) {
        // Now it answers, and does not expect anyone yet.
        await().until(() -> one.addresses().get(0).getPort() == port);
        one.expect(2, Hosts.to(traffic.receiver()), events1);
        traffic.received().get(120, TimeUnit.SECONDS);
      }
      assertThat(events2.lost.get(120, TimeUnit.SECONDS).code())
          .isEqualTo(ErrorCode.SESSION_CLOSED);
    }
  }

  /** The other thread has the connection when the end of the session is to be told by it. */
  @Test
  void shouldSayThatItIsClosedWhileAnotherThreadSends() throws Exception {
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Content slow =
        new Content() {
          @Override
          public int length() {
            return 1;
          }

          @Override
          public void write(ByteBuffer to) {
            writing.countDown();
            uninterrupted(goOn);
            to.put((byte) 1);
          }
        };
    try (Endpoint one = Hosts.open(1, 1, TCP);
        Endpoint two = Hosts.open(2, 1, TCP)) {
      two.connect(1, one.addresses(), Hosts.nowhere(), events2);
      Session to2 = one.expect(2, Hosts.nowhere(), events1);
      events1.established.get(120, TimeUnit.SECONDS);
      Thread sender = new Thread(() -> sendUninterrupted(to2, slow));
      sender.start();
      writing.await();
      Thread closer = new Thread(one::close);
      closer.start();
      // It has said what it could, and waits for the other thread's call.
      await().until(() -> closer.getState() == Thread.State.TIMED_WAITING);
      goOn.countDown();
      assertThat(events2.lost.get(120, TimeUnit.SECONDS).code())
          .isEqualTo(ErrorCode.SESSION_CLOSED);
      sender.join();
      closer.join();
    }
  }

  /** As with one coordinator after another, which all have the number 0. */
  @Test
  void shouldNotCountASessionThatAnotherHasTakenThePlaceOf() throws Exception {
    InetSocketAddress nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), freePort());
    try (Endpoint two = Hosts.open(2, 1, TCP)) {
      Session first = two.connect(0, List.of(nobody), Hosts.nowhere(), events2);
      two.connect(1, List.of(nobody), Hosts.nowhere(), events2);
      first.close();
      two.connect(0, List.of(nobody), Hosts.nowhere(), events2);
      assertThat(two.counters()).extracting(PathCounters::peer).containsExactlyInAnyOrder(0, 1);
    }
  }

  @Test
  void shouldGiveANumberToAHostThatJoins() throws Exception {
    CompletableFuture<Integer> number = new CompletableFuture<>();
    CompletableFuture<String> greeting = new CompletableFuture<>();
    CompletableFuture<Integer> atOther = new CompletableFuture<>();
    CompletableFuture<Session> joined = new CompletableFuture<>();
    try (Endpoint launcher = Hosts.open(0, 1, TCP);
        Endpoint other = Hosts.open(1, 1, TCP);
        Endpoint joining = Hosts.open(Endpoint.UNNUMBERED, 1, TCP)) {
      launcher.admit(
          session -> {
            joined.complete(session);
            return new Admission.Admitted(
                Hosts.to(content -> greeting.complete(Hosts.text(content))), events1);
          });
      Session toLauncher =
          joining.connect(
              0,
              launcher.addresses(),
              Hosts.to(content -> number.complete((int) content.get(content.position()))),
              events2);
      toLauncher.send(Topic.JOB, Content.of("here I am".getBytes()));
      joined.get(120, TimeUnit.SECONDS).send(Topic.JOB, Content.of(new byte[] {2}));
      joining.number(number.get(120, TimeUnit.SECONDS));
      other.expect(2, Hosts.to(content -> atOther.complete(content.remaining())), events1);
      joining
          .connect(1, other.addresses(), Hosts.nowhere(), events2)
          .send(Topic.CHANNELS, Content.of(new byte[17]));
      assertThat(greeting.get(120, TimeUnit.SECONDS)).isEqualTo("here I am");
      assertThat(joined.get().peer()).isEqualTo(Endpoint.UNNUMBERED);
      assertThat(atOther.get(120, TimeUnit.SECONDS)).isEqualTo(17);
    }
  }

  @Test
  void shouldSayThatTheSecretIsAnother() throws Exception {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (Endpoint one = Hosts.open(1, 1, TCP);
        Endpoint two =
            Endpoint.open(2, Hosts.secret("another one of the tests"), List.of(any), TCP)) {
      one.expect(2, Hosts.nowhere(), events1);
      Session to1 = two.connect(1, one.addresses(), Hosts.nowhere(), events2);
      FtmpjException why = events2.lost.get(120, TimeUnit.SECONDS);
      assertThat(why.code()).isEqualTo(ErrorCode.HOST_SECRET);
      assertThatThrownBy(() -> to1.send(Topic.JOB, Content.of(new byte[1])))
          .isInstanceOf(FtmpjException.class)
          .hasMessage(why.getMessage());
      await().until(() -> one.strangers() == 1);
      assertThat(events1.established).isNotDone();
    }
  }

  @Test
  void shouldDropAndCountConnectionsThatAreNoHosts() throws Exception {
    Traffic traffic = new Traffic(1000, number -> 1000);
    try (Endpoint one = Hosts.open(1, 1, TCP);
        Endpoint two = Hosts.open(2, 1, TCP)) {
      two.connect(1, one.addresses(), Hosts.to(traffic.receiver()), events2);
      Session to2 = one.expect(2, Hosts.nowhere(), events1);
      InetSocketAddress address = one.addresses().get(0);
      for (int i = 0; i < 20; i++) {
        try (Socket scanner = new Socket(address.getAddress(), address.getPort())) {
          scanner.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(i).getBytes());
        }
      }
      traffic.send(to2);
      traffic.received().get(120, TimeUnit.SECONDS);
      await().until(() -> one.strangers() == 20);
      assertThat(Hosts.sum(one.counters(), PathCounters::connections)).isEqualTo(1);
      assertThat(Hosts.sum(two.counters(), PathCounters::corrupt)).isZero();
    }
  }

  @Test
  void shouldSuspectAHostThatIsSilentOnAllPathsAndGoOnWhenItIsHeard() throws Exception {
    Faults faults = Faults.seeded(1).begin();
    Traffic traffic = new Traffic(2_000, number -> 100);
    NetworkOptions options = Hosts.options(FaultyPaths.NAME);
    try (Endpoint one = Hosts.open(1, 2, options);
        Endpoint two = Hosts.open(2, 2, options)) {
      two.connect(1, one.addresses(), Hosts.to(traffic.receiver()), events2);
      Session to2 = one.expect(2, Hosts.nowhere(), events1);
      events1.established.get(120, TimeUnit.SECONDS);
      faults.silence(0, true);
      faults.silence(1, true);
      traffic.send(to2);
      await().until(() -> events1.suspicions.get() > 0);
      assertThat(traffic.received()).isNotDone();
      faults.silence(1, false);
      traffic.received().get(120, TimeUnit.SECONDS);
      await().until(() -> events1.wellAgain.get() > 0);
      assertThat(events1.lost).isNotDone();
    }
  }

  @Test
  void shouldLoseAHostThatStaysSilent() throws Exception {
    Faults faults = Faults.seeded(1).begin();
    NetworkOptions options =
        new NetworkOptions(
            1 << 20, Duration.ofMillis(5), Duration.ofSeconds(2), CheckSum.SUM, FaultyPaths.NAME);
    try (Endpoint one = Hosts.open(1, 1, options);
        Endpoint two = Hosts.open(2, 1, options)) {
      two.connect(1, one.addresses(), Hosts.nowhere(), events2);
      one.expect(2, Hosts.nowhere(), events1);
      events1.established.get(120, TimeUnit.SECONDS);
      faults.silence(0, true);
      // Nothing is under way: the heartbeats of an idle session notice it.
      assertThat(events1.lost.get(120, TimeUnit.SECONDS).code()).isEqualTo(ErrorCode.HOST_LOST);
      // More often if the machine is so busy that it seemed silent before.
      assertThat(events1.suspicions.get()).isPositive();
    }
  }

  @Test
  @Rotated(
      kind = "silent hosts and changed bits",
      turns = {0, 4})
  void shouldLoseAHostWhoseProcessIsGone() throws Exception {
    try (Endpoint one = Hosts.open(1, 1, TCP)) {
      Process other = Lone.connecting(one.addresses().get(0).getPort());
      one.expect(2, Hosts.nowhere(), events1);
      events1.established.get(120, TimeUnit.SECONDS);
      other.destroyForcibly();
      assertThat(events1.lost.get(120, TimeUnit.SECONDS).getMessage())
          .contains("ended all connections");
    }
  }

  @Test
  void shouldNotGoOnWithAnotherProcessOfTheSameHost() throws Exception {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), freePort());
    Process first = Lone.listening(address.getPort());
    try (Endpoint two = Hosts.open(2, 1, TCP)) {
      Session to1 = two.connect(1, List.of(address), Hosts.nowhere(), events2);
      events2.established.get(120, TimeUnit.SECONDS);
      first.destroyForcibly().waitFor();
      try (Endpoint second = Endpoint.open(1, Hosts.SECRET, List.of(address), TCP)) {
        Hosts.Events events = new Hosts.Events();
        second.expect(2, Hosts.nowhere(), events);
        assertThat(events2.lost.get(120, TimeUnit.SECONDS).getMessage())
            .contains("no part in this session");
        assertThat(events.established).isNotDone();
        assertThat(to1.peer()).isEqualTo(1);
      }
    } finally {
      first.destroyForcibly();
    }
  }

  private static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void sendUninterrupted(Session session, Content content) {
    try {
      session.send(Topic.JOB, content);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void uninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
