package org.ftmpj.protocol.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RankStateTest {
  private static final List<RankState> STATES =
      List.of(
          RankState.REPLAYING,
          RankState.CATCHING_UP,
          RankState.RECORDING,
          RankState.FAIL_STOPPED,
          RankState.RECORD_END);

  @ParameterizedTest
  @CsvSource({
    "0, 1 3", // Replaying: CatchingUp, FailStopped
    "1, 2 3 4", // CatchingUp: Recording, FailStopped, RecordEnd
    "2, 3", // Recording: FailStopped
    "3, ''", // FailStopped: none
    "4, 3", // RecordEnd: FailStopped
  })
  void shouldPermitOnlyWhatThePictureShows(int from, String permitted) {
    for (int to = 0; to < STATES.size(); to++) {
      assertThat(STATES.get(from).permits(STATES.get(to)))
          .as(STATES.get(from) + " to " + STATES.get(to))
          .isEqualTo(permitted.contains(Integer.toString(to)));
    }
  }
}
