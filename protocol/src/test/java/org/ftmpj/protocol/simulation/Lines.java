package org.ftmpj.protocol.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The lines that a rank has put out, by thread: each once, whatever incarnations do. */
final class Lines {
  private final Job job;
  private final SimulatedRank rank;
  private final List<List<Long>> lines = new ArrayList<>();

  /** In the output log of a host, and not printed yet. */
  private final ArrayDeque<Pending> pending = new ArrayDeque<>();

  private record Pending(int thread, int needed, Dependence dependence) {}

  /** How many lines of each thread the console has printed, which is elsewhere. */
  private int[] printed = new int[0];

  /** How many there were when this incarnation began. */
  private int[] held = new int[0];

  /** How many this incarnation has put out. */
  private int[] putOut = new int[0];

  Lines(Job job, SimulatedRank rank) {
    this.job = job;
    this.rank = rank;
  }

  /** What a thread has put out. */
  List<Long> of(int thread) {
    while (lines.size() <= thread) {
      lines.add(new ArrayList<>());
    }
    return lines.get(thread);
  }

  /** How many threads have put something out. */
  int threads() {
    return lines.size();
  }

  /**
   * Another incarnation begins.
   *
   * @param putOutBefore what its checkpoint says
   */
  void start(int[] putOutBefore) {
    held = lines.stream().mapToInt(List::size).toArray();
    putOut = Arrays.copyOf(putOutBefore, Math.max(held.length, putOutBefore.length));
  }

  /** How many lines of each thread this incarnation has put out, or had before its checkpoint. */
  int[] putOut() {
    return putOut.clone();
  }

  /** These, by thread. */
  List<List<Long>> linesPutOut() {
    List<List<Long>> before = new ArrayList<>();
    for (int thread = 0; thread < lines.size() && thread < putOut.length; thread++) {
      List<Long> its = lines.get(thread);
      before.add(List.copyOf(its.subList(0, Math.min(putOut[thread], its.size()))));
    }
    return before;
  }

  /** Puts a line out, or recognises it. Returns whether it is new. */
  boolean add(int thread, long line) {
    List<Long> its = of(thread);
    if (putOut.length <= thread) {
      putOut = Arrays.copyOf(putOut, thread + 1);
    }
    int next = putOut[thread]++;
    if (thread >= held.length || next >= held[thread]) {
      its.add(line);
      return true;
    }
    job.count(Rule.OUTPUT_ONCE);
    if (its.get(next) != line) {
      throw new Violation(
          Violation.Kind.OUTPUT,
          "rank %d incarnation %d puts out another line %d of thread %d"
              .formatted(rank.number(), rank.incarnation(), next, thread));
    }
    return false;
  }

  /** The line that was put out last is in the log of its host. */
  void isInLog(int thread, Dependence dependence) {
    pending.add(new Pending(thread, rank.host().stream().end(), dependence));
  }

  /** The daemon of the rank's host has one printed. Returns whether it did. */
  boolean print() {
    Pending next = pending.peek();
    if (next == null || !rank.host().mayLeave(rank.number(), next.needed())) {
      return false;
    }
    pending.remove();
    if (printed.length <= next.thread()) {
      printed = Arrays.copyOf(printed, next.thread() + 1);
    }
    printed[next.thread()]++;
    rank.consistency().hasLeftHost(next.dependence());
    job.moved();
    return true;
  }

  boolean areAllPrinted() {
    return pending.isEmpty();
  }

  /**
   * What is not printed is lost, but for what came before these checkpoints: that is copied with
   * them, and printed from the next host.
   */
  void hostLost(List<Checkpoint> copied) {
    pending.clear();
    for (int thread = 0; thread < lines.size(); thread++) {
      List<Long> its = lines.get(thread);
      its.subList(thread < printed.length ? printed[thread] : 0, its.size()).clear();
    }
    if (job.mutation() != Mutation.COPIED_WITHOUT_LINES) {
      copied.forEach(this::restore);
    }
  }

  private void restore(Checkpoint copied) {
    for (int thread = 0; thread < copied.lines().size(); thread++) {
      List<Long> its = of(thread);
      List<Long> before = copied.lines().get(thread);
      int common = Math.min(its.size(), before.size());
      if (!its.subList(0, common).equals(before.subList(0, common))) {
        throw new Violation(
            Violation.Kind.OUTPUT, "a copy of rank " + rank.number() + " has put out other lines");
      }
      for (Long line : before.subList(common, before.size())) {
        its.add(line);
        pending.add(new Pending(thread, 0, copied.dependence()));
      }
    }
  }

  /** Whether this incarnation has yet to put out what an earlier one has. */
  boolean holdMore() {
    for (int thread = 0; thread < held.length; thread++) {
      if (putOut[thread] < held[thread]) {
        return true;
      }
    }
    return false;
  }
}
