package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.List;

/** Looks for a smaller job that fails likewise. */
final class Shrinker {
  /** A smaller program runs in another order; so many orders are tried for each. */
  private static final int SALTS = 400;

  private Shrinker() {}

  static Setup shrink(Setup failing, Mutation mutation, Violation.Kind kind) {
    Setup smallest = failing;
    for (boolean smaller = true; smaller; ) {
      smaller = false;
      for (Setup candidate : smallerThan(smallest)) {
        Setup fails = failsLikewise(candidate, mutation, kind);
        if (fails != null) {
          smallest = fails;
          smaller = true;
          break;
        }
      }
    }
    return smallest;
  }

  /** The boldest first. */
  private static List<Setup> smallerThan(Setup setup) {
    List<Setup> all = new ArrayList<>();
    for (int ranks = 2; ranks < setup.ranks(); ranks++) {
      all.add(setup.with("ranks", ranks));
    }
    for (int segments = 1; segments < setup.segments(); segments *= 2) {
      all.add(setup.with("segments", segments));
    }
    all.add(setup.with("segments", setup.segments() - 1));
    for (int i = 0; i < setup.segments(); i++) {
      if ((setup.skipped() >>> i & 1) == 0) {
        all.add(setup.with("skipped", setup.skipped() | 1L << i));
      }
    }
    for (int messages : new int[] {1, 2, 3, 4, 6, 8, 12, 16, 24}) {
      if (messages < setup.messages()) {
        all.add(setup.with("messages", messages));
      }
    }
    for (int crashes = 1; crashes < setup.crashes(); crashes++) {
      all.add(setup.with("crashes", crashes));
    }
    for (int threads = 1; threads < setup.threads(); threads++) {
      all.add(setup.with("threads", threads));
    }
    for (int losses = 0; losses < setup.losses(); losses++) {
      all.add(setup.with("losses", losses));
    }
    for (int hosts = 1; hosts < setup.hosts(); hosts++) {
      all.add(setup.with("hosts", hosts));
    }
    for (int loggers = 3; loggers < setup.loggers(); loggers += 2) {
      all.add(setup.with("loggers", loggers));
    }
    if (setup.prunes()) {
      all.add(setup.with("prunes", false));
    }
    if (setup.partners()) {
      all.add(setup.with("partners", false));
    } else if (setup.copies()) {
      all.add(setup.with("copies", false));
    } else if (setup.checkpoints()) {
      all.add(setup.with("checkpoints", false));
    }
    if (setup.snapshots()) {
      all.add(setup.with("snapshots", false));
    }
    if (setup.outages()) {
      all.add(setup.with("outages", false));
    }
    if (setup.remote() && setup.loggers() == 1) {
      all.add(setup.with("remote", false));
    }
    if (setup.delays()) {
      all.add(setup.with("delays", false));
    }
    all.removeIf(s -> s.segments() < 1);
    return all;
  }

  private static Setup failsLikewise(Setup candidate, Mutation mutation, Violation.Kind kind) {
    Tally tally = new Tally();
    for (int i = 0; i < SALTS; i++) {
      Setup salted = candidate.with("salt", i);
      Violation violation = Seed.violation(salted, mutation, tally, null);
      if (violation != null && violation.kind() == kind) {
        return salted;
      }
    }
    return null;
  }
}
