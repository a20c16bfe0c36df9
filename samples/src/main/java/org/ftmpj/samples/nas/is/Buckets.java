package org.ftmpj.samples.nas.is;

import java.util.Arrays;
import mpi.MPI;

/** Runs of neighbouring keys, by which the ranks share them out. */
final class Buckets {
  private final int[] counts;
  private final int shift;

  /**
   * Empty ones.
   *
   * @param number how many
   * @param logWidth binary logarithm of the number of different keys in a bucket
   */
  Buckets(int number, int logWidth) {
    this.counts = new int[number];
    this.shift = logWidth;
  }

  int number() {
    return counts.length;
  }

  /** How many keys of this rank are in each. */
  int[] count(int[] keys) {
    Arrays.fill(counts, 0);
    for (int key : keys) {
      counts[key >> shift]++;
    }
    return counts;
  }

  /**
   * Gives each rank a run of buckets with about as many keys as any other.
   *
   * @param totals how many keys of all ranks are in each bucket, followed by whatever
   * @return for each rank, the bucket after its last
   */
  int[] share(int[] totals, int ranks) {
    int[] ends = new int[ranks];
    long all = 0;
    for (int bucket = 0; bucket < number(); bucket++) {
      all += totals[bucket];
    }
    long passed = 0;
    int rank = 0;
    for (int bucket = 0; bucket < number() && rank < ranks - 1; bucket++) {
      passed += totals[bucket];
      if (passed * ranks >= all * (rank + 1)) {
        ends[rank++] = bucket + 1;
      }
    }
    Arrays.fill(ends, rank, ranks, number());
    return ends;
  }

  /** Sends each key to the rank that has its bucket, and ranks those that come here. */
  RankedKeys redistribute(int[] keys, int[] totals, int[] ends) {
    int ranks = ends.length;
    int[] sent = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      sent[rank] = sum(counts, start(ends, rank), ends[rank]);
    }
    int[] received = new int[ranks];
    MPI.COMM_WORLD.Alltoall(sent, 0, 1, MPI.INT, received, 0, 1, MPI.INT);
    int here = MPI.COMM_WORLD.Rank();
    int[] mine = new int[sum(received, 0, ranks)];
    MPI.COMM_WORLD.Alltoallv(
        inOrderOfBuckets(keys),
        0,
        sent,
        offsets(sent),
        MPI.INT,
        mine,
        0,
        received,
        offsets(received),
        MPI.INT);
    int first = start(ends, here);
    return new RankedKeys(mine, first << shift, ends[here] << shift, sum(totals, 0, first));
  }

  private int[] inOrderOfBuckets(int[] keys) {
    int[] next = offsets(counts);
    int[] ordered = new int[keys.length];
    for (int key : keys) {
      ordered[next[key >> shift]++] = key;
    }
    return ordered;
  }

  private static int start(int[] ends, int rank) {
    return rank == 0 ? 0 : ends[rank - 1];
  }

  private static int[] offsets(int[] lengths) {
    int[] offsets = new int[lengths.length];
    for (int i = 1; i < lengths.length; i++) {
      offsets[i] = offsets[i - 1] + lengths[i - 1];
    }
    return offsets;
  }

  private static int sum(int[] values, int from, int to) {
    int sum = 0;
    for (int i = from; i < to; i++) {
      sum += values[i];
    }
    return sum;
  }
}
