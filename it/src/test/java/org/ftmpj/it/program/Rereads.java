package org.ftmpj.it.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Formatter;
import java.util.Locale;
import mpi.MPI;

/**
 * Rounds in which each rank sends the next one what it reads in a file, which is not recorded, and
 * receives from any source. In the first round that is {@code early}, then {@code late}. It writes
 * to two files that are open all the time, one of them by means that are not recorded. Arguments:
 * the directory of all these, and how many rounds.
 */
public final class Rereads {
  private static final int TAG = 5;
  private static final int LENGTH = 8 << 10;
  private static final int PAUSE_MS = 2;

  private final Path directory;
  private final byte[] content = new byte[LENGTH];
  private long sum;

  private Rereads(Path directory) {
    this.directory = directory;
  }

  public static void main(String[] arguments) throws Exception {
    String[] own = MPI.Init(arguments);
    int rank = MPI.COMM_WORLD.Rank();
    Rereads rereads = new Rereads(Path.of(own[0]));
    Path written = rereads.directory.resolve("written-" + rank);
    Path formatted = rereads.directory.resolve("formatted-" + rank);
    try (PrintWriter lines = new PrintWriter(written.toFile());
        Formatter formats = new Formatter(formatted.toFile(), "UTF-8", Locale.ROOT)) {
      rereads.early();
      for (int round = 1; round < Integer.parseInt(own[1]); round++) {
        Thread.sleep(PAUSE_MS);
        rereads.late();
        rereads.receive();
        lines.println(round + ": " + rereads.sum);
        formats.format("%d: %d%n", round, rereads.sum).flush();
        System.out.println("round " + round + ": " + rereads.sum);
      }
      rereads.receive();
    }
    MPI.Finalize();
  }

  private void early() throws IOException {
    read("early");
    MPI.COMM_WORLD.Send(content, 0, LENGTH, MPI.BYTE, next(), TAG); // here: early
  }

  private void late() throws IOException {
    read("late");
    MPI.COMM_WORLD.Send(content, 0, LENGTH, MPI.BYTE, next(), TAG); // here: late
  }

  /** By a way that is not recorded, as this program is to diverge when the file has changed. */
  private void read(String name) throws IOException {
    try (InputStream file = directory.resolve(name).toUri().toURL().openStream()) {
      Arrays.fill(content, (byte) file.read());
    }
  }

  private void receive() {
    byte[] received = new byte[LENGTH];
    MPI.COMM_WORLD.Recv(received, 0, LENGTH, MPI.BYTE, MPI.ANY_SOURCE, TAG);
    sum = sum * 31 + received[LENGTH - 1];
  }

  private static int next() {
    return (MPI.COMM_WORLD.Rank() + 1) % MPI.COMM_WORLD.Size();
  }
}
