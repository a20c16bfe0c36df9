package org.ftmpj.it.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import mpi.MPI;
import mpi.Status;

/**
 * Rounds until a file is there, so that a test decides when the job ends. In a round each rank
 * receives a message from each other one, in the order in which they come, and prints a hash of all
 * that any rank has received so far: the same on all ranks, unless one has come to remember another
 * order than the one that it told. A second argument says how many MiB a rank has in memory, which
 * count, too.
 */
public final class Rounds {
  /** The file beside that of the end which has rank 0 read its standard input last. */
  public static final String HOLD = "hold";

  /** What each rank prints then, before rank 0 waits until that file is gone, and reads. */
  public static final String HELD = "held";

  private static final int PAUSE_MS = 5;

  private final int rank = MPI.COMM_WORLD.Rank();
  private final int size = MPI.COMM_WORLD.Size();
  private long hash = rank;
  private final long[] memory;

  private Rounds(int mib) {
    memory = new long[mib << 17];
  }

  public static void main(String[] args) throws InterruptedException, IOException {
    String[] own = MPI.Init(args);
    Path end = Path.of(own[0]);
    Rounds rounds = new Rounds(own.length > 1 ? Integer.parseInt(own[1]) : 0);
    int round = 0;
    do {
      Thread.sleep(PAUSE_MS);
      System.out.printf("round %d: %016x;%n", ++round, rounds.run());
    } while (rounds.goesOn(end));
    rounds.readInput(end.resolveSibling(HOLD));
    MPI.Finalize();
  }

  private long run() {
    for (int offset = 1; offset < size; offset++) {
      MPI.COMM_WORLD.Send(new long[] {hash}, 0, 1, MPI.LONG, (rank + offset) % size, 0);
    }
    long[] received = new long[1];
    for (int message = 1; message < size; message++) {
      Status status = MPI.COMM_WORLD.Recv(received, 0, 1, MPI.LONG, MPI.ANY_SOURCE, 0);
      mix(status.source);
      mix(received[0]);
    }
    long[] all = new long[size];
    MPI.COMM_WORLD.Allgather(new long[] {hash}, 0, 1, MPI.LONG, all, 0, 1, MPI.LONG);
    hash = 0;
    for (long one : all) {
      mix(one);
    }
    if (memory.length > 0) {
      int at = (int) Math.floorMod(hash, (long) memory.length);
      memory[at] = ~memory[at];
      mix(memory[(at / 2 * 3 + 1) % memory.length]);
    }
    return hash;
  }

  private void mix(long value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15L;
    hash ^= hash >>> 32;
  }

  private boolean goesOn(Path end) {
    int[] goesOn = {rank == 0 && Files.notExists(end) ? 1 : 0};
    MPI.COMM_WORLD.Bcast(goesOn, 0, 1, MPI.INT, 0);
    return goesOn[0] == 1;
  }

  private void readInput(Path hold) throws InterruptedException, IOException {
    if (Files.notExists(hold)) {
      return;
    }
    System.out.println(HELD);
    if (rank == 0) {
      while (Files.exists(hold)) {
        Thread.sleep(PAUSE_MS);
      }
      System.in.read();
    }
  }
}
