package org.ftmpj.it.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.place.Place;
import org.ftmpj.it.place.PlacedKill;
import org.ftmpj.it.program.generated.Setup;
import org.junit.jupiter.api.Test;

class ShrinkerTest {
  private static final Story STORY =
      Story.of(Setup.of(7, 20).withCrews(3))
          .ranks(4)
          .level(Level.PROCESS)
          .kills(
              List.of(
                  new PlacedKill(1, 1, Place.MATCHED, 40),
                  new PlacedKill(2, 1, Place.PUBLISHED, 9)))
          .hosts(3)
          .blows(
              List.of(
                  new Blow(0.25, List.of(0, Blow.LOGGER)), new Blow(0.5, List.of(Blow.host(2)))));

  @Test
  void shouldTellAStoryInWords() {
    assertThat(STORY)
        .hasToString(
            "seed=7 rounds=20 messages=14 bytes=9437184 skipped=- crews=3 outside=0 ranks=4 level=PROCESS"
                + " hosts=3 kills=1.1:MATCHED#40,2.1:PUBLISHED#9 blows=0+logger@0.25,host2@0.50");
    assertThat(Story.parse(STORY.toString())).isEqualTo(STORY);
    assertThat(Story.parse("seed=7 skipped=3,5").setup().skipped()).containsExactly(3, 5);
    assertThat(Story.parse("seed=7").setup().crews()).isZero();
    assertThat(Story.words("rounds=30 seed=7")).containsOnlyKeys("rounds", "seed");
    assertThat(Story.words("")).isEmpty();
  }

  @Test
  void shouldFindTheSmallestStoryThatFails() {
    Shrinker shrinker =
        new Shrinker(
            story ->
                story.setup().parts().contains(13)
                    && story.kills().stream().anyMatch(kill -> kill.rank() == 2),
            () -> true,
            1);
    Story smallest = shrinker.shrink(STORY);
    assertThat(smallest.setup().parts()).containsExactly(13);
    assertThat(smallest.kills()).containsExactly(new PlacedKill(2, 1, Place.PUBLISHED, 1));
    assertThat(smallest.blows()).isEmpty();
    assertThat(smallest.setup().crews()).isEqualTo(3);
    assertThat(smallest.setup().messages()).isLessThanOrEqualTo(2);
  }

  @Test
  void shouldStopWhenTheTimeIsOver() {
    List<Story> tried = new ArrayList<>();
    Shrinker shrinker = new Shrinker(tried::add, () -> tried.size() < 3, 5);
    shrinker.shrink(STORY);
    assertThat(tried).hasSize(3);
  }
}
