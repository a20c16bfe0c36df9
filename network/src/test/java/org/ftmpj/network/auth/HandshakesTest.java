package org.ftmpj.network.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.ftmpj.common.handshake.Accepting;
import org.ftmpj.common.handshake.Connecting;
import org.ftmpj.common.handshake.NotProven;
import org.ftmpj.common.handshake.Protocol;
import org.ftmpj.common.handshake.Refusal;
import org.ftmpj.common.secret.FrameSealer;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.common.time.Deadline;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Handshakes over real connections, and what strangers may do there. */
@Timeout(300)
class HandshakesTest {
  private static final HostIdentity FIRST = HostIdentity.random(1);
  private static final HostIdentity SECOND = HostIdentity.random(2);
  private static final ConnectionPurpose ERRAND = new ConnectionPurpose(SECOND, 1, 77, 1);
  private static final int HELLO = Protocol.HOSTS.helloLength();

  private final Secret secret = secret("the secret of this job");
  private ServerSocketChannel server;
  private SocketChannel connecting;
  private SocketChannel accepting;

  @BeforeEach
  void connect() throws IOException {
    server = ServerSocketChannel.open();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    connecting = SocketChannel.open(server.getLocalAddress());
    accepting = server.accept();
  }

  @AfterEach
  void close() throws IOException {
    connecting.close();
    accepting.close();
    server.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldLeaveTheChannelAsItWasWithWhatFollows(boolean blocking) throws Exception {
    connecting.configureBlocking(blocking);
    accepting.configureBlocking(blocking);
    CompletableFuture<Proven> accepted = accepting(inTime());

    Proven proven = Handshakes.connecting(connecting, secret, ERRAND, inTime());
    ByteBuffer frame = ByteBuffer.allocate(100).limit(50);
    proven.seals().sealer().seal(frame, 10);
    connecting.configureBlocking(true);
    while (frame.hasRemaining()) {
      connecting.write(frame);
    }

    Proven other = accepted.get();
    assertThat(proven.peer()).isEqualTo(FIRST);
    assertThat(other.peer()).isEqualTo(SECOND);
    assertThat(other.purpose()).isEqualTo(ERRAND);
    assertThat(accepting.isBlocking()).isEqualTo(blocking);
    accepting.configureBlocking(true);
    ByteBuffer read = ByteBuffer.allocate(50 + FrameSealer.OVERHEAD);
    while (read.hasRemaining()) {
      accepting.read(read);
    }
    assertThat(other.seals().opener().open(read.flip(), 10)).isTrue();
  }

  @Test
  void shouldBelieveAHostThatJoins() throws Exception {
    HostIdentity joining = HostIdentity.random(HostIdentity.UNNUMBERED);
    CompletableFuture<Proven> accepted = accepting(inTime());

    Handshakes.connecting(connecting, secret, new ConnectionPurpose(joining, 1, 1, 0), inTime());

    assertThat(accepted.get().peer()).isEqualTo(joining);
  }

  @Test
  void shouldTellBothSidesThatSecretsDiffer() {
    CompletableFuture<Proven> accepted = accepting(inTime());

    refused(Refusal.WRONG_SECRET, secret("the secret of another job"), ERRAND);
    assertThat(refusal(accepted)).isEqualTo(Refusal.WRONG_SECRET);
  }

  @Test
  void shouldNotTalkWithItself() {
    accepting(inTime());

    refused(Refusal.ITSELF, secret, new ConnectionPurpose(FIRST, 1, 5, 0));
  }

  @Test
  void shouldNotTalkToAnotherHostThanTheOneThatIsMeant() {
    accepting(inTime());

    refused(Refusal.OTHER_HOST, secret, new ConnectionPurpose(SECOND, 3, 5, 0));
  }

  /** A stranger between two hosts pretends to one that the other is a third. */
  @Test
  void shouldNotBelieveAnIntroductionThatWasChanged() throws NotProven {
    HostIdentity third = HostIdentity.random(3);
    Accepting impostor = new Accepting(Protocol.HOSTS, secret, third.encode(), false);
    Accepting real = new Accepting(Protocol.HOSTS, secret, FIRST.encode(), false);
    Connecting misled = new Connecting(Protocol.HOSTS, secret);
    misled.challenged(impostor.challenge());
    ByteBuffer hello = misled.hello(new ConnectionPurpose(SECOND, 3, 5, 0).encode(), false);

    assertThatThrownBy(() -> real.admit(hello))
        .isInstanceOfSatisfying(
            NotProven.class, e -> assertThat(e.why()).isEqualTo(Refusal.WRONG_SECRET));
  }

  /** However it has come by the secret: who accepts looks, too. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldAdmitNeitherItselfNorWhoMeansAnotherHost(boolean itself) throws Exception {
    CompletableFuture<Proven> accepted = accepting(inTime());
    Connecting side = new Connecting(Protocol.HOSTS, secret);
    connecting.configureBlocking(true);
    side.challenged(read(Protocol.HOSTS.challengeLength()));
    ConnectionPurpose purpose =
        itself ? new ConnectionPurpose(FIRST, 1, 5, 0) : new ConnectionPurpose(SECOND, 3, 5, 0);
    connecting.write(side.hello(purpose.encode(), false));
    Refusal why = itself ? Refusal.ITSELF : Refusal.OTHER_HOST;

    assertThat(refusal(accepted)).isEqualTo(why);
    ByteBuffer answer = read(Protocol.HOSTS.answerLength());
    assertThatThrownBy(() -> side.conclude(answer))
        .isInstanceOfSatisfying(NotProven.class, e -> assertThat(e.why()).isEqualTo(why));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4, 12, 16})
  void shouldRejectIdentitiesAndErrandsThatCannotBe(int at) {
    ByteBuffer purpose = new ConnectionPurpose(SECOND, 1, 77, 1).encode();
    switch (at) {
      case 0, 12, 16 -> purpose.putInt(at, -2);
      default -> purpose.putLong(at, 0);
    }

    assertThatThrownBy(() -> ConnectionPurpose.decode(purpose))
        .isInstanceOfSatisfying(
            NotProven.class, e -> assertThat(e.why()).isEqualTo(Refusal.FOREIGN));
  }

  @Test
  void shouldNotWaitLongerThanItsDeadlineForASilentStranger() throws IOException {
    assertThat(refusal(accepting(Deadline.in(Duration.ofMillis(20)))))
        .isEqualTo(Refusal.INCOMPLETE);
    accepting.configureBlocking(true);
    assertThatThrownBy(
            () ->
                Handshakes.connecting(
                    accepting, secret, ERRAND, Deadline.in(Duration.ofMillis(20))))
        .isInstanceOfSatisfying(
            NotProven.class, e -> assertThat(e.why()).isEqualTo(Refusal.INCOMPLETE));
  }

  /** Each byte comes in time, and the last one never, however late the other side reads. */
  @Test
  void shouldNotWaitLongerThanItsDeadlineForASlowStranger() throws Exception {
    CompletableFuture<Proven> accepted = accepting(Deadline.in(Duration.ofMillis(200)));
    for (int i = 1; i < HELLO && !accepted.isDone(); i++) {
      connecting.write(ByteBuffer.wrap(new byte[1]));
      Thread.sleep(10);
    }
    assertThat(refusal(accepted)).isEqualTo(Refusal.INCOMPLETE);
  }

  @Test
  void shouldNoticeThatAHelloWasCutOff() throws Exception {
    for (int length = 0; length < HELLO; length += 13) {
      connecting.close();
      accepting.close();
      connecting = SocketChannel.open(server.getLocalAddress());
      accepting = server.accept();
      CompletableFuture<Proven> accepted = accepting(inTime());
      connecting.write(ByteBuffer.allocate(length));
      connecting.shutdownOutput();

      assertThat(refusal(accepted)).as("%d bytes", length).isEqualTo(Refusal.INCOMPLETE);
    }
  }

  @Test
  void shouldAnswerNothingToAnotherProtocol() throws Exception {
    CompletableFuture<Proven> accepted = accepting(inTime());
    String request = "GET / HTTP/1.1\r\nHost: " + "x".repeat(HELLO) + "\r\n\r\n";
    connecting.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));

    assertThat(refusal(accepted)).isEqualTo(Refusal.FOREIGN);
    accepting.shutdownOutput();
    ByteBuffer answer = ByteBuffer.allocate(1000);
    while (connecting.read(answer) >= 0) {}
    assertThat(answer.position()).isEqualTo(Protocol.HOSTS.challengeLength());
  }

  @Test
  void shouldCountEachStrangerAndTellOfTheFirstOfAKind() throws Exception {
    List<String> told = new ArrayList<>();
    Strangers strangers = new Strangers(told::add);
    strangers.count(server.getLocalAddress(), new NotProven(Refusal.FOREIGN, "one"));
    strangers.count(server.getLocalAddress(), new NotProven(Refusal.FOREIGN, "another"));
    strangers.count(server.getLocalAddress(), new NotProven(Refusal.VERSION, "a third"));

    strangers.count(server.getLocalAddress(), new NotProven(Refusal.INCOMPLETE, "a slow one"));

    assertThat(strangers.dropped()).isEqualTo(4);
    assertThat(strangers.dropped(Refusal.FOREIGN)).isEqualTo(2);
    assertThat(told).hasSize(2);
    assertThat(told.get(0)).contains("FTMPJ-1721: ", "FTMPJ's protocol: one. ");
    assertThat(told.get(1)).contains("FTMPJ-1723: ", "another version", ": a third. ");
  }

  private void refused(Refusal why, Secret its, ConnectionPurpose purpose) {
    assertThatThrownBy(() -> Handshakes.connecting(connecting, its, purpose, inTime()))
        .isInstanceOfSatisfying(NotProven.class, e -> assertThat(e.why()).isEqualTo(why));
  }

  private ByteBuffer read(int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining()) {
      assertThat(connecting.read(bytes)).isPositive();
    }
    return bytes.flip();
  }

  private CompletableFuture<Proven> accepting(Deadline deadline) {
    SocketChannel channel = accepting;
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return Handshakes.accepting(channel, secret, FIRST, deadline);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private static Refusal refusal(CompletableFuture<Proven> side) {
    try {
      throw new AssertionError("Believed " + side.get());
    } catch (ExecutionException e) {
      return ((NotProven) e.getCause().getCause()).why();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static Deadline inTime() {
    return Deadline.in(Duration.ofSeconds(30));
  }

  private static Secret secret(String text) {
    try {
      return Secret.of(text, "test");
    } catch (IOException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
