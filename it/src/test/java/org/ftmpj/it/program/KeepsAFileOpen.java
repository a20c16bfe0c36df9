package org.ftmpj.it.program;

import java.io.IOException;
import java.io.RandomAccessFile;
import mpi.MPI;
import org.ftmpj.api.CheckpointScope;
import org.ftmpj.api.Checkpointed;

/**
 * Saves its state by itself, and has a file open for reading and writing in its first rounds, which
 * it would not have after a restart from there.
 *
 * <p>Arguments: the number of rounds, in how many of them the file is open, milliseconds of each.
 */
public final class KeepsAFileOpen {
  @Checkpointed private int round;
  private RandomAccessFile file;

  private KeepsAFileOpen() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    String[] arguments = MPI.Init(args);
    int rounds = Integer.parseInt(arguments[0]);
    int withFile = Integer.parseInt(arguments[1]);
    long ms = Long.parseLong(arguments[2]);
    KeepsAFileOpen program = new KeepsAFileOpen();
    CheckpointScope scope = CheckpointScope.open().register(program);
    scope.restoreOrRun(() -> {});
    if (program.round == 0) {
      program.file = new RandomAccessFile("rank-" + MPI.COMM_WORLD.Rank(), "rw");
    }
    while (program.round < rounds) {
      program.round++;
      MPI.COMM_WORLD.Barrier();
      Thread.sleep(ms);
      program.write(withFile);
      scope.safePoint();
    }
    MPI.Finalize();
  }

  private void write(int withFile) throws IOException {
    if (round <= withFile) {
      file.writeInt(round);
    }
    if (round == withFile) {
      file.close();
    }
    if (round % 20 == 0) {
      System.out.println("round " + round);
    }
  }
}
