package org.ftmpj.protocol.simulation;

import java.util.Arrays;

/** What was simulated, counted over jobs. One thread. */
final class Tally {
  private final long[] rules = new long[Rule.values().length];
  private final long[] jobsByRule = new long[rules.length];
  private final boolean[] inThisJob = new boolean[rules.length];
  private long jobs;
  private long operations;
  private long reExecuted;
  private long crashes;
  private long fewestOperations = Long.MAX_VALUE;
  private long fewestCrashes = Long.MAX_VALUE;

  void count(Rule rule) {
    rules[rule.ordinal()]++;
    inThisJob[rule.ordinal()] = true;
  }

  /** A job has ended. */
  void job(long itsOperations, long again, long itsCrashes) {
    jobs++;
    operations += itsOperations;
    reExecuted += again;
    crashes += itsCrashes;
    fewestOperations = Math.min(fewestOperations, itsOperations);
    fewestCrashes = Math.min(fewestCrashes, itsCrashes);
    for (int i = 0; i < inThisJob.length; i++) {
      if (inThisJob[i]) {
        jobsByRule[i]++;
      }
    }
    Arrays.fill(inThisJob, false);
  }

  void add(Tally other) {
    for (int i = 0; i < rules.length; i++) {
      rules[i] += other.rules[i];
      jobsByRule[i] += other.jobsByRule[i];
    }
    jobs += other.jobs;
    operations += other.operations;
    reExecuted += other.reExecuted;
    crashes += other.crashes;
    fewestOperations = Math.min(fewestOperations, other.fewestOperations);
    fewestCrashes = Math.min(fewestCrashes, other.fewestCrashes);
  }

  long jobs() {
    return jobs;
  }

  long of(Rule rule) {
    return rules[rule.ordinal()];
  }

  long operations() {
    return operations;
  }

  long crashes() {
    return crashes;
  }

  long fewestOperations() {
    return fewestOperations;
  }

  long fewestCrashes() {
    return fewestCrashes;
  }

  /** The table of rules, for people. */
  @Override
  public String toString() {
    StringBuilder table = new StringBuilder();
    table.append(
        "%,d jobs, %,d operations (at least %d in a job), %,d re-executed, %,d crashes (at least %d)%n"
            .formatted(jobs, operations, fewestOperations, reExecuted, crashes, fewestCrashes));
    table.append("%14s %8s  rule%n".formatted("times", "in jobs"));
    for (Rule rule : Rule.values()) {
      int i = rule.ordinal();
      table.append(
          "%,14d %7.2f%%  %s%n"
              .formatted(rules[i], jobs == 0 ? 0 : 100.0 * jobsByRule[i] / jobs, rule));
    }
    return table.toString();
  }
}
