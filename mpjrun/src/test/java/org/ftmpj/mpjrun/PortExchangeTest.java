package org.ftmpj.mpjrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class PortExchangeTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(200);

  @Test
  void shouldTellAllRanksTheSameThatNoOtherJobIsTold() throws Exception {
    List<Peers> one = exchange(3, 100);
    List<Peers> other = exchange(3, 100);
    assertThat(one).containsOnly(one.get(0));
    assertThat(one.get(0).all()).extracting(Peers.Peer::rank).containsExactly(0, 1, 2);
    assertThat(one.get(0).all()).extracting(Peers.Peer::pid).containsExactly(100, 101, 102);
    assertThat(one.get(0).digest()).isNotEqualTo(other.get(0).digest());
    assertThatCode(one.get(0)::requireAll).doesNotThrowAnyException();
  }

  @Test
  void shouldTellTheOthersWhichRankCouldNotBeStarted() throws Exception {
    Peers peers = exchange(2, PortExchange.NO_PROCESS).get(0);
    assertCode(peers::requireAll, ErrorCode.NO_STARTER, "[0]");
  }

  @Test
  void shouldRefuseAnAnswerThatIsNone() {
    for (String answer :
        List.of("hello", "#Peer Information;a@1@2@0@0", "#Peer Information;a@1;b@2@3@1@0")) {
      assertCode(() -> Peers.parse(answer, 2), ErrorCode.NO_STARTER, answer);
    }
  }

  @Test
  void shouldNotWaitForEverForAStarter() throws IOException {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    PortExchange exchange = new PortExchange(wrapper(2, free, 1), SHORT);
    assertCode(
        () -> exchange.as(1, PortExchange::random), ErrorCode.NO_STARTER, "rank 1 cannot join");
  }

  @Test
  void shouldNotWaitForEverForTheOtherRanks() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      WrapperArguments wrapper = wrapper(2, silent.getLocalPort(), 1);
      PortExchange exchange = new PortExchange(wrapper, SHORT);
      assertCode(
          () -> exchange.as(1, PortExchange::random),
          ErrorCode.NO_STARTER,
          "not all ranks have come");
    }
  }

  /** A whole exchange; the ranks come before the starter listens. */
  private static List<Peers> exchange(int size, int firstPid) throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    List<CompletableFuture<Peers>> ranks =
        IntStream.range(0, size)
            .mapToObj(rank -> wrapper(size, port, rank))
            .map(w -> CompletableFuture.supplyAsync(() -> join(w, firstPid + w.rank())))
            .toList();
    try (ServerSocket starter = new ServerSocket(port)) {
      answer(starter, size);
    }
    List<Peers> peers = new ArrayList<>();
    for (CompletableFuture<Peers> rank : ranks) {
      peers.add(rank.get());
    }
    return peers;
  }

  private static WrapperArguments wrapper(int size, int port, int rank) {
    return new WrapperArguments(size, "localhost", port, rank, "Main", List.of());
  }

  private static Peers join(WrapperArguments wrapper, int pid) {
    try {
      return new PortExchange(wrapper, LONG).as(pid, PortExchange::random);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** As MPJ Express's starter does. */
  private static void answer(ServerSocket starter, int size) throws IOException {
    List<Socket> sockets = new ArrayList<>();
    StringBuilder answer = new StringBuilder("#Peer Information");
    while (sockets.size() < size) {
      Socket socket = starter.accept();
      sockets.add(socket);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      assertThat(in.readUTF()).isEqualTo("Sending Info");
      int first = in.readInt();
      int second = in.readInt();
      answer.append(";127.0.0.1@%d@%d@%d@0".formatted(second, first, in.readInt()));
    }
    for (Socket socket : sockets) {
      new DataOutputStream(socket.getOutputStream()).writeUTF(answer.toString());
      socket.close();
    }
  }

  private static void assertCode(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable action, ErrorCode code, String text) {
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(FtmpjException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(text);
  }
}
