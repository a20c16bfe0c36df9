package org.ftmpj.it.program;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import mpi.MPI;

/**
 * The last rank writes what its clock says to a file, its first argument, until the other exists.
 */
public final class ClockFile {
  private ClockFile() {}

  public static void main(String[] args) throws IOException {
    String[] own = MPI.Init(args);
    if (MPI.COMM_WORLD.Rank() == MPI.COMM_WORLD.Size() - 1) {
      try (FileOutputStream file = new FileOutputStream(own[0])) {
        while (Files.notExists(Path.of(own[1]))) {
          file.write((System.nanoTime() + "\n").getBytes(StandardCharsets.US_ASCII));
        }
      }
    }
    MPI.COMM_WORLD.Barrier();
    MPI.Finalize();
  }
}
