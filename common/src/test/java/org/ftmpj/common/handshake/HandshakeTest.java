package org.ftmpj.common.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.secret.FrameOpener;
import org.ftmpj.common.secret.FrameSealer;
import org.ftmpj.common.secret.Seal;
import org.ftmpj.common.secret.Secret;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each side believes, message by message, without a network. */
class HandshakeTest {
  private static final UnaryOperator<ByteBuffer> SAME = message -> message;
  private static final String TEXT = "the secret of this job";

  private final Secret secret = secret(TEXT);

  @ParameterizedTest
  @EnumSource
  void shouldBelieveEachOtherIfBothKnowTheSecret(Protocol protocol) throws NotProven {
    Accepting acceptor = acceptor(protocol, secret);
    Connecting connector = new Connecting(protocol, secret);

    ByteBuffer introduction = connector.challenged(acceptor.challenge());
    ByteBuffer purpose = acceptor.admit(connector.hello(purpose(protocol), false));
    Seals ofConnector = connector.conclude(acceptor.welcome()).orElseThrow();
    Seals ofAcceptor = acceptor.seals().orElseThrow();

    assertThat(introduction).isEqualTo(introduction(protocol));
    assertThat(purpose).isEqualTo(purpose(protocol));
    assertThat(reaches(ofConnector, ofAcceptor)).isTrue();
    assertThat(reaches(ofAcceptor, ofConnector)).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void shouldAgreeOnTheSealOrRefuse(Seal seal) throws NotProven {
    for (Seal its : Seal.values()) {
      ByteBuffer introduction = introduction(Protocol.RANKS);
      Accepting acceptor = new Accepting(Protocol.RANKS, secret, introduction, false, its);
      Connecting connector = new Connecting(Protocol.RANKS, secret, seal);
      connector.challenged(acceptor.challenge());
      ByteBuffer hello = connector.hello(purpose(Protocol.RANKS), false);
      if (its == seal) {
        acceptor.admit(hello);
        Seals seals = connector.conclude(acceptor.welcome()).orElseThrow();
        assertThat(reaches(seals, acceptor.seals().orElseThrow())).isTrue();
      } else {
        refused(Refusal.OTHER_SEAL, () -> acceptor.admit(hello));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldTakeAnyChangedBitForDamage(Protocol protocol) throws NotProven {
    Accepting acceptor = acceptor(protocol, secret);
    Connecting connector = new Connecting(protocol, secret);
    for (int bit = 0; bit < 8 * protocol.challengeLength(); bit++) {
      ByteBuffer damaged = flip(bit).apply(copy(acceptor.challenge()));
      refused(Refusal.FOREIGN, () -> connector.challenged(damaged));
    }
    connector.challenged(acceptor.challenge());
    ByteBuffer hello = connector.hello(purpose(protocol), false);
    for (int bit = 0; bit < 8 * protocol.helloLength(); bit++) {
      ByteBuffer damaged = flip(bit).apply(copy(hello));
      refused(Refusal.FOREIGN, () -> acceptor.admit(damaged));
    }
    acceptor.admit(hello);
    ByteBuffer welcome = acceptor.welcome();
    for (int bit = 0; bit < 8 * protocol.answerLength(); bit++) {
      ByteBuffer damaged = flip(bit).apply(copy(welcome));
      refused(Refusal.FOREIGN, () -> connector.conclude(damaged));
    }
    assertThat(connector.conclude(welcome)).isPresent();
  }

  @ParameterizedTest
  @EnumSource
  void shouldNotBelieveAMessageInWhichAStrangerHasChangedAnyByte(Protocol protocol) {
    for (int byteAt = 0; byteAt < protocol.challengeLength() - 4; byteAt++) {
      refused(protocol, change(byteAt), SAME, SAME);
    }
    for (int byteAt = 0; byteAt < protocol.helloLength() - 4; byteAt++) {
      refused(protocol, SAME, change(byteAt), SAME);
    }
    for (int byteAt = 0; byteAt < protocol.answerLength() - 4; byteAt++) {
      refused(protocol, SAME, SAME, change(byteAt));
    }
  }

  @Test
  void shouldNotBelieveWhoKnowsAnotherSecret() throws NotProven {
    Accepting acceptor = acceptor(Protocol.HOSTS, secret);
    Connecting stranger = new Connecting(Protocol.HOSTS, secret("the secret of another job"));
    stranger.challenged(acceptor.challenge());
    ByteBuffer hello = stranger.hello(purpose(Protocol.HOSTS), false);

    refused(Refusal.WRONG_SECRET, () -> acceptor.admit(hello));
  }

  @ParameterizedTest
  @EnumSource
  void shouldNotBelieveAnAcceptorThatDoesNotKnowTheSecret(Protocol protocol) throws NotProven {
    Secret another = secret("the secret of another job");
    Accepting impostor = acceptor(protocol, another);
    Connecting connector = new Connecting(protocol, secret);
    connector.challenged(impostor.challenge());
    connector.hello(purpose(protocol), false);
    Connecting accomplice = new Connecting(protocol, another);
    accomplice.challenged(impostor.challenge());
    impostor.admit(accomplice.hello(purpose(protocol), false));

    refused(Refusal.WRONG_SECRET, () -> connector.conclude(impostor.welcome()));
  }

  @ParameterizedTest
  @EnumSource
  void shouldNotTakeAHelloThatWasHeardInAnotherConnection(Protocol protocol) throws NotProven {
    Accepting first = acceptor(protocol, secret);
    Connecting connector = new Connecting(protocol, secret);
    connector.challenged(first.challenge());
    ByteBuffer heard = connector.hello(purpose(protocol), false);
    first.admit(heard.duplicate());
    Accepting second = acceptor(protocol, secret);

    refused(Refusal.WRONG_SECRET, () -> second.admit(heard));
  }

  @ParameterizedTest
  @EnumSource
  void shouldNotTakeAWelcomeThatWasHeardInAnotherConnection(Protocol protocol) throws NotProven {
    Accepting acceptor = acceptor(protocol, secret);
    Connecting connector = new Connecting(protocol, secret);
    connector.challenged(acceptor.challenge());
    acceptor.admit(connector.hello(purpose(protocol), false));
    ByteBuffer heard = acceptor.welcome();
    Connecting again = new Connecting(protocol, secret);
    again.challenged(acceptor.challenge());
    again.hello(purpose(protocol), false);

    refused(Refusal.WRONG_SECRET, () -> again.conclude(heard));
  }

  @Test
  void shouldNotTakeItsOwnProofForAWelcome() throws NotProven {
    Connecting connector = new Connecting(Protocol.LOGGERS, secret);
    connector.challenged(acceptor(Protocol.LOGGERS, secret).challenge());
    ByteBuffer hello = connector.hello(purpose(Protocol.LOGGERS), false);
    ByteBuffer mirrored = HandshakeMessage.WELCOME.begin(Protocol.LOGGERS).putInt(0);
    mirrored.put(hello.slice(44, KeyExchange.LENGTH));
    mirrored.put(hello.slice(HandshakeMessage.proofAt(hello), 32));

    refused(Refusal.WRONG_SECRET, () -> connector.conclude(HandshakeMessage.end(mirrored)));
  }

  @ParameterizedTest
  @EnumSource
  void shouldSayThatVersionsDiffer(Protocol protocol) {
    UnaryOperator<ByteBuffer> later =
        message -> HandshakeMessage.end(message.putShort(10, (short) (protocol.version + 1)));

    refused(Refusal.VERSION, protocol, later, SAME, SAME);
    refused(Refusal.VERSION, protocol, SAME, later, SAME);
    refused(Refusal.VERSION, protocol, SAME, SAME, later);
  }

  @Test
  void shouldNotTalkWithWhoSpeaksAnotherProtocol() {
    Accepting logger = acceptor(Protocol.LOGGERS, secret);
    Connecting host = new Connecting(Protocol.HOSTS, secret);

    refused(Refusal.FOREIGN, () -> host.challenged(logger.challenge()));
  }

  @Test
  void shouldTellWhyItRefuses() throws NotProven {
    for (Refusal why : Refusal.values()) {
      Accepting acceptor = acceptor(Protocol.HOSTS, secret);
      Connecting connector = new Connecting(Protocol.HOSTS, secret);
      connector.challenged(acceptor.challenge());
      connector.hello(purpose(Protocol.HOSTS), false);

      refused(why, () -> connector.conclude(acceptor.refusal(why)));
    }
    assertThat(Refusal.VERSION.code(Protocol.HOSTS)).isEqualTo(ErrorCode.HOST_VERSION);
    assertThat(Refusal.WRONG_SECRET.code(Protocol.LOGGERS)).isEqualTo(ErrorCode.WRONG_SECRET);
  }

  @Test
  void shouldSealEachConnectionAndDirectionByItsOwnKey() throws NotProven {
    Both one = meet(Protocol.HOSTS, SAME, SAME, SAME);
    Both other = meet(Protocol.HOSTS, SAME, SAME, SAME);

    assertThat(reaches(one.connector(), one.acceptor())).isTrue();
    assertThat(reaches(one.connector(), other.acceptor())).isFalse();
    assertThat(reaches(one.connector(), one.connector())).isFalse();
  }

  /** Who has recorded all, and learns the secret later, lacks what was never said. */
  @Test
  void shouldNotSealByAKeyThatFollowsFromTheSecretAndWhatWasSaid() throws NotProven {
    Transcript said = new Transcript(secret);
    UnaryOperator<ByteBuffer> record =
        message -> {
          said.add(message, 0);
          return message;
        };
    Both both = meet(Protocol.LOGGERS, record, record, record);

    Seals guessed =
        said.seals(new byte[0], Transcript.FROM_ACCEPTOR, Transcript.FROM_CONNECTOR, Seal.AES);
    assertThat(reaches(both.connector(), guessed)).isFalse();
    Seals zeros =
        said.seals(new byte[32], Transcript.FROM_ACCEPTOR, Transcript.FROM_CONNECTOR, Seal.AES);
    assertThat(reaches(both.connector(), zeros)).isFalse();
  }

  @Test
  void shouldLeaveInClearWhatBothSidesSeeWithinThisHost() throws NotProven {
    Accepting acceptor = new Accepting(Protocol.LOGGERS, secret, ByteBuffer.allocate(0), true);
    Connecting connector = new Connecting(Protocol.LOGGERS, secret);
    connector.challenged(acceptor.challenge());
    acceptor.admit(connector.hello(purpose(Protocol.LOGGERS), true));

    assertThat(connector.conclude(acceptor.welcome())).isEmpty();
    assertThat(acceptor.seals()).isEmpty();
  }

  @Test
  void shouldSealWhatMayLeaveTheHost() throws NotProven {
    assertThat(sealsBetween(true, false)).isPresent();
    assertThat(sealsBetween(false, true)).isPresent();
  }

  /** Between the loopback addresses of two hosts, which a tunnel connects. */
  @Test
  void shouldSealWhatComesFromALoopbackAddressOfAnotherHost() throws NotProven {
    Accepting acceptor = new Accepting(Protocol.LOGGERS, secret, ByteBuffer.allocate(0), true);
    ByteBuffer ofAnotherHost = acceptor.challenge();
    ofAnotherHost.putLong(44, ofAnotherHost.getLong(44) + 1);
    Connecting connector = new Connecting(Protocol.LOGGERS, secret);
    connector.challenged(HandshakeMessage.end(ofAnotherHost));
    ByteBuffer hello = connector.hello(purpose(Protocol.LOGGERS), true);

    assertThat(hello.get(44 + KeyExchange.LENGTH)).isEqualTo((byte) 1);
  }

  /** However it has come by the secret. */
  @Test
  void shouldNotAdmitInClearWhoComesFromElsewhere() throws NotProven {
    Accepting acceptor = acceptor(Protocol.LOGGERS, secret);
    ByteBuffer hello = HandshakeMessage.HELLO.begin(Protocol.LOGGERS);
    int proofAt = HandshakeMessage.proofAt(hello);
    Transcript said = new Transcript(secret).add(acceptor.challenge(), 0).addUnproven(hello);
    said.ofHello().encode(hello.position(proofAt));

    refused(Refusal.FOREIGN, () -> acceptor.admit(HandshakeMessage.end(hello)));
  }

  @Test
  void shouldNotSayTheSecret() throws NotProven {
    StringBuilder said = new StringBuilder();
    UnaryOperator<ByteBuffer> record =
        message -> {
          said.append(StandardCharsets.ISO_8859_1.decode(message.duplicate()));
          return message;
        };
    meet(Protocol.HOSTS, record, record, record);

    assertThat(said.length()).isGreaterThan(Protocol.HOSTS.helloLength());
    assertThat(said.toString()).doesNotContain(TEXT);
    assertThat(secret.toString()).doesNotContain(TEXT);
  }

  @Test
  void shouldNeverThrowAnythingElseForNoise() {
    long seed = Long.getLong("test.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      Protocol protocol = Protocol.values()[random.nextInt(2)];
      UnaryOperator<ByteBuffer> noise =
          message -> {
            byte[] bytes = new byte[message.capacity() - 12];
            random.nextBytes(bytes);
            ByteBuffer noisy = ByteBuffer.allocate(message.capacity());
            noisy.put(0, message, 0, 12).put(12, bytes);
            return HandshakeMessage.end(noisy);
          };
      int which = random.nextInt(3);
      assertThatThrownBy(
              () ->
                  meet(
                      protocol,
                      which == 0 ? noise : SAME,
                      which == 1 ? noise : SAME,
                      which == 2 ? noise : SAME))
          .as("-Dtest.seed=" + seed)
          .isInstanceOf(NotProven.class);
    }
  }

  private record Both(Seals connector, Seals acceptor) {}

  private interface Attempt {
    void run() throws NotProven;
  }

  /** Both sides, with a stranger between them who may change each message. */
  private Both meet(
      Protocol protocol,
      UnaryOperator<ByteBuffer> challenge,
      UnaryOperator<ByteBuffer> hello,
      UnaryOperator<ByteBuffer> welcome)
      throws NotProven {
    Accepting acceptor = acceptor(protocol, secret);
    Connecting connector = new Connecting(protocol, secret);
    connector.challenged(challenge.apply(copy(acceptor.challenge())));
    acceptor.admit(hello.apply(copy(connector.hello(purpose(protocol), false))));
    Optional<Seals> seals = connector.conclude(welcome.apply(copy(acceptor.welcome())));
    return new Both(seals.orElseThrow(), acceptor.seals().orElseThrow());
  }

  private Optional<Seals> sealsBetween(boolean connectorMay, boolean acceptorMay) throws NotProven {
    Accepting acceptor =
        new Accepting(Protocol.LOGGERS, secret, ByteBuffer.allocate(0), acceptorMay);
    Connecting connector = new Connecting(Protocol.LOGGERS, secret);
    connector.challenged(acceptor.challenge());
    acceptor.admit(connector.hello(purpose(Protocol.LOGGERS), connectorMay));
    return connector.conclude(acceptor.welcome());
  }

  private static Accepting acceptor(Protocol protocol, Secret secret) {
    return new Accepting(protocol, secret, introduction(protocol), false);
  }

  private static ByteBuffer introduction(Protocol protocol) {
    return ByteBuffer.allocate(protocol.introductionLength);
  }

  private static ByteBuffer purpose(Protocol protocol) {
    byte[] purpose = new byte[protocol.purposeLength];
    for (int i = 0; i < purpose.length; i++) {
      purpose[i] = (byte) (i + 1);
    }
    return ByteBuffer.wrap(purpose);
  }

  private static ByteBuffer copy(ByteBuffer message) {
    return ByteBuffer.allocate(message.capacity()).put(message.duplicate()).flip();
  }

  private void refused(
      Protocol protocol,
      UnaryOperator<ByteBuffer> challenge,
      UnaryOperator<ByteBuffer> hello,
      UnaryOperator<ByteBuffer> welcome) {
    assertThatThrownBy(() -> meet(protocol, challenge, hello, welcome))
        .isInstanceOf(NotProven.class);
  }

  private void refused(
      Refusal why,
      Protocol protocol,
      UnaryOperator<ByteBuffer> challenge,
      UnaryOperator<ByteBuffer> hello,
      UnaryOperator<ByteBuffer> welcome) {
    refused(why, () -> meet(protocol, challenge, hello, welcome));
  }

  private static void refused(Refusal why, Attempt attempt) {
    assertThatThrownBy(attempt::run)
        .isInstanceOfSatisfying(NotProven.class, e -> assertThat(e.why()).isEqualTo(why));
  }

  private static UnaryOperator<ByteBuffer> flip(int bit) {
    return message -> message.put(bit / 8, (byte) (message.get(bit / 8) ^ 1 << bit % 8));
  }

  /** A stranger knows how to make check sums. */
  private static UnaryOperator<ByteBuffer> change(int at) {
    return message -> HandshakeMessage.end(message.put(at, (byte) (message.get(at) ^ 1 << at % 8)));
  }

  private static boolean reaches(Seals from, Seals to) {
    ByteBuffer frame = ByteBuffer.allocate(40 + FrameSealer.OVERHEAD).limit(40);
    from.sealer().seal(frame, 10);
    FrameOpener opener = to.opener();
    return opener.open(frame, 10);
  }

  private static Secret secret(String text) {
    try {
      return Secret.of(text, "test");
    } catch (IOException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
