package org.ftmpj.logger.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.ftmpj.common.handshake.Protocol;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.client.QuorumEventLog;
import org.ftmpj.logger.testing.OnlyLogger;
import org.ftmpj.logger.testing.SocketThreads;
import org.ftmpj.logger.wire.Incarnation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A stranger between a rank and its event logger, who records what they say, and changes or repeats
 * it: over an address of this host at which other hosts may reach it, so both sides take each other
 * for another host's.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LoggerEavesdropperTest {
  private static final String VALUE = "what the rank has read ";
  private static final String JOB = "the name of the job";

  @TempDir java.nio.file.Path directory;
  private final ByteArrayOutputStream heard = new ByteArrayOutputStream(); // guarded by itself
  private final AtomicReference<Attack> next = new AtomicReference<>();
  private final AtomicInteger connections = new AtomicInteger();
  private Secret secret;
  private EventLoggerServer server;
  private ServerSocket relay;

  /** What is done to the next frame. */
  private enum Attack {
    CHANGE_TO_LOGGER(true),
    REPEAT_TO_LOGGER(true),
    CHANGE_TO_RANK(false),
    REPEAT_TO_RANK(false);

    private final boolean toLogger;

    Attack(boolean toLogger) {
      this.toLogger = toLogger;
    }
  }

  private void startAt(InetAddress address) throws IOException {
    secret = Secret.of("the secret of this test", "test");
    server =
        EventLoggerServer.start(
            new EventLoggerServer.Settings(
                new InetSocketAddress(address, 0),
                directory.resolve("store"),
                secret,
                Optional.empty()));
    relay = new ServerSocket(0, 10, address);
    SocketThreads.start(this::listen);
  }

  private static InetAddress addressForOthers() throws SocketException {
    Optional<InetAddress> address =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .filter(each -> each instanceof Inet4Address && !each.isLoopbackAddress())
            .findFirst();
    assumeThat(address).as("an address of this host that is no loopback address").isPresent();
    return address.orElseThrow();
  }

  @AfterEach
  void stop() throws IOException {
    if (relay != null) {
      relay.close();
      server.close();
    }
  }

  @Test
  void shouldReadNothingOfWhatIsRecordedAndReadAgain() throws Exception {
    startAt(addressForOthers());
    recordAndRead();

    assertThat(heard()).doesNotContain("the rank").doesNotContain("name of the job");
    assertThat(heard().length()).isGreaterThan(200 * VALUE.length());
  }

  /** So that the test above can fail. */
  @Test
  void shouldReadWhatDoesNotLeaveTheHost() throws Exception {
    startAt(InetAddress.getLoopbackAddress());
    recordAndRead();

    assertThat(heard()).contains(VALUE + 1, VALUE + 100, JOB);
  }

  private void recordAndRead() {
    try (QuorumEventLog log = logger().log(new Incarnation(JOB, 0, 1))) {
      assertThat(history(log)).isEmpty();
      append(log, 1, 100);
    }
    try (QuorumEventLog log = logger().log(new Incarnation(JOB, 0, 2))) {
      assertThat(history(log)).hasSize(100).endsWith(VALUE + 100);
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldOnlyBreakTheConnection(Attack attack) throws Exception {
    startAt(addressForOthers());
    try (QuorumEventLog log = logger().log(new Incarnation(JOB, 0, 1))) {
      history(log);
      append(log, 1, 1);
      int before = connections.get();
      next.set(attack);
      append(log, 2, 2);
      // What is repeated to the rank is found when it listens next.
      append(log, 3, 4);
      assertThat(next).hasNullValue();
      assertThat(connections.get()).isGreaterThan(before);
    }
    try (QuorumEventLog log = logger().log(new Incarnation(JOB, 0, 2))) {
      assertThat(history(log)).containsExactly(VALUE + 1, VALUE + 2, VALUE + 3, VALUE + 4);
    }
  }

  private OnlyLogger logger() {
    return new OnlyLogger(relay.getInetAddress().getHostAddress(), relay.getLocalPort(), secret);
  }

  private static List<String> history(QuorumEventLog log) {
    List<String> all = new ArrayList<>();
    log.history(1, record -> all.add(StandardCharsets.US_ASCII.decode(record).toString()));
    return all;
  }

  private static void append(QuorumEventLog log, int from, int to) {
    for (int i = from; i <= to; i++) {
      log.append(StandardCharsets.US_ASCII.encode(VALUE + i));
      log.awaitStable(i);
    }
  }

  private String heard() {
    synchronized (heard) {
      return heard.toString(StandardCharsets.ISO_8859_1);
    }
  }

  private void listen() throws IOException {
    while (true) {
      Socket from = relay.accept();
      Socket to = new Socket(server.address().getAddress(), server.address().getPort());
      connections.incrementAndGet();
      Protocol spoken = Protocol.LOGGERS;
      SocketThreads.start(() -> pass(from, to, true, spoken.helloLength()));
      SocketThreads.start(
          () -> pass(to, from, false, spoken.challengeLength(), spoken.answerLength()));
    }
  }

  private void pass(Socket from, Socket to, boolean toLogger, int... handshake) throws IOException {
    try (from;
        to) {
      DataInputStream in = new DataInputStream(from.getInputStream());
      OutputStream out = to.getOutputStream();
      for (int length : handshake) {
        say(in.readNBytes(length), out);
      }
      while (true) {
        int length = in.readInt();
        byte[] frame =
            ByteBuffer.allocate(Integer.BYTES + length)
                .putInt(length)
                .put(in.readNBytes(length))
                .array();
        Attack attack = next.get();
        if (attack == null || attack.toLogger != toLogger || !next.compareAndSet(attack, null)) {
          say(frame, out);
        } else if (attack == Attack.REPEAT_TO_LOGGER || attack == Attack.REPEAT_TO_RANK) {
          say(frame, out);
          say(frame, out);
        } else {
          frame[frame.length / 2] ^= 1;
          say(frame, out);
        }
      }
    }
  }

  private void say(byte[] bytes, OutputStream to) throws IOException {
    synchronized (heard) {
      heard.writeBytes(bytes);
    }
    to.write(bytes);
  }
}
