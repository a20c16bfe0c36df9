package org.ftmpj.samples.witness;

import java.util.ArrayList;
import java.util.List;
import mpi.MPI;
import mpi.Status;

/** Rank 0's list of what every rank, itself included, told it about its hashes at the time. */
final class Reports {
  private final int rounds;
  private final Witness witness;
  private final long[][] hashes;
  private final int[] told;

  Reports(int size, int rounds, Witness witness) {
    this.rounds = rounds;
    this.witness = witness;
    this.hashes = new long[size][rounds];
    this.told = new int[size];
  }

  /** Which reports have come by now is an outcome of its own, and so part of rank 0's hash. */
  void collectWhatIsThere() {
    Status probed = MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, OrderWitness.TAG_HASH);
    while (probed != null) {
      witness.mix(probed.source);
      collect(probed.source);
      probed = MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, OrderWitness.TAG_HASH);
    }
  }

  private void collect(int rank) {
    MPI.COMM_WORLD.Recv(hashes[rank], told[rank], 1, MPI.LONG, rank, OrderWitness.TAG_HASH);
    told[rank]++;
  }

  /** Compares what each rank told with what it says at the end; returns the differences. */
  List<String> compare() {
    List<String> differences = new ArrayList<>();
    for (int rank = 0; rank < hashes.length; rank++) {
      while (told[rank] < rounds) {
        collect(rank);
      }
      long[] list = new long[rounds];
      MPI.COMM_WORLD.Recv(list, 0, rounds, MPI.LONG, rank, OrderWitness.TAG_LIST);
      for (int round = 0; round < rounds; round++) {
        if (list[round] != hashes[rank][round]) {
          differences.add(
              String.format(
                  "rank %d: said %016x in round %d, remembers %016x",
                  rank, hashes[rank][round], round + 1, list[round]));
          break;
        }
      }
      System.out.printf("witness: rank %d ended with hash %016x%n", rank, list[rounds - 1]);
    }
    return differences;
  }
}
