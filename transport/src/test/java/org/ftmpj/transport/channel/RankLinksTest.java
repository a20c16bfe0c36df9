package org.ftmpj.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.ftmpj.common.secret.Seal;
import org.ftmpj.transport.control.ControlBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two ranks with a job's directory each, as on two hosts, that are connected with each other. */
@Timeout(120)
class RankLinksTest {
  @TempDir Path directory;

  /** Between the ranks: forwards bytes, and cuts connections. */
  private final Relay relay = new Relay();

  private final List<String> notices = new CopyOnWriteArrayList<>();

  private final ConnectedRank[] hosts = new ConnectedRank[2];
  private final ControlBlock[] controls = new ControlBlock[2];
  private final int[] incarnations = {0, 0};

  @BeforeEach
  void createJobs() throws IOException {
    createJobs(Seal.AES);
  }

  private void createJobs(Seal seal) throws IOException {
    for (int rank = 0; rank < 2; rank++) {
      hosts[rank] = ConnectedRank.create(directory.resolve(seal + "-" + rank), rank, seal);
      controls[rank] = hosts[rank].control();
    }
  }

  @AfterEach
  void closeRelay() throws IOException {
    relay.close();
  }

  /** Opens a rank, and tells the other host of its endpoint. */
  private ChronicleInterconnect rank(int rank) throws IOException {
    int incarnation = ++incarnations[rank];
    ChronicleInterconnect opened = hosts[rank].open(rank, incarnation, notices::add);
    int port = (int) controls[rank].endpoint(rank);
    controls[1 - rank].enterEndpoint(rank, incarnation, relay.to(port));
    return opened;
  }

  private static void receive(ChronicleInterconnect receiver, long sequence) {
    while (!ConnectedRank.receive(receiver, sequence)) {
      receiver.awaitArrivals();
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldDeliverMessagesOfAllSizesBothWays(Seal seal) throws IOException {
    createJobs(seal);
    try (ChronicleInterconnect one = rank(0);
        ChronicleInterconnect other = rank(1)) {
      for (int i = 1; i <= 64; i++) {
        ConnectedRank.send(one, 1, i);
        receive(other, i);
        ConnectedRank.send(other, 0, i);
        receive(one, i);
      }
    }
  }

  @Test
  void shouldDeliverWhatTheSenderHasSentBeforeItComputes() throws IOException {
    try (ChronicleInterconnect one = rank(0);
        ChronicleInterconnect other = rank(1)) {
      for (int i = 1; i <= 64; i++) {
        ConnectedRank.send(one, 1, i);
      }
      for (int i = 1; i <= 64; i++) {
        receive(other, i);
      }
    }
  }

  @Test
  void shouldDeliverEachMessageOnceWhenConnectionsAreCut() throws IOException {
    Random random = new Random(17);
    try (ChronicleInterconnect one = rank(0);
        ChronicleInterconnect other = rank(1)) {
      long sent = 0;
      for (int i = 1; i <= 200; i++) {
        while (sent < i + random.nextInt(4)) {
          ConnectedRank.send(one, 1, ++sent);
        }
        if (random.nextInt(8) == 0) {
          relay.cut();
        }
        receive(other, i);
      }
    }
    assertThat(relay.cuts()).isGreaterThan(3);
  }

  @Test
  void shouldReplaceAConnectionThatGoesSilent() throws IOException {
    try (ChronicleInterconnect one = rank(0);
        ChronicleInterconnect other = rank(1)) {
      ConnectedRank.send(one, 1, 1);
      receive(other, 1);
      relay.silence();
      for (int i = 2; i <= 40; i++) {
        ConnectedRank.send(one, 1, i);
      }
      for (int i = 2; i <= 40; i++) {
        receive(other, i);
      }
    }
    assertThat(relay.connections()).isEqualTo(2);
  }

  @Test
  void shouldGoOnWithTheNextIncarnationOfEither() throws IOException {
    ChronicleInterconnect one = rank(0);
    ChronicleInterconnect other = rank(1);
    try {
      for (int i = 1; i <= 8; i++) {
        ConnectedRank.send(one, 1, i);
      }
      receive(other, 1);
      other.close();
      other = rank(1);
      for (int i = 1; i <= 8; i++) {
        receive(other, i);
      }
      one.close();
      one = rank(0);
      one.sendAfter(1, 8);
      ConnectedRank.send(one, 1, 9);
      receive(other, 9);
    } finally {
      one.close();
      other.close();
    }
  }

  @Test
  void shouldEndWhenTheReceiverHasEverythingAlthoughItComputes() throws IOException {
    try (ChronicleInterconnect one = rank(0);
        ChronicleInterconnect other = rank(1)) {
      for (int i = 1; i <= 40; i++) {
        ConnectedRank.send(one, 1, i);
      }
      one.finish();
      for (int i = 1; i <= 40; i++) {
        receive(other, i);
      }
    }
  }

  @Test
  void shouldEndWhenTheReceiverHasEnded() throws IOException {
    try (ChronicleInterconnect one = rank(0)) {
      ConnectedRank.send(one, 1, 1);
      controls[0].enterEndpoint(1, 1, 0);
      one.finish();
    }
    assertThat((int) controls[0].endpoint(0)).as("it takes no more messages").isZero();
  }

  @Test
  void shouldDeliverAlthoughTheReceiverIsInterrupted() throws IOException {
    try (ChronicleInterconnect one = rank(0);
        ChronicleInterconnect other = rank(1)) {
      for (int i = 1; i <= 50; i++) {
        Thread.currentThread().interrupt();
        ConnectedRank.send(one, 1, i);
        receive(other, i);
        assertThat(Thread.interrupted()).isTrue();
      }
    }
  }

  @Test
  void shouldDropStrangers() throws IOException {
    try (ChronicleInterconnect one = rank(0);
        ChronicleInterconnect other = rank(1);
        Socket stranger =
            new Socket(InetAddress.getLoopbackAddress(), (int) controls[1].endpoint(1))) {
      stranger.getOutputStream().write(new byte[1000]);
      stranger.setSoTimeout(10_000);
      Throwable end = catchThrowable(() -> stranger.getInputStream().readAllBytes());
      assertThat(end).isNotInstanceOf(SocketTimeoutException.class);
      ConnectedRank.send(one, 1, 1);
      receive(other, 1);
    }
  }

  @Test
  void shouldDeliverAlthoughManyStrangersSayNothing() throws IOException {
    List<Socket> strangers = new ArrayList<>();
    try (ChronicleInterconnect one = rank(0);
        ChronicleInterconnect other = rank(1)) {
      for (int i = 0; i < 300; i++) {
        strangers.add(new Socket(InetAddress.getLoopbackAddress(), (int) controls[1].endpoint(1)));
      }
      ConnectedRank.send(one, 1, 1);
      receive(other, 1);
    } finally {
      for (Socket stranger : strangers) {
        stranger.close();
      }
    }
  }

  @Test
  void shouldReportARankThatCannotBeReachedAndGoOnTrying() throws Exception {
    int port;
    try (ServerSocket unused = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = unused.getLocalPort();
    }
    try (ChronicleInterconnect one = rank(0)) {
      controls[0].enterEndpoint(1, 1, port);
      ConnectedRank.send(one, 1, 1);
      while (notices.isEmpty()) {
        Thread.sleep(50);
      }
      assertThat(notices.get(0)).contains("rank 1 at 127.0.0.1:" + port, "FT_NETWORK_DIRECT=false");
      try (ChronicleInterconnect other = rank(1)) {
        receive(other, 1);
      }
    }
    assertThat(notices).hasSize(1);
  }

  /** Forwards connections on the loopback address. Any thread. */
  private static final class Relay {
    private final List<ServerSocket> listeners = new CopyOnWriteArrayList<>();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final Set<Socket> silent = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private int cuts;

    int to(int port) throws IOException {
      ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      listeners.add(listener);
      start(
          () -> {
            while (true) {
              Socket from = listener.accept();
              try {
                Socket to = new Socket(InetAddress.getLoopbackAddress(), port);
                connections.incrementAndGet();
                sockets.add(from);
                sockets.add(to);
                start(() -> pump(from, to));
                start(() -> pump(to, from));
              } catch (IOException e) {
                from.close(); // That incarnation has ended.
              }
            }
          });
      return listener.getLocalPort();
    }

    private void pump(Socket from, Socket to) throws IOException {
      byte[] bytes = new byte[8 << 10];
      try (from;
          to) {
        for (int read; (read = from.getInputStream().read(bytes)) >= 0; ) {
          // What comes on a silent connection is lost, and neither end learns of it.
          if (!silent.contains(from)) {
            to.getOutputStream().write(bytes, 0, read);
          }
        }
      }
    }

    /** Loses all that comes on the connections that there are. */
    void silence() {
      silent.addAll(sockets);
    }

    /** The number of connections so far. */
    int connections() {
      return connections.get();
    }

    /** Cuts all connections that there are. */
    void cut() throws IOException {
      cuts++;
      for (Socket socket : sockets) {
        socket.close();
      }
      sockets.clear();
    }

    int cuts() {
      return cuts;
    }

    private interface Work {
      void run() throws IOException;
    }

    private static void start(Work work) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  work.run();
                } catch (IOException e) {
                  // The connection or the listener was closed.
                }
              });
      thread.setDaemon(true);
      thread.start();
    }

    void close() throws IOException {
      for (ServerSocket listener : listeners) {
        listener.close();
      }
      cut();
    }
  }
}
