package org.ftmpj.logger.agreement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.logger.agreement.Command.Claim;
import org.ftmpj.logger.agreement.Command.End;
import org.ftmpj.logger.agreement.Command.Next;
import org.ftmpj.logger.agreement.Command.Read;
import org.ftmpj.logger.agreement.Command.Update;
import org.junit.jupiter.api.Test;

class EncodingTest {
  private static final Map<String, byte[]> NOTES = Map.of("a", new byte[] {1, 2}, "b", new byte[0]);

  private static final List<Command> COMMANDS =
      List.of(
          new Claim(3, NOTES),
          new Update(4, NOTES),
          new Next(5, "rank.7", -1),
          new End(6),
          new Read());

  private static final HostPort LOGGER = new HostPort("::1", 4000);

  private static final List<Question> QUESTIONS =
      List.of(
          new Question.Introduce(),
          new Question.Found(List.of(LOGGER), List.of(new AgreementMember(LOGGER, "a1", 65535))),
          new Question.Carry(new byte[] {7}, false),
          new Question.Carry(new byte[] {7}, true));

  private static final List<Reply> REPLIES =
      List.of(
          new Reply.Introduced("a1", 65535, true),
          new Reply.Done(),
          new Reply.Carried(new byte[] {7}),
          new Reply.NotFounded(true),
          new Reply.NotLeader(LOGGER),
          new Reply.Later("später"));

  private static AgreedState state() {
    return new AgreedState(
        7, new TreeMap<>(Map.of("a", new byte[] {9})), new TreeMap<>(Map.of("n", 8)), false);
  }

  @Test
  void shouldReadWhatItHasWritten() {
    for (Command command : COMMANDS) {
      Request request = new Request(-1, 2, command);
      Request read = Request.decode(request.encode());
      assertThat(read.client()).isEqualTo(-1);
      assertThat(read.number()).isEqualTo(2);
      assertThat(read.command()).hasSameClassAs(command);
      assertThat(read.command().term()).isEqualTo(command.term());
      assertThat(read.encode()).isEqualTo(request.encode());
    }
    Answer read = Answer.decode(new Answer(true, state()).encode());
    assertThat(read.accepted()).isTrue();
    assertThat(read.state().term()).isEqualTo(7);
    assertThat(read.state().note("a")).contains(new byte[] {9});
    assertThat(read.state().counter("n")).isEqualTo(8);
    assertThat(read.state().ended()).isFalse();
  }

  @Test
  void shouldReadQuestionsAndReplies() {
    for (Question question : QUESTIONS) {
      Question read = Question.decode(question.encode());
      assertThat(read).hasSameClassAs(question);
      assertThat(read.encode()).isEqualTo(question.encode());
    }
    for (Reply reply : REPLIES) {
      Reply read = Reply.decode(reply.encode());
      assertThat(read).hasSameClassAs(reply);
      assertThat(read.encode()).isEqualTo(reply.encode());
    }
    refuses(Question::decode, QUESTIONS.get(1).encode());
    refuses(Reply::decode, REPLIES.get(0).encode());
    refuses(Reply::decode, REPLIES.get(3).encode());
    byte[] noPort = QUESTIONS.get(1).encode();
    noPort[noPort.length - 1] = 0;
    noPort[noPort.length - 2] = 0;
    assertThatThrownBy(() -> Question.decode(noPort)).isInstanceOf(FtmpjException.class);
  }

  @Test
  void shouldRefuseWhatIsCutOffOrTooLong() {
    StateMachine machine = new StateMachine();
    machine.apply(new Request(1, 1, new Claim(0, Map.of("a", new byte[] {1}))));
    refuses(Answer::decode, new Answer(true, state()).encode());
    refuses(machine::restore, machine.snapshot());
    for (Command command : COMMANDS) {
      refuses(Request::decode, new Request(1, 1, command).encode());
    }
  }

  private static void refuses(Consumer<byte[]> decoder, byte[] whole) {
    decoder.accept(whole);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> decoder.accept(cut)).isInstanceOf(FtmpjException.class);
    }
    byte[] longer = Arrays.copyOf(whole, whole.length + 1);
    assertThatThrownBy(() -> decoder.accept(longer)).isInstanceOf(FtmpjException.class);
  }

  @Test
  void shouldAnswerAnyBytesWithACode() {
    long seed = Long.getLong("test.seed", System.nanoTime());
    Random random = new Random(seed);
    byte[] answer = new Answer(true, state()).encode();
    byte[] request = new Request(1, 2, COMMANDS.get(0)).encode();
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] changed = (random.nextBoolean() ? answer : request).clone();
      changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
      try {
        Answer.decode(changed);
        Request.decode(changed);
      } catch (FtmpjException e) {
        refused++;
        assertThat(e.code()).as("seed %d", seed).isIn(ErrorCode.LOG_CORRUPT, ErrorCode.LOG_VERSION);
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void shouldNotTakeMemoryForWhatIsOnlyAnnounced() {
    byte[] request = new Request(1, 2, new Claim(0, Map.of("a", new byte[] {1}))).encode();
    // The length of the only note.
    request[request.length - 5] = 0x7f;
    assertThatThrownBy(() -> Request.decode(request)).hasMessageContaining("announced");
  }

  @Test
  void shouldSayThatAnotherVersionHasWrittenIt() {
    byte[] answer = new Answer(true, state()).encode();
    answer[0] = 2;
    assertThatThrownBy(() -> Answer.decode(answer))
        .extracting(e -> ((FtmpjException) e).code())
        .isEqualTo(ErrorCode.LOG_VERSION);
  }

  @Test
  void shouldNotTakeNamesThatArePeoplesText() {
    assertThatThrownBy(() -> new Next(1, "", 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Update(1, Map.of("\u00e4", new byte[1])))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Claim(1, Map.of("x".repeat(65), new byte[1])))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
