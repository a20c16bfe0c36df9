package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The lines that a rank has put out, by thread: each once, whatever incarnations do. */
final class Lines {
  private final Job job;
  private final SimulatedRank rank;
  private final List<List<Long>> lines = new ArrayList<>();

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

  /** Another incarnation begins. */
  void start() {
    held = lines.stream().mapToInt(List::size).toArray();
    putOut = new int[held.length];
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
