package org.ftmpj.network.notice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Processes that only ask each other for signs of life, by turns that all make at once; some stand
 * still, for a while or for ever, some are gone, and some pairs do not hear each other. By seed
 * ({@code -Dtest.seed=N}).
 */
class HostRingTest {
  private static final int RINGS = Boolean.getBoolean("test.full") ? 20_000 : 500;

  /** A question that is not answered for so many turns makes a suspicion. */
  private static final int SUSPICION = 2;

  /** Of a ring of dead a process comes to the end in so many rounds, each of a turn. */
  private static final int MOST_ROUNDS = 8;

  private final long seed = Long.getLong("test.seed", System.nanoTime() & 0xFFFFFF);

  private static final class Processes {
    final int size;
    final Process[] all;
    final BitSet still = new BitSet();
    final BitSet gone = new BitSet();

    /**
     * Of each pair that does not hear each other: the lower number, times the size, plus the other.
     */
    final BitSet parted = new BitSet();

    Processes(int size) {
      this.size = size;
      all = new Process[size];
      for (int i = 0; i < size; i++) {
        all[i] = new Process(i, this);
      }
    }

    boolean hears(int one, int other) {
      return !still.get(other)
          && !gone.get(other)
          && !parted.get(Math.min(one, other) * size + Math.max(one, other));
    }

    boolean lives(int process) {
      return !still.get(process) && !gone.get(process);
    }

    void turn() {
      for (Process process : all) {
        if (lives(process.self)) {
          process.turn();
        }
      }
    }

    void turns(int count) {
      for (int i = 0; i < count; i++) {
        turn();
      }
    }

    /** The next one that lives; itself if there is none. */
    int next(int process) {
      int next = process;
      do {
        next = (next + 1) % size;
      } while (next != process && !lives(next));
      return next;
    }
  }

  /** One process, and what it knows of the others. */
  private static final class Process {
    final int self;
    final Processes processes;
    final HostRing ring;
    final Map<Integer, Other> others = new HashMap<>();
    final TreeSet<Integer> told = new TreeSet<>();
    int questions;

    Process(int self, Processes processes) {
      this.self = self;
      this.processes = processes;
      ring = new HostRing(self, processes.size, this::known, told::add);
      for (int other = 0; other < processes.size; other++) {
        if (other != self) {
          others.put(other, new Other(other));
        }
      }
    }

    private Map<Integer, Other> known() {
      Map<Integer, Other> known = new HashMap<>(others);
      known.keySet().removeIf(processes.gone::get);
      return known;
    }

    void turn() {
      questions = 0;
      boolean news = false;
      for (Other other : others.values()) {
        news |= other.look();
      }
      if (news) {
        ring.suspected();
      }
      ring.turn();
    }

    private final class Other implements HostRing.Member {
      final int number;
      boolean watched = true;
      boolean asked;
      int silent;

      Other(int number) {
        this.number = number;
      }

      /** Returns whether it is suspected since now. */
      boolean look() {
        if (!watched && !asked) {
          return false;
        }
        boolean wasSuspected = isSuspected();
        questions++;
        asked = !processes.hears(self, number);
        silent = asked ? silent + 1 : 0;
        return isSuspected() != wasSuspected;
      }

      @Override
      public boolean answers() {
        return !asked;
      }

      @Override
      public boolean isSuspected() {
        return silent >= SUSPICION;
      }

      @Override
      public void askNow() {
        asked = true;
      }

      @Override
      public void watch(boolean always) {
        watched = always;
      }
    }
  }

  @Test
  void shouldAskAsManyHoweverManyThereAre() {
    for (int size : new int[] {2, 3, 9, 64, 300}) {
      Processes processes = new Processes(size);
      processes.turns(1); // until now each watches all
      for (int i = 0; i < 2 * size; i++) {
        processes.turn();
        for (Process process : processes.all) {
          assertThat(process.questions).as(size + " processes").isBetween(1, 2);
          assertThat(process.told).isEmpty();
        }
      }
    }
  }

  @Test
  void shouldWatchTheNextOneThatLivesAndTellWhoDoesNot() {
    for (int i = 0; i < RINGS; i++) {
      Random random = new Random(seed + i);
      Processes processes = new Processes(2 + random.nextInt(60));
      processes.turns(1 + random.nextInt(5));
      BitSet still = some(random, processes.size);
      BitSet gone = some(random, processes.size);
      processes.still.or(still);
      processes.gone.or(gone);
      processes.turns(SUSPICION + 2 + MOST_ROUNDS);
      check(processes, "all at once, -Dtest.seed=" + (seed + i));
      processes.turns(SUSPICION + 1);
      checkTold(processes, "-Dtest.seed=" + (seed + i));
      // Those that stood still go on.
      processes.still.clear();
      processes.turns(2 + SUSPICION + MOST_ROUNDS);
      check(processes, "back, -Dtest.seed=" + (seed + i));
    }
  }

  /** Of all but the first one, which lives, so many as chance has it. */
  private static BitSet some(Random random, int size) {
    BitSet some = new BitSet();
    double share = random.nextInt(3) == 0 ? 1 : random.nextDouble() * random.nextDouble();
    for (int process = 1; process < size; process++) {
      some.set(process, random.nextDouble() < share);
    }
    return some;
  }

  private static void check(Processes processes, String which) {
    for (Process process : processes.all) {
      if (processes.lives(process.self)) {
        assertThat(process.ring.watched())
            .as(process.self + " of " + processes.size + " watches, " + which)
            .isEqualTo(processes.next(process.self));
      }
    }
  }

  /** Each that stands still, and is not gone as well, was told by the nearest before it. */
  private static void checkTold(Processes processes, String which) {
    for (int silent = 1; silent < processes.size; silent++) {
      if (processes.still.get(silent) && !processes.gone.get(silent)) {
        int before = silent;
        do {
          before = Math.floorMod(before - 1, processes.size);
        } while (!processes.lives(before));
        assertThat(processes.all[before].told)
            .as(before + " of " + processes.size + " tells, " + which)
            .contains(silent);
      }
    }
  }

  @Test
  void shouldFindInTurnsThatTwoDoNotHearEachOther() {
    Random random = new Random(seed);
    int size = 20;
    Processes processes = new Processes(size);
    int one = random.nextInt(size - 1);
    int other = one + 1 + random.nextInt(size - one - 1);
    processes.parted.set(one * size + other);
    processes.turns(size + SUSPICION);
    assertThat(processes.all[one].others.get(other).isSuspected()).isTrue();
    assertThat(processes.all[other].others.get(one).isSuspected()).isTrue();
  }
}
