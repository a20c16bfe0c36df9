package org.ftmpj.it.program;

import java.net.ServerSocket;
import java.util.SplittableRandom;
import java.util.UUID;
import mpi.MPI;

/**
 * Rank 0 sends messages of 1 KiB to 1 MiB, most of them small, to rank 1, which answers every 16th.
 * Arguments: how many MiB together; perhaps for how many ms rank 0 rests after 16 messages; perhaps
 * that rank 1 has a {@code socket}, which cannot be in a checkpoint, or that both draw many {@code
 * lots}, or print long {@code lines}. Prints a hash of what came.
 */
public final class Downpour {
  private static final int TAG = 3;
  private static final int ROUND = 16;
  private static final int LARGEST = 1 << 20;

  /** Lots in a round: so many outcomes to be recorded. */
  private static final int LOTS = 800;

  private static final int LINE = 64 << 10;

  private static ServerSocket held;
  private static int lines;
  private static int drawn;

  private Downpour() {}

  public static void main(String[] arguments) throws Exception {
    String[] own = MPI.Init(arguments);
    int rank = MPI.COMM_WORLD.Rank();
    int restMs = own.length > 1 && rank == 0 ? Integer.parseInt(own[1]) : 0;
    String more = own.length > 2 ? own[2] : "";
    if (more.equals("socket") && rank == 1) {
      held = new ServerSocket(0);
    }
    String line = more.equals("lines") ? "-".repeat(LINE) : "";
    int lots = more.equals("lots") ? LOTS : 0;
    long[] hash = new long[1];
    byte[] message = new byte[LARGEST];
    Sizes sizes = new Sizes(Long.parseLong(own[0]) << 20);
    while (sizes.isMore()) {
      for (int i = 0; i < ROUND; i++) {
        int length = sizes.next();
        if (rank == 0) {
          fill(message, length, hash[0] + i);
          MPI.COMM_WORLD.Send(message, 0, length, MPI.BYTE, 1, TAG);
        } else {
          int source = i == 0 ? MPI.ANY_SOURCE : 0;
          MPI.COMM_WORLD.Recv(message, 0, length, MPI.BYTE, source, TAG);
          hash[0] = hash(message, length, hash[0]);
        }
      }
      MPI.COMM_WORLD.Bcast(hash, 0, 1, MPI.LONG, 1);
      for (int lot = 0; lot < lots; lot++) {
        drawn ^= UUID.randomUUID().hashCode();
      }
      if (!line.isEmpty()) {
        System.out.println("line " + lines++ + " " + line);
      }
      Thread.sleep(restMs);
    }
    System.out.println(hash[0]);
    MPI.Finalize();
    if (held != null) {
      held.close();
    }
  }

  /** What both ranks print. */
  public static long result(int mebibytes) {
    long hash = 0;
    byte[] message = new byte[LARGEST];
    Sizes sizes = new Sizes((long) mebibytes << 20);
    while (sizes.isMore()) {
      long seed = hash;
      for (int i = 0; i < ROUND; i++) {
        int length = sizes.next();
        fill(message, length, seed + i);
        hash = hash(message, length, hash);
      }
    }
    return hash;
  }

  /** Lengths of messages. */
  private static final class Sizes {
    private final SplittableRandom random = new SplittableRandom(7);
    private long left;

    Sizes(long bytes) {
      left = bytes;
    }

    boolean isMore() {
      return left > 0;
    }

    int next() {
      int size = 1 << 10 + random.nextInt(11);
      int length = size - random.nextInt(size / 2);
      left -= length;
      return length;
    }
  }

  /** Some bytes of it, so that to compute takes less than to send. */
  private static void fill(byte[] message, int length, long seed) {
    for (int at = 0; at < length; at += 509) {
      message[at] = (byte) (seed + at);
    }
  }

  private static long hash(byte[] message, int length, long before) {
    long hash = before;
    for (int at = 0; at < length; at += 509) {
      hash = 31 * hash + message[at];
    }
    return hash;
  }
}
