package org.ftmpj.network.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.UnaryOperator;
import org.ftmpj.common.secret.FrameSealer;
import org.ftmpj.common.secret.Nonce;
import org.ftmpj.common.secret.Proof;
import org.ftmpj.common.secret.Secret;
import org.junit.jupiter.api.Test;

/** What each side believes, message by message, without a network. */
class HandshakeTest {
  private static final HostIdentity LAUNCHER = HostIdentity.random(0);
  private static final HostIdentity FIRST = HostIdentity.random(1);
  private static final HostIdentity SECOND = HostIdentity.random(2);
  private static final UnaryOperator<ByteBuffer> SAME = message -> message;

  private final Secret secret = secret("the secret of this job");
  private final Errand errand = new Errand(SECOND, 1, 77, 1);

  @Test
  void shouldBelieveEachOtherIfBothKnowTheSecret() throws NotProven {
    Both both = meet(SAME, SAME, SAME);

    assertThat(both.connecting().peer()).isEqualTo(FIRST);
    assertThat(both.accepting().peer()).isEqualTo(SECOND);
    assertThat(both.accepting().errand()).isEqualTo(errand);
    assertThat(reaches(both.connecting(), both.accepting())).isTrue();
    assertThat(reaches(both.accepting(), both.connecting())).isTrue();
  }

  @Test
  void shouldBelieveAHostThatJoins() throws NotProven {
    HostIdentity joining = HostIdentity.random(HostIdentity.UNNUMBERED);
    Accepting accepting = new Accepting(secret, LAUNCHER);
    Connecting connecting = new Connecting(secret, new Errand(joining, 0, 1, 0));

    Proven proven = accepting.admit(connecting.answer(accepting.challenge())).proven();

    assertThat(proven.peer()).isEqualTo(joining);
  }

  @Test
  void shouldNoticeEachBitThatIsChangedInAChallenge() throws NotProven {
    for (int bit = 0; bit < 8 * Challenge.LENGTH; bit++) {
      UnaryOperator<ByteBuffer> flip = flip(bit);
      assertThatThrownBy(() -> meet(flip, SAME, SAME))
          .as("bit %d", bit)
          .isInstanceOf(NotProven.class);
    }
  }

  @Test
  void shouldNoticeEachBitThatIsChangedInAHello() throws NotProven {
    for (int bit = 0; bit < 8 * Hello.LENGTH; bit++) {
      UnaryOperator<ByteBuffer> flip = flip(bit);
      assertThatThrownBy(() -> meet(SAME, flip, SAME))
          .as("bit %d", bit)
          .isInstanceOf(NotProven.class);
    }
  }

  @Test
  void shouldNoticeEachBitThatIsChangedInAWelcome() throws NotProven {
    for (int bit = 0; bit < 8 * Answer.LENGTH; bit++) {
      if (bit / Integer.SIZE == Head.LENGTH / Integer.BYTES) {
        continue; // Reserved in a welcome.
      }
      UnaryOperator<ByteBuffer> flip = flip(bit);
      assertThatThrownBy(() -> meet(SAME, SAME, flip))
          .as("bit %d", bit)
          .isInstanceOf(NotProven.class);
    }
  }

  @Test
  void shouldNotBelieveWhoKnowsAnotherSecret() {
    Accepting accepting = new Accepting(secret, FIRST);
    Connecting connecting = new Connecting(secret("the secret of another job"), errand);

    assertThatThrownBy(() -> accepting.admit(connecting.answer(accepting.challenge())))
        .isInstanceOfSatisfying(
            NotProven.class, e -> assertThat(e.why()).isEqualTo(Refusal.WRONG_SECRET));
  }

  @Test
  void shouldNotBelieveAHostThatAcceptsWithoutKnowingTheSecret() throws NotProven {
    Accepting impostor = new Accepting(secret("the secret of another job"), FIRST);
    Connecting connecting = new Connecting(secret, errand);
    connecting.answer(impostor.challenge());
    ByteBuffer guessed =
        new Answer.Welcome(secret("another guess of somebody").prove(ByteBuffer.allocate(0)))
            .encode();

    refused(Refusal.WRONG_SECRET, () -> connecting.conclude(guessed));
  }

  @Test
  void shouldNotTakeAHelloThatWasHeardInAnotherConnection() throws NotProven {
    Accepting first = new Accepting(secret, FIRST);
    ByteBuffer heard = new Connecting(secret, errand).answer(first.challenge());
    first.admit(heard.duplicate());
    Accepting second = new Accepting(secret, FIRST);

    refused(Refusal.WRONG_SECRET, () -> second.admit(heard));
  }

  @Test
  void shouldNotTakeAWelcomeThatWasHeardInAnotherConnection() throws NotProven {
    Accepting accepting = new Accepting(secret, FIRST);
    ByteBuffer heard =
        accepting.admit(new Connecting(secret, errand).answer(accepting.challenge())).welcome();
    Connecting again = new Connecting(secret, errand);
    again.answer(accepting.challenge());

    refused(Refusal.WRONG_SECRET, () -> again.conclude(heard));
  }

  @Test
  void shouldNotTakeItsOwnProofAsAWelcome() throws NotProven {
    Connecting connecting = new Connecting(secret, errand);
    ByteBuffer hello = connecting.answer(new Accepting(secret, FIRST).challenge());
    ByteBuffer mirrored = ByteBuffer.allocate(Answer.LENGTH);
    Head.WELCOME.encode(mirrored);
    mirrored.putInt(0).put(hello.duplicate().position(Hello.UNPROVEN_LENGTH)).flip();

    refused(Refusal.WRONG_SECRET, () -> connecting.conclude(mirrored));
  }

  @Test
  void shouldNotBelieveAMirror() {
    HostIdentity self = FIRST;
    Accepting accepting = new Accepting(secret, self);
    Connecting connecting = new Connecting(secret, new Errand(self, 1, 5, 0));

    refused(Refusal.ITSELF, () -> connecting.answer(accepting.challenge()));
  }

  /** A stranger between two hosts pretends to one that the other is a third. */
  @Test
  void shouldNotTalkToAnotherHostThanTheOneThatIsMeant() {
    Accepting second = new Accepting(secret, SECOND);
    Connecting connecting = new Connecting(secret, new Errand(LAUNCHER, 1, 5, 0));
    refused(Refusal.OTHER_HOST, () -> connecting.answer(second.challenge()));

    Connecting misled = new Connecting(secret, new Errand(LAUNCHER, 1, 5, 0));
    Accepting real = new Accepting(secret, SECOND);
    UnaryOperator<ByteBuffer> pretend =
        message -> message.putInt(Head.LENGTH, 1).putLong(Head.LENGTH + 4, 99);
    refused(Refusal.WRONG_SECRET, () -> real.admit(misled.answer(pretend.apply(real.challenge()))));
  }

  /** However it has come by the secret: who accepts looks, too. */
  @Test
  void shouldNotAcceptItselfNorWhoMeansAnotherHost() {
    Accepting accepting = new Accepting(secret, FIRST);

    refused(Refusal.ITSELF, () -> accepting.admit(proven(accepting, new Errand(FIRST, 1, 5, 0))));
    refused(
        Refusal.OTHER_HOST, () -> accepting.admit(proven(accepting, new Errand(SECOND, 3, 5, 0))));
  }

  private ByteBuffer proven(Accepting accepting, Errand what) throws NotProven {
    Hello hello = new Hello(what, Nonce.random(), Proof.none());
    Proof proof = new Proofs(secret).ofHello(Challenge.decode(accepting.challenge()), hello);
    return new Hello(what, hello.nonce(), proof).encode();
  }

  @Test
  void shouldSayThatVersionsDiffer() throws NotProven {
    UnaryOperator<ByteBuffer> later =
        message -> message.putShort(Long.BYTES, (short) (Head.VERSION + 1));

    refused(Refusal.VERSION, () -> meet(later, SAME, SAME));
    refused(Refusal.VERSION, () -> meet(SAME, later, SAME));
    refused(Refusal.VERSION, () -> meet(SAME, SAME, later));
  }

  @Test
  void shouldTellWhyItRefuses() throws NotProven {
    Connecting connecting = new Connecting(secret, errand);
    connecting.answer(new Accepting(secret, FIRST).challenge());
    ByteBuffer refusal = Accepting.refusal(new NotProven(Refusal.WRONG_SECRET, "test"));

    refused(Refusal.WRONG_SECRET, () -> connecting.conclude(refusal));
  }

  @Test
  void shouldEncryptEachConnectionAndDirectionByItsOwnKey() throws NotProven {
    Both one = meet(SAME, SAME, SAME);
    Both other = meet(SAME, SAME, SAME);

    assertThat(reaches(one.connecting(), other.accepting())).isFalse();
    assertThat(reaches(one.connecting(), one.connecting())).isFalse();
  }

  private record Both(Proven connecting, Proven accepting) {}

  private interface Attempt {
    void run() throws NotProven;
  }

  /** Both sides, with a stranger between them who may change each message. */
  private Both meet(
      UnaryOperator<ByteBuffer> challenge,
      UnaryOperator<ByteBuffer> hello,
      UnaryOperator<ByteBuffer> welcome)
      throws NotProven {
    Accepting accepting = new Accepting(secret, FIRST);
    Connecting connecting = new Connecting(secret, errand);
    ByteBuffer answer = connecting.answer(challenge.apply(accepting.challenge()));
    Accepting.Admitted admitted = accepting.admit(hello.apply(answer));
    return new Both(connecting.conclude(welcome.apply(admitted.welcome())), admitted.proven());
  }

  private static void refused(Refusal why, Attempt attempt) {
    assertThatThrownBy(attempt::run)
        .isInstanceOfSatisfying(NotProven.class, e -> assertThat(e.why()).isEqualTo(why));
  }

  private static UnaryOperator<ByteBuffer> flip(int bit) {
    return message -> message.put(bit / 8, (byte) (message.get(bit / 8) ^ 1 << bit % 8));
  }

  private static boolean reaches(Proven from, Proven to) {
    ByteBuffer frame = ByteBuffer.allocate(40 + FrameSealer.OVERHEAD).limit(40);
    from.sealer().seal(frame, 10);
    return to.opener().open(frame, 10);
  }

  private static Secret secret(String text) {
    try {
      return Secret.of(text, "test");
    } catch (IOException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
