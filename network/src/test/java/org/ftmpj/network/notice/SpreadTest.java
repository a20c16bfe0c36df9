package org.ftmpj.network.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Notices among up to a million simulated processes, any of which die. By seed ({@code
 * -Dtest.seed=N}); {@code -Dtest.full=true} for many more.
 */
class SpreadTest {
  private static final boolean FULL = Boolean.getBoolean("test.full");
  private static final int MANY = 1_000_000;
  private static final int SMALL_WORLDS = FULL ? 200_000 : 3_000;
  private static final int MOST_WAVES = 4;

  /** A hop and, where the one told is dead, the round in which it should have answered. */
  private static final int GAMMA = 2;

  private final long seed = Long.getLong("test.seed", System.nanoTime() & 0xFFFFFF);

  /** As many dead as a seed wants, up to all but one, at once. */
  private static double share(Random random) {
    double[] shares = {0, 1e-4, 0.1, 0.5, 0.9, 0.999, 1};
    return shares[random.nextInt(shares.length)];
  }

  private static void fail(String what, int size, long seed) {
    throw new AssertionError(what + ", " + size + " processes, -Dtest.seed=" + seed);
  }

  /** Deaths before, known to all or not, and in waves meanwhile. */
  private static void checkWithDeaths(int size, long seed, Mistake mistake) {
    Random random = new Random(seed);
    int root = random.nextInt(size);
    Deaths deaths = new Deaths(size, random);
    deaths.dieBut(root, share(random), 0, true);
    deaths.dieBut(root, share(random) * random.nextInt(2), 0, false);
    int began = 1;
    for (int wave = random.nextInt(MOST_WAVES); wave > 0; wave--) {
      int spread = GAMMA * Rounds.log2(size);
      int meanwhile = random.nextInt(2) * Rounds.ALPHA + random.nextInt(spread + 2);
      deaths.dieBut(root, share(random) * random.nextDouble(), began + meanwhile, false);
    }
    Rounds rounds = new Rounds();
    SpreadSimulation spread =
        new SpreadSimulation(rounds, deaths, deaths.members(), root, mistake, random);
    spread.beginAt(began);
    rounds.run();

    int found = deaths.last() > 0 ? deaths.last() + Rounds.ALPHA : began;
    int bound = Math.max(began, found) + GAMMA * Rounds.log2(spread.members());
    int late = spread.lateFor(bound);
    if (late >= 0) {
      fail("process %d was told in round %d".formatted(late, spread.told(late)), size, seed);
    }
    if (spread.messages() > spread.members() - 1 + spread.adoptions()) {
      fail(spread.messages() + " messages", size, seed);
    }
  }

  /** Deaths that are known take no time, also where a process sends one message at a time. */
  private static void checkRounds(int size, long seed, Mistake mistake) {
    Random random = new Random(seed);
    int root = random.nextInt(size);
    Deaths deaths = new Deaths(size, random);
    deaths.dieBut(root, share(random), 0, true);
    Rounds rounds = new Rounds();
    SpreadSimulation spread =
        new SpreadSimulation(rounds, deaths, deaths.members(), root, mistake, random).oneAtATime();
    spread.beginAt(0);
    rounds.run();

    if (spread.last() != Rounds.log2(spread.members())) {
      fail("the last one was told in round " + spread.last(), size, seed);
    }
    if (spread.messages() != spread.members() - 1) {
      fail(spread.messages() + " messages", size, seed);
    }
  }

  private static void checkSmallWorlds(long first, Mistake mistake) {
    for (int i = 0; i < SMALL_WORLDS; i++) {
      int size = 1 + new Random(first + i).nextInt(i % 10 == 0 ? 1_000 : 40);
      checkWithDeaths(size, first + i, mistake);
      checkRounds(size, first + i, mistake);
    }
  }

  @Test
  void shouldTellAllThatLiveInTime() {
    checkSmallWorlds(seed, Mistake.NONE);
  }

  @Test
  void shouldTellAMillion() {
    for (int i = 0; i < (FULL ? 40 : 1); i++) {
      checkWithDeaths(MANY, seed + i, Mistake.NONE);
      checkRounds(MANY, seed + i, Mistake.NONE);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void shouldFind(Mistake mistake) {
    assertThatThrownBy(() -> checkSmallWorlds(seed, mistake)).isInstanceOf(AssertionError.class);
  }

  @Test
  void shouldTellTheLargestSubtreeFirst() {
    NoticeTree tree = new NoticeTree(0, new int[] {0, 1, 2, 4, 7, 8, 9});

    assertThat(tree.children(0)).containsExactly(7, 2, 1);
    assertThat(tree.children(7)).containsExactly(9, 8);
    assertThat(tree.children(2)).containsExactly(4);
    assertThat(tree.children(9)).isEmpty();
    assertThat(tree.has(4)).isTrue();
    assertThat(tree.has(3)).isFalse();
    assertThatThrownBy(() -> tree.children(3)).hasMessage("process 3 is no member");
    assertThatThrownBy(() -> new NoticeTree(1, new int[] {1, 1}))
        .hasMessage("member 1 comes after member 1");
  }

  @Test
  void shouldTellWhoIsKnownNotToAnswerAndItsChildren() {
    NoticeTree tree = new NoticeTree(0, new int[] {0, 1, 2, 3, 4, 5, 6, 7});
    Spread spread = new Spread(tree, 0, process -> process == 4 || process == 6);

    assertThat(spread.take()).containsExactly(4, 6, 7, 5, 2, 1);
    assertThat(spread.take()).isEmpty();
    assertThat(spread.absent(4)).isEmpty();
    assertThat(spread.absent(2)).containsExactly(3);
    assertThat(spread.absent(2)).isEmpty();
  }
}
