package org.ftmpj.it.program;

import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.SplittableRandom;
import java.util.UUID;
import mpi.MPI;

/**
 * Rank 0 sends messages of 1 KiB to 1 MiB, most of them small, to each of the others; rank 1
 * answers every 16th. Arguments: how many MiB to each, or the path of a file that ends it when it
 * is there; perhaps for how many ms rank 0 rests after 16 messages; perhaps that rank 1 has a
 * {@code socket}, which cannot be in a checkpoint, or that all draw many {@code lots}, or print
 * long {@code lines}, or that messages are {@code small}, perhaps with long {@code secrets} that
 * all draw, or with a synchronous answer of rank 1 in each round, so that logs to it have {@code
 * marks}. All print a hash of what came, and after how many rounds if a file has ended it.
 */
public final class Downpour {
  private static final int TAG = 3;
  private static final int ROUND = 16;
  private static final int LARGEST = 1 << 20;

  /** So many powers of two from 1 KiB on. */
  private static final int ALL = 11;

  private static final int SMALL = 5;

  /** Lots in a round: so many outcomes to be recorded. */
  private static final int LOTS = 800;

  private static final int LINE = 64 << 10;

  /** Bytes of one outcome in a round. */
  private static final int SECRET = 64 << 10;

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
    boolean untilFile = own[0].startsWith("/");
    Sizes sizes =
        new Sizes(
            untilFile ? Long.MAX_VALUE : Long.parseLong(own[0]) << 20,
            more.contains("small") ? SMALL : ALL);
    int rounds = 0;
    while (sizes.isMore() && (!untilFile || goesOn(Path.of(own[0]), rank))) {
      for (int i = 0; i < ROUND; i++) {
        int length = sizes.next();
        if (rank == 0) {
          fill(message, length, hash[0] + i);
          for (int to = 1; to < MPI.COMM_WORLD.Size(); to++) {
            MPI.COMM_WORLD.Send(message, 0, length, MPI.BYTE, to, TAG);
          }
        } else {
          int source = i == 0 ? MPI.ANY_SOURCE : 0;
          MPI.COMM_WORLD.Recv(message, 0, length, MPI.BYTE, source, TAG);
          hash[0] = hash(message, length, hash[0]);
        }
      }
      MPI.COMM_WORLD.Bcast(hash, 0, 1, MPI.LONG, 1);
      if (more.contains("marks")) {
        answer(rank, hash);
      }
      for (int lot = 0; lot < lots; lot++) {
        drawn ^= UUID.randomUUID().hashCode();
      }
      if (more.contains("secrets")) {
        byte[] secret = new byte[SECRET];
        new SecureRandom().nextBytes(secret);
        drawn ^= secret[0];
      }
      if (!line.isEmpty()) {
        System.out.println("line " + lines++ + " " + line);
      }
      Thread.sleep(restMs);
      rounds++;
    }
    System.out.println(hash[0] + (untilFile ? " after " + rounds : ""));
    MPI.Finalize();
    if (held != null) {
      held.close();
    }
  }

  private static void answer(int rank, long[] hash) {
    if (rank == 1) {
      MPI.COMM_WORLD.Ssend(hash, 0, 1, MPI.LONG, 0, TAG);
    } else if (rank == 0) {
      MPI.COMM_WORLD.Recv(hash, 0, 1, MPI.LONG, 1, TAG);
    }
  }

  /** Rank 0 looks whether the file is there. */
  private static boolean goesOn(Path end, int rank) {
    int[] goesOn = {rank == 0 && Files.notExists(end) ? 1 : 0};
    MPI.COMM_WORLD.Bcast(goesOn, 0, 1, MPI.INT, 0);
    return goesOn[0] == 1;
  }

  /** What all ranks print. */
  public static long result(int mebibytes) {
    return result(new Sizes((long) mebibytes << 20, ALL), Integer.MAX_VALUE);
  }

  /** What all ranks print as the hash if a file has ended them, of {@code small} messages. */
  public static long resultOfRounds(int rounds) {
    return resultOfRounds(rounds, true);
  }

  /** The same of small messages, or of all sizes. */
  public static long resultOfRounds(int rounds, boolean small) {
    return result(new Sizes(Long.MAX_VALUE, small ? SMALL : ALL), rounds);
  }

  private static long result(Sizes sizes, int rounds) {
    long hash = 0;
    byte[] message = new byte[LARGEST];
    for (int round = 0; round < rounds && sizes.isMore(); round++) {
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
    private final int powers;
    private long left;

    Sizes(long bytes, int powers) {
      this.powers = powers;
      left = bytes;
    }

    boolean isMore() {
      return left > 0;
    }

    int next() {
      int size = 1 << 10 + random.nextInt(powers);
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
