package org.ftmpj.it.program.generated;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import mpi.Comm;
import mpi.MPI;

/** What this process is, has seen and has done. */
final class Rank {
  private final Setup setup;
  private final int number = MPI.COMM_WORLD.Rank();
  private final int size = MPI.COMM_WORLD.Size();
  private final Lines lines = new Lines(number);
  private final Map<String, Integer> counts = new TreeMap<>();
  private long hash = 1;
  private long sum;
  private long choices;

  Rank(Setup setup) {
    this.setup = setup;
  }

  Setup setup() {
    return setup;
  }

  int number() {
    return number;
  }

  int size() {
    return size;
  }

  Lines lines() {
    return lines;
  }

  /** A number below {@code bound} that depends on all that was seen. */
  int choose(int bound) {
    choices++;
    return (int) Long.remainderUnsigned(Dice.mix(hash + choices * 0x9E3779B97F4A7C15L), bound);
  }

  boolean oneIn(int chance) {
    return choose(chance) == 0;
  }

  /** Something was seen. */
  void saw(long what) {
    hash = Dice.mix(hash * 31 + what);
  }

  /** A message was received. */
  void saw(int source, Message message) {
    saw(source);
    saw(message.value());
    saw(message.hash());
    sum += message.value();
  }

  /** Depends on everything seen, and on the order. */
  long hash() {
    return hash;
  }

  /** Of the values of all messages, which depends on no order. */
  long sum() {
    return sum;
  }

  /** An operation was used. */
  void count(String operation) {
    counts.merge(operation, 1, Integer::sum);
  }

  /** A receive or probe was used. */
  void count(String operation, int source, int tag) {
    count(
        operation
            + (source == MPI.ANY_SOURCE ? " any" : " named")
            + (tag == MPI.ANY_TAG ? " any" : " named"));
  }

  String counts() {
    return counts.entrySet().stream()
        .map(entry -> entry.getKey().replace(' ', '.') + "=" + entry.getValue())
        .collect(Collectors.joining(" "));
  }

  void barrier(Comm comm) {
    count("Barrier");
    ((mpi.Intracomm) comm).Barrier();
  }

  /** Something to compute that takes its time. */
  void work(int steps) {
    long x = hash | 1;
    for (int i = 0; i < steps; i++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    saw(x);
  }
}
