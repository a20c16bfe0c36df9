package org.ftmpj.network.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A ring of simulated processes, any of which but one die, by seed ({@code -Dtest.seed=N}). {@link
 * HostRingTest} has the turns in which hosts of a job do the same.
 */
class RingWatchTest {
  private static final boolean FULL = Boolean.getBoolean("test.full");
  private static final int MANY = FULL ? 1_000_000 : 30_000;
  private static final int SMALL_RINGS = FULL ? 100_000 : 2_000;

  private final long seed = Long.getLong("test.seed", System.nanoTime() & 0xFFFFFF);

  private static void check(int size, long seed, int waves, RingMistake mistake) {
    Random random = new Random(seed);
    Deaths deaths = new Deaths(size, random);
    for (int wave = 0; wave < waves; wave++) {
      double share = random.nextInt(4) == 0 ? 1 : random.nextDouble();
      deaths.dieBut(0, share, 1 + wave * random.nextInt(3 * Rounds.ALPHA), false);
    }
    RingSimulation ring = new RingSimulation(deaths, mistake, random);
    ring.run();

    String which = ", " + size + " processes, -Dtest.seed=" + seed;
    // To notice the next one and those that were asked, to ask, to report, to tell.
    int bound = deaths.last() + 2 * Rounds.ALPHA + 4 * Rounds.log2(size) + 4;
    if (ring.allKnown() > bound) {
      throw new AssertionError("all know in round " + ring.allKnown() + " of " + bound + which);
    }
    if (ring.watchesWrongOne() >= 0) {
      throw new AssertionError(ring.watchesWrongOne() + " does not watch the next one" + which);
    }
    if (waves == 1 && ring.mostAsked() > 2 * ring.longestGap() + 1) {
      throw new AssertionError("one has asked " + ring.mostAsked() + which);
    }
  }

  private static void checkSmallRings(long first, int rings, RingMistake mistake) {
    for (int i = 0; i < rings; i++) {
      check(2 + new Random(first + i).nextInt(60), first + i, 1 + i % 3, mistake);
    }
  }

  @Test
  void shouldMakeAllDeathsKnown() {
    checkSmallRings(seed, SMALL_RINGS, RingMistake.NONE);
  }

  @Test
  void shouldMakeThemKnownAmongMany() {
    check(MANY, seed, 1, RingMistake.NONE);
    check(MANY, seed, 2, RingMistake.NONE);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void shouldFind(RingMistake mistake) {
    // Ends with the first that finds it; some mistakes show in few.
    assertThatThrownBy(() -> checkSmallRings(seed, 50 * SMALL_RINGS, mistake))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void shouldAskMoreAndMoreAtOnce() {
    RingWatch watch = new RingWatch(7, 10);
    assertThat(watch.watched()).isEqualTo(8);
    assertThat(watch.silent()).containsExactly(9);
    assertThat(watch.silent()).containsExactly(0, 1);
    watch.answered(1);
    assertThat(watch.watched()).isEqualTo(1);
    // An answer that was late.
    watch.answered(9);
    assertThat(watch.watched()).isEqualTo(9);
    watch.answered(0);
    assertThat(watch.watched()).isEqualTo(9);
  }

  @Test
  void shouldWatchItselfWhereNoneIsLeft() {
    RingWatch watch = new RingWatch(1, 3);
    assertThat(watch.silent()).containsExactly(0);
    assertThat(watch.silent()).isEmpty();
    assertThat(watch.watched()).isEqualTo(1);
    watch.answered(0);
    assertThat(watch.watched()).isEqualTo(0);
  }
}
