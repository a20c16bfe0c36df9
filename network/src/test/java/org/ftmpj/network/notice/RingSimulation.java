package org.ftmpj.network.notice;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;

/**
 * Processes on a ring that watch each other, report who is dead to process 0, which lives, and
 * learn from its notices, each of which tells all deaths that it knows of. One thread.
 */
final class RingSimulation {
  /** An answer comes after a round trip, or does not come. */
  private static final int ROUND_TRIP = 2;

  private static final int ROOT = 0;

  private final Rounds rounds = new Rounds();
  private final Deaths deaths;
  private final RingMistake mistake;
  private final Random random;
  private final RingWatch[] watches;
  private final int[] asked;
  private final BitSet reported = new BitSet();
  private final BitSet fresh = new BitSet();
  private final List<Notice> notices = new ArrayList<>();

  /**
   * @param dead that no notice before has told
   */
  private record Notice(BitSet dead, SpreadSimulation spread) {}

  RingSimulation(Deaths deaths, RingMistake mistake, Random random) {
    this.deaths = deaths;
    this.mistake = mistake;
    this.random = random;
    watches = new RingWatch[deaths.size()];
    asked = new int[deaths.size()];
  }

  void run() {
    for (int process = 0; process < watches.length; process++) {
      watches[process] = new RingWatch(process, watches.length);
      if (!deaths.survives(watches[process].watched())) {
        int watcher = process;
        rounds.at(1, () -> watch(watcher));
      }
    }
    rounds.run();
  }

  private boolean isDead(int process) {
    return deaths.of(process) < rounds.now();
  }

  private void watch(int process) {
    int watched = watches[process].watched();
    if (watched != process && !deaths.survives(watched)) {
      int silent = Math.max(rounds.now(), deaths.of(watched)) + Rounds.ALPHA;
      rounds.at(silent, () -> silent(process, watched));
    }
  }

  private void silent(int process, int watched) {
    if (isDead(process) || watches[process].watched() != watched) {
      return;
    }
    report(watched);
    if (mistake != RingMistake.ONE_ONLY) {
      ask(process, watched);
    }
  }

  private void ask(int process, int watched) {
    if (isDead(process) || watches[process].watched() != watched) {
      return;
    }
    for (int other : watches[process].silent()) {
      asked[process]++;
      if (deaths.of(other) > rounds.now()) {
        rounds.at(rounds.now() + ROUND_TRIP, () -> answered(process, other));
      } else if (mistake != RingMistake.ASKED_NOT_REPORTED) {
        rounds.at(rounds.now() + Rounds.ALPHA, () -> confirmed(process, other));
      }
    }
    rounds.at(rounds.now() + ROUND_TRIP, () -> ask(process, watched));
  }

  private void answered(int process, int other) {
    if (isDead(process)) {
      return;
    }
    int before = watches[process].watched();
    if (mistake == RingMistake.FARTHEST_WATCHED) {
      watches[process] = new RingWatch(Math.floorMod(other - 1, watches.length), watches.length);
    }
    watches[process].answered(other);
    if (watches[process].watched() != before) {
      watch(process);
    }
  }

  private void confirmed(int process, int silent) {
    if (!isDead(process)) {
      report(silent);
    }
  }

  /** Reaches the root after a hop; what reaches it in a round is in one notice. */
  private void report(int dead) {
    rounds.at(rounds.now() + 1, () -> reached(dead));
  }

  private void reached(int dead) {
    if (!reported.get(dead)) {
      reported.set(dead);
      fresh.set(dead);
      if (fresh.cardinality() == 1) {
        rounds.at(rounds.now(), this::tell);
      }
    }
  }

  private void tell() {
    int[] members = new int[watches.length - reported.cardinality()];
    int process = -1;
    for (int i = 0; i < members.length; i++) {
      process = reported.nextClearBit(process + 1);
      members[i] = process;
    }
    SpreadSimulation spread =
        new SpreadSimulation(rounds, deaths, members, ROOT, Mistake.NONE, random).superseded();
    notices.add(new Notice((BitSet) fresh.clone(), spread));
    fresh.clear();
    spread.beginAt(rounds.now());
  }

  /** Who does not watch the next one that lives; -1 if all do. */
  int watchesWrongOne() {
    int next = ROOT;
    for (int process = watches.length - 1; process >= 0; process--) {
      if (deaths.survives(process)) {
        if (watches[process].watched() != next) {
          return process;
        }
        next = process;
      }
    }
    return -1;
  }

  /** The round in which all that live know of all deaths; NEVER if they do not. */
  int allKnown() {
    BitSet untold = new BitSet();
    for (int process = 0; process < watches.length; process++) {
      untold.set(process, !deaths.survives(process));
    }
    int[] learned = new int[watches.length];
    Arrays.fill(learned, Rounds.NEVER);
    int all = 0;
    for (int i = notices.size() - 1; i >= 0; i--) {
      Notice notice = notices.get(i);
      untold.andNot(notice.dead);
      for (int process = 0; process < learned.length; process++) {
        if (deaths.survives(process)) {
          int told = notice.spread.told(process);
          learned[process] =
              mistake == RingMistake.NEWS_ONLY ? told : Math.min(learned[process], told);
          all = Math.max(all, learned[process]);
        }
      }
    }
    return untold.isEmpty() ? all : Rounds.NEVER;
  }

  /** The most that a process has asked beside the one that it watched. */
  int mostAsked() {
    return Arrays.stream(asked).max().orElse(0);
  }

  /** The longest gap of dead on the ring. */
  int longestGap() {
    int longest = 0;
    int gap = 0;
    for (int process = 0; process < watches.length; process++) {
      gap = deaths.survives(process) ? 0 : gap + 1;
      longest = Math.max(longest, gap);
    }
    return longest;
  }

  int notices() {
    return notices.size();
  }
}
