package org.ftmpj.it.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.ftmpj.it.place.PlacedKill;
import org.ftmpj.it.program.generated.Setup;

/**
 * Looks for a smaller story that fails, too. Real processes never run twice in the same order, so a
 * candidate is tried several times, and one that would fail may still be passed over.
 */
final class Shrinker {
  /** Below it no message is long. */
  private static final int FEW_BYTES = 1 << 10;

  private final Predicate<Story> fails;
  private final BooleanSupplier hasTime;
  private final int tries;

  /**
   * @param fails runs a story
   * @param hasTime asked before each run
   * @param tries how often a candidate is run
   */
  Shrinker(Predicate<Story> fails, BooleanSupplier hasTime, int tries) {
    this.fails = fails;
    this.hasTime = hasTime;
    this.tries = tries;
  }

  /** Returns the smallest that has failed; the given one if there was no smaller. */
  Story shrink(Story failing) {
    Story smallest = failing;
    Optional<Story> smaller = Optional.of(failing);
    while (smaller.isPresent()) {
      smallest = smaller.get();
      smaller = smallerThan(smallest).stream().filter(this::failsInOneOfSome).findFirst();
    }
    return smallest;
  }

  private boolean failsInOneOfSome(Story candidate) {
    for (int i = 0; i < tries && hasTime.getAsBoolean(); i++) {
      if (fails.test(candidate)) {
        return true;
      }
    }
    return false;
  }

  /** The boldest first. */
  static List<Story> smallerThan(Story story) {
    List<Story> all = new ArrayList<>();
    Setup setup = story.setup();
    List<Integer> parts = setup.parts();
    for (int pieces = 2; pieces <= Math.min(8, parts.size()); pieces *= 2) {
      for (int piece = 0; piece < pieces; piece++) {
        int from = parts.size() * piece / pieces;
        int to = parts.size() * (piece + 1) / pieces;
        all.add(shorter(story, setup.without(parts.subList(from, to))));
      }
    }
    if (story.kills().size() + story.blows().size() > 1) {
      if (!story.kills().isEmpty() && !story.blows().isEmpty()) {
        all.add(story.blows(List.of()));
        all.add(story.kills(List.of()));
      }
      for (int rank = 0; rank < story.ranks(); rank++) {
        List<PlacedKill> others = withoutRank(story.kills(), rank);
        if (others.size() < story.kills().size()) {
          all.add(story.kills(others));
        }
      }
      for (Blow blow : story.blows()) {
        all.add(story.blows(story.blows().stream().filter(b -> !b.equals(blow)).toList()));
      }
    }
    if (setup.bytes() > FEW_BYTES) {
      all.add(story.with(setup.withBytes(FEW_BYTES)));
    }
    if (setup.messages() > 2) {
      all.add(story.with(setup.withMessages(setup.messages() / 2)));
    }
    return all;
  }

  private static List<PlacedKill> withoutRank(List<PlacedKill> kills, int rank) {
    return kills.stream().filter(kill -> kill.rank() != rank).toList();
  }

  /** Kills by place come so much earlier. */
  private static Story shorter(Story story, Setup setup) {
    double part = (double) setup.parts().size() / story.setup().parts().size();
    List<PlacedKill> kills =
        story.kills().stream()
            .map(
                kill ->
                    new PlacedKill(
                        kill.rank(),
                        kill.incarnation(),
                        kill.place(),
                        Math.max(1, Math.round(kill.count() * part))))
            .toList();
    return story.with(setup).kills(kills);
  }
}
