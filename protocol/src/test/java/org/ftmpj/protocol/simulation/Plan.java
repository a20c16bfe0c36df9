package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * What all ranks know of a job's program: its segments and how many messages go from whom to whom
 * in each. In which order, by which calls, and with which contents depends on what a rank has seen.
 *
 * <p>Messages of different segments have different contexts. A rank blocks in a segment only when
 * it has sent all that others may wait for in it, so that programs end whatever happens.
 */
final class Plan {
  static final int TAGS = 3;

  /** An exchange has no more. */
  static final int MOST_MESSAGES = 35;

  private static final int FEWEST_MESSAGES = 12;

  /** So many operations a program has, at least. */
  private static final int FEWEST_OPERATIONS = 200;

  private final int ranks;
  private final int listeners;
  private final int callAt;
  private final int calls;
  private final boolean stopsListener;
  private final List<Segment> segments = new ArrayList<>();

  private Plan(long seed, int ranks, int segments, int threads) {
    Dice dice = new Dice(Dice.mix(seed) - 1);
    this.ranks = ranks;
    listeners = Math.max(0, dice.below(5) - 2);
    callAt = dice.below(segments + 1);
    calls = threads > 1 && dice.oneIn(2) ? 1 + dice.below(4) : 0;
    stopsListener = dice.oneIn(2);
  }

  static Plan of(Setup setup) {
    Plan plan = new Plan(setup.seed(), setup.ranks(), setup.segments(), setup.threads());
    for (int i = 0; i < setup.segments(); i++) {
      if ((setup.skipped() >>> i & 1) == 0) {
        plan.segments.add(
            new Segment(setup.seed(), i, setup.ranks(), setup.messages(), setup.threads()));
      }
    }
    return plan;
  }

  /** How many segments it takes for enough operations. */
  static int segmentsFor(long seed, int ranks, int threads) {
    int operations = 0;
    int segments = 0;
    while (operations < FEWEST_OPERATIONS && segments < Setup.MOST_SEGMENTS) {
      operations += new Segment(seed, segments++, ranks, MOST_MESSAGES, threads).fewestOperations();
    }
    return segments;
  }

  int ranks() {
    return ranks;
  }

  /** How many receives each rank posts at its beginning. */
  int listeners() {
    return listeners;
  }

  /** How many calls the listening thread of each rank gets; 0 if there is none. */
  int calls() {
    return calls;
  }

  /** Whether main may end the program while that thread has something to put out. */
  boolean maybeCutOff(int thread) {
    return calls > 0 && !stopsListener && thread == Background.THREAD;
  }

  /** Whether it is stopped at the end. */
  boolean stopsListener() {
    return stopsListener;
  }

  /** Before which segment the messages for them are sent. */
  int callAt() {
    return Math.min(callAt, size());
  }

  int size() {
    return segments.size();
  }

  Segment segment(int i) {
    return segments.get(i);
  }

  /** A part of the program. */
  static final class Segment {
    private final int index;
    private final int ranks;
    private final Part.Kind kind;
    private final int variant;
    private final byte[] messages;
    private final int threads;

    Segment(long seed, int index, int ranks, int mostMessages, int threads) {
      Dice dice = new Dice(Dice.mix(seed) + index);
      this.index = index;
      this.ranks = ranks;
      int chance = dice.below(8);
      this.variant = dice.below(1 << 20);
      this.threads = threads;
      this.kind = chance < 5 ? exchange() : chance < 7 ? Part.Kind.SCRIPT : Part.Kind.FARM;
      this.messages = chance < 5 ? exchanged(dice, mostMessages) : new byte[0];
    }

    private Part.Kind exchange() {
      return threads > 1 && (variant >>> 2) % 3 != 0 ? Part.Kind.CREW : Part.Kind.EXCHANGE;
    }

    /** How many threads that rank has in it. */
    int threads(int rank) {
      return 1 + (int) ((Dice.mix(variant + ((long) rank << 32)) >>> 33) * threads >>> 31);
    }

    private byte[] exchanged(Dice dice, int most) {
      byte[] counts = new byte[ranks * ranks * TAGS];
      // However many ranks there are.
      int number = FEWEST_MESSAGES + dice.below(MOST_MESSAGES - FEWEST_MESSAGES + 1);
      for (int m = Math.min(number, most); m > 0; m--) {
        counts[dice.below(counts.length)]++;
      }
      return counts;
    }

    int index() {
      return index;
    }

    Part.Kind kind() {
      return kind;
    }

    /** Chance that is the same for all ranks. */
    int variant() {
      return variant;
    }

    /** How many messages go from one rank to another, with that tag. */
    int messages(int from, int to, int tag) {
      return messages[(from * ranks + to) * TAGS + tag];
    }

    int fewestOperations() {
      switch (kind) {
        case EXCHANGE, CREW:
          int sum = 0;
          for (byte count : messages) {
            sum += count;
          }
          return 2 * sum;
        case SCRIPT:
          return Script.fewestOperations(this, ranks);
        default:
          return Farm.fewestOperations(this, ranks);
      }
    }
  }
}
