package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.List;

/** What a seed comes to. */
final class Seed {

  /** The first seed at which a mistake shows. */
  record Found(long seed, Violation violation) {}

  /** So many lines of a story are told at most, the last ones. */
  private static final int LINES = 120;

  private static final long BASE = Long.getLong("test.seed", System.nanoTime() & 0xFFFFFF);

  private Seed() {}

  /** The first of so many seeds, other ones in each build; {@code -Dtest.seed} repeats them. */
  static long firstOf(int seeds) {
    return BASE * seeds + 1;
  }

  /** Simulates a job; null if every promise was kept. */
  static Violation violation(long seed, Mutation mutation, Tally tally) {
    return violation(Setup.of(seed), mutation, tally, null);
  }

  /** The same, and what several event loggers come to by themselves. */
  static Violation anyViolation(long seed, Tally tally) {
    Violation violation = violation(seed, null, tally);
    return violation == null ? LoggersAlone.violation(seed, null, tally) : violation;
  }

  static Violation violation(Setup setup, Mutation mutation, Tally tally, List<String> story) {
    try {
      new Job(setup, mutation, tally, story).run();
      return null;
    } catch (Violation violation) {
      return violation;
    } catch (RuntimeException | Error e) {
      // A mistake may confuse the core or the program in any way; without one it is the
      // simulator's.
      return new Violation(Violation.Kind.CONFUSED, e.toString(), e);
    }
  }

  /**
   * The first seed at which a promise is seen to be broken by the mistake; null if there is none.
   * That the mistake has confused the core, or that several loggers refuse it, would be luck.
   */
  static Found find(Mutation mutation, long from, long to) {
    Tally tally = new Tally();
    for (long seed = from; seed <= to; seed++) {
      Setup setup = Setup.of(seed);
      if (mutation.isOfHosts() && setup.hosts() == 1
          || mutation.isOfCopies() && !setup.copies()
          || mutation == Mutation.COPIED_ON_ELSEWHERE && !setup.partners()) {
        continue;
      }
      Violation violation =
          mutation.isOfLoggers()
              ? LoggersAlone.violation(seed, mutation, tally)
              : violation(setup, mutation, tally, null);
      boolean isSeen =
          violation != null
              && violation.kind() != Violation.Kind.CONFUSED
              && (!mutation.isOfLoggers() || violation.kind() == Violation.Kind.ORPHAN);
      if (isSeen) {
        return new Found(seed, violation);
      }
    }
    return null;
  }

  /**
   * The first seed at which a mistake of event loggers shows in a job on several hosts, or null.
   */
  static Found findOnHosts(Mutation mutation, long from, long to) {
    Tally tally = new Tally();
    for (long seed = from; seed <= to; seed++) {
      Setup setup = Setup.of(seed);
      if (setup.hosts() > 1 && setup.loggers() > 1 && setup.losses() > 0) {
        Violation violation = violation(setup, mutation, tally, null);
        if (violation != null && violation.kind() == Violation.Kind.ORPHAN) {
          return new Found(seed, violation);
        }
      }
    }
    return null;
  }

  /** The minimal story of a seed that fails, and how to see it again. */
  static String report(long seed, Mutation mutation, Violation violation) {
    if (mutation == null && violation(seed, null, new Tally()) == null) {
      return "Seed %d fails, the loggers alone: %s%nTo see it: ./ftmpj simulate --from %d --to %d%n"
          .formatted(seed, violation.getMessage(), seed, seed);
    }
    Setup small = Shrinker.shrink(Setup.of(seed), mutation, violation.kind());
    List<String> story = new ArrayList<>();
    Violation same = violation(small, mutation, new Tally(), story);
    StringBuilder text = new StringBuilder();
    text.append("Seed ").append(seed).append(" fails: ").append(violation.getMessage());
    text.append(System.lineSeparator());
    text.append("A smaller job that fails likewise: ").append(small);
    text.append(System.lineSeparator());
    int from = Math.max(0, story.size() - LINES);
    if (from > 0) {
      text.append("... (").append(from).append(" lines more)").append(System.lineSeparator());
    }
    for (String line : story.subList(from, story.size())) {
      text.append(line).append(System.lineSeparator());
    }
    text.append(same == null ? "" : same.getMessage()).append(System.lineSeparator());
    text.append("To see it: ./ftmpj simulate ").append(small.description());
    if (mutation != null) {
      text.append(" --mutation ").append(mutation.name());
    }
    return text.append(System.lineSeparator()).toString();
  }
}
