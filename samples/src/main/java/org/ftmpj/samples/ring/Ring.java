package org.ftmpj.samples.ring;

import mpi.MPI;
import mpi.Request;
import org.ftmpj.samples.Arguments;

/**
 * A token goes round the ring of ranks. Each rank adds its number, mixes the token by some
 * computing, prints it, and sends it on.
 */
public final class Ring {
  private static final int TAG_TOKEN = 1;

  private Ring() {}

  public static void main(String[] args) {
    String[] arguments = MPI.Init(args);
    int exitCode = 0;
    try {
      int laps = Arguments.positive(arguments, 0, 300);
      int work = Arguments.positive(arguments, 1, 1_000_000);
      run(laps, work);
    } catch (IllegalArgumentException e) {
      exitCode = 2;
      if (MPI.COMM_WORLD.Rank() == 0) {
        System.err.println(e.getMessage());
        System.err.println("Arguments: [laps [workPerHop]]");
      }
    }
    MPI.Finalize();
    if (exitCode != 0) {
      System.exit(exitCode);
    }
  }

  private static void run(int laps, int work) {
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    int previous = (rank + size - 1) % size;
    int next = (rank + 1) % size;
    long[] token = {0, 1};
    for (int lap = 1; lap <= laps; lap++) {
      if (rank == 0) {
        token[0] += rank;
        token[1] = mix(token[1] + token[0], work);
        // Not Send: a ring of one rank sends to itself, and would not be receiving.
        Request sending = MPI.COMM_WORLD.Isend(token.clone(), 0, 2, MPI.LONG, next, TAG_TOKEN);
        MPI.COMM_WORLD.Recv(token, 0, 2, MPI.LONG, previous, TAG_TOKEN);
        sending.Wait();
      } else {
        MPI.COMM_WORLD.Recv(token, 0, 2, MPI.LONG, previous, TAG_TOKEN);
        token[0] += rank;
        token[1] = mix(token[1] + token[0], work);
        MPI.COMM_WORLD.Send(token, 0, 2, MPI.LONG, next, TAG_TOKEN);
      }
      System.out.printf("lap %d: sum %d, token %016x%n", lap, token[0], token[1]);
    }
    if (rank == 0) {
      System.out.printf("ring: %d laps, sum %d, hash %016x%n", laps, token[0], token[1]);
    }
  }

  private static long mix(long value, int work) {
    long x = value == 0 ? 1 : value;
    for (int i = 0; i < work; i++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    return x;
  }
}
