package org.ftmpj.launcher.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Simulated jobs whose coordinators and hosts are lost, or come back. {@code -Dtest.full=true} for
 * many more, {@code -Dcoordinators.jobs=N} for so many, {@code -Dcoordinators.from=SEED} for
 * others.
 */
class SimulatedCoordinatorsTest {
  private static final boolean FULL = Boolean.getBoolean("test.full");
  private static final int JOBS = Integer.getInteger("coordinators.jobs", FULL ? 200_000 : 4_000);
  private static final long FROM = Long.getLong("coordinators.from", 1);

  @Test
  void shouldKeepEveryPromiseWhoeverDies() {
    Map<Happening, Integer> happenings = new EnumMap<>(Happening.class);
    long startNs = System.nanoTime();
    for (long seed = FROM; seed < FROM + JOBS; seed++) {
      List<String> story = JOBS == 1 ? new ArrayList<>() : null;
      Violation violation = World.violation(seed, null, happenings, story);
      if (story != null) {
        story.forEach(System.out::println);
      }
      if (violation != null) {
        throw new AssertionError("-Dcoordinators.jobs=1 -Dcoordinators.from=" + seed, violation);
      }
    }
    System.out.printf("%,d jobs in %,d ms%n", JOBS, (System.nanoTime() - startNs) / 1_000_000);
    happenings.forEach((what, times) -> System.out.printf("%,12d  %s%n", times, what));
    if (JOBS >= 4_000) {
      assertThat(happenings).containsOnlyKeys(Happening.values());
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldFind(Mistake mistake) {
    Map<Happening, Integer> happenings = new EnumMap<>(Happening.class);
    for (long seed = 1; seed <= 20_000; seed++) {
      Violation violation = World.violation(seed, mistake, happenings, null);
      if (violation != null && violation.kind() != Violation.Kind.CONFUSED) {
        System.out.println(mistake.name() + " at seed " + seed + ": " + violation.getMessage());
        return;
      }
    }
    throw new AssertionError("not found: " + mistake);
  }
}
