package org.ftmpj.samples.witness;

/** What a rank has seen, in the order it saw it. */
final class Witness {
  private long hash = 1;
  private long sum;
  private int received;
  private long failedPolls;

  /** A message was received after that many unsuccessful polls. */
  void sawMessage(int source, long value, long hashOfSender, long polls) {
    mix(source);
    mix(value);
    mix(hashOfSender);
    mix(polls);
    sum += value;
    received++;
    failedPolls += polls;
  }

  void mix(long value) {
    hash = scramble(hash * 31 + value);
  }

  /** Depends on everything seen, and on the order. */
  long hash() {
    return hash;
  }

  /** The sum of the values received, which depends on no order. */
  long sum() {
    return sum;
  }

  static long scramble(long value) {
    long z = value * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  @Override
  public String toString() {
    return String.format(
        "hash %016x after %d messages and %d unsuccessful polls", hash, received, failedPolls);
  }
}
