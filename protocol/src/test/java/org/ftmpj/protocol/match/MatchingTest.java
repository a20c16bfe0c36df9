package org.ftmpj.protocol.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.replay.ReplayCursor;
import org.ftmpj.protocol.report.OperationHistory;
import org.junit.jupiter.api.Test;

class MatchingTest {
  private static final int CONTEXT = 3;

  private final ReplayCursor cursor = new ReplayCursor(new OperationHistory(0, false));
  private final List<String> matches = new ArrayList<>();
  private long clock;

  @Test
  void shouldGiveAnArrivalToTheFirstReceiveThatFits() {
    Matching matching = live();
    Receive other = post(matching, 1, 5);
    Receive first = post(matching, Receive.ANY_SOURCE, 6);
    Receive second = post(matching, 1, 6);
    matching.arrive(message(1, 1, 6));
    assertThat(List.of(other.isComplete(), first.isComplete(), second.isComplete()))
        .containsExactly(false, true, false);
  }

  @Test
  void shouldGiveAReceiveTheFirstUnexpectedMessageThatFits() {
    Matching matching = live();
    matching.arrive(message(1, 1, 5));
    matching.arrive(message(1, 2, 6));
    matching.arrive(message(1, 3, 6));
    assertThat(post(matching, 1, 6).message().sequence()).isEqualTo(2);
    assertThat(post(matching, 1, Receive.ANY_TAG).message().sequence()).isEqualTo(1);
    assertThat(post(matching, Receive.ANY_SOURCE, 6).message().sequence()).isEqualTo(3);
  }

  @Test
  void shouldGiveAWildcardTheMessageThatArrivedFirst() {
    Matching matching = live();
    matching.arrive(message(2, 1, 5));
    matching.arrive(message(1, 1, 5));
    assertThat(post(matching, Receive.ANY_SOURCE, 5).message().source()).isEqualTo(2);
  }

  @Test
  void shouldNotMatchAcrossContexts() {
    Matching matching = live();
    Receive receive = new Receive().post(1, Receive.ANY_SOURCE, CONTEXT + 1, Receive.ANY_TAG, null);
    matching.post(receive);
    matching.arrive(message(1, 1, 5));
    assertThat(receive.isComplete()).isFalse();
  }

  @Test
  void shouldForceTheRecordedMessageOnAWildcardWhateverArrivesFirst() {
    cursor.add(new Determinant.Match(1, 2, 1));
    Matching matching = replaying();
    matching.arrive(message(1, 1, 5));
    Receive receive = post(matching, Receive.ANY_SOURCE, 5);
    assertThat(receive.isComplete()).isFalse();
    matching.arrive(message(2, 1, 5));
    assertThat(receive.message().source()).isEqualTo(2);
  }

  @Test
  void shouldFindRecordedMatchesInAnotherOrderThanThatOfPosting() {
    cursor.add(new Determinant.Match(2, 1, 1));
    cursor.add(new Determinant.Match(1, 2, 1));
    Matching matching = replaying();
    Receive first = post(matching, Receive.ANY_SOURCE, Receive.ANY_TAG);
    Receive second = post(matching, Receive.ANY_SOURCE, Receive.ANY_TAG);
    matching.arrive(message(1, 1, 5));
    matching.arrive(message(2, 1, 5));
    assertThat(first.message().source()).isEqualTo(2);
    assertThat(second.message().source()).isEqualTo(1);
  }

  @Test
  void shouldHoldAWildcardWithoutRecordUntilTheRankIsLive() {
    Matching matching = replaying();
    Receive wildcard = post(matching, Receive.ANY_SOURCE, 5);
    Receive behind = post(matching, 1, 5);
    Receive beside = post(matching, 1, 6);
    matching.arrive(message(1, 1, 5));
    matching.arrive(message(1, 2, 6));
    assertThat(wildcard.isComplete()).isFalse();
    assertThat(behind.isComplete()).isFalse();
    assertThat(matching.waitsForDeferred(wildcard)).isTrue();
    assertThat(matching.waitsForDeferred(behind)).isTrue();
    assertThat(beside.message().sequence()).isEqualTo(2);
    assertThat(matching.probe(1, CONTEXT, 5)).isNull();

    matching.goLive();
    assertThat(wildcard.message().sequence()).isEqualTo(1);
    assertThat(matching.waitsForDeferred(behind)).isFalse();
  }

  @Test
  void shouldNotLetAMessageOvertakeOneThatIsKeptForAHeldWildcard() {
    Matching matching = replaying();
    Receive wildcard = post(matching, Receive.ANY_SOURCE, 5);
    Receive behind = post(matching, 1, Receive.ANY_TAG);
    matching.arrive(message(2, 1, 5));
    matching.arrive(message(1, 1, 5));
    matching.arrive(message(1, 2, 6));
    assertThat(behind.isComplete()).isFalse();
    assertThat(matching.probe(1, CONTEXT, Receive.ANY_TAG)).isNull();

    matching.goLive();
    assertThat(wildcard.message().source()).isEqualTo(2);
    assertThat(behind.message().sequence()).isEqualTo(1);
    assertThat(matching.probe(1, CONTEXT, Receive.ANY_TAG).sequence()).isEqualTo(2);
  }

  @Test
  void shouldNotLetAReceiveOvertakeOneThatWaitsBehindAHeldWildcard() {
    Matching matching = replaying();
    post(matching, Receive.ANY_SOURCE, 5);
    Receive behind = post(matching, 1, Receive.ANY_TAG);
    matching.arrive(message(1, 1, 5));
    matching.arrive(message(1, 2, 6));
    Receive last = post(matching, 1, 6);
    assertThat(last.isComplete()).isFalse();
    assertThat(matching.waitsForDeferred(last)).isTrue();

    matching.goLive();
    assertThat(behind.message().sequence()).isEqualTo(2);
    assertThat(last.isComplete()).isFalse();
  }

  @Test
  void shouldStopWhenTheRecordedMessageDoesNotFit() {
    cursor.add(new Determinant.Match(1, 2, 1));
    Matching matching = replaying();
    post(matching, Receive.ANY_SOURCE, 5);
    assertThatThrownBy(() -> matching.arrive(message(2, 1, 6))).hasMessageContaining("FTMPJ-1501");
  }

  @Test
  void shouldForceTheRecordedMessageOnANamedReceive() {
    cursor.add(new Determinant.Match(1, 1, 2));
    Matching matching = matching(Receptions.ALL, false);
    Receive receive = post(matching, 1, 5);
    matching.arrive(message(1, 1, 5));
    assertThat(receive.isComplete()).isFalse();
    matching.arrive(message(1, 2, 5));
    assertThat(receive.message().sequence()).isEqualTo(2);
  }

  @Test
  void shouldStopWhenTheRecordedMessageIsNotOfTheNamedSource() {
    cursor.add(new Determinant.Match(1, 2, 1));
    Matching matching = matching(Receptions.ALL, false);
    post(matching, 1, 5);
    assertThatThrownBy(() -> matching.arrive(message(2, 1, 5))).hasMessageContaining("FTMPJ-1501");
  }

  @Test
  void shouldHoldANamedReceiveWithoutRecordIfAllAreRecorded() {
    cursor.add(new Determinant.Match(3, 1, 2));
    Matching matching = matching(Receptions.ALL, false);
    Receive held = post(matching, 1, Receive.ANY_TAG);
    Receive behind = post(matching, 1, Receive.ANY_TAG);
    Receive recorded = post(matching, 1, Receive.ANY_TAG);
    matching.arrive(message(1, 1, 5));
    assertThat(held.isComplete()).isFalse();
    assertThat(behind.isComplete()).isFalse();
    assertThat(matching.waitsForDeferred(held)).isTrue();
    assertThat(matching.waitsForDeferred(behind)).isTrue();
    assertThat(matching.waitsForDeferred(recorded)).isFalse();
    matching.arrive(message(1, 2, 5));
    matching.arrive(message(1, 3, 5));
    assertThat(recorded.message().sequence()).isEqualTo(2);

    matching.goLive();
    assertThat(held.message().sequence()).isEqualTo(1);
    assertThat(behind.message().sequence()).isEqualTo(3);
  }

  private Matching live() {
    return matching(true);
  }

  private Matching replaying() {
    return matching(false);
  }

  private Matching matching(boolean live) {
    return matching(Receptions.NONDETERMINISTIC, live);
  }

  private Matching matching(Receptions receptions, boolean live) {
    Matching matching = new Matching(4, receptions, cursor, (r, m) -> matches.add(r + " " + m));
    if (live) {
      matching.goLive();
    }
    return matching;
  }

  private Receive post(Matching matching, int source, int tag) {
    long now = ++clock;
    Receive receive = new Receive().post(now, source, CONTEXT, tag, cursor.match(now));
    matching.post(receive);
    return receive;
  }

  private static Arrival.Message message(int source, long sequence, int tag) {
    return new Arrival.Message(
        source, sequence, new Envelope(CONTEXT, tag, false, 4, 0, 0, 0, 0), 0);
  }
}
