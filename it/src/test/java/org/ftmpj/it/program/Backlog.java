package org.ftmpj.it.program;

import java.util.Arrays;
import mpi.MPI;

/**
 * Rank 0 sends rank 1 messages, and tells it when all are sent; only then rank 1 receives them.
 *
 * <p>Arguments: how many messages, and how many bytes each. For each hundred rank 1 prints how many
 * it has, and that all were as sent.
 */
public final class Backlog {
  /** So many messages for each line. */
  public static final int MESSAGES_OF_A_LINE = 100;

  private static final int TAG = 7;
  private static final int ALL_SENT = 8;

  private Backlog() {}

  public static void main(String[] args) {
    String[] arguments = MPI.Init(args);
    int count = Integer.parseInt(arguments[0]);
    byte[] message = new byte[Integer.parseInt(arguments[1])];
    if (MPI.COMM_WORLD.Rank() == 0) {
      for (int n = 1; n <= count; n++) {
        Arrays.fill(message, content(n));
        MPI.COMM_WORLD.Send(message, 0, message.length, MPI.BYTE, 1, TAG);
      }
      MPI.COMM_WORLD.Send(new byte[0], 0, 0, MPI.BYTE, 1, ALL_SENT);
    } else {
      MPI.COMM_WORLD.Recv(new byte[0], 0, 0, MPI.BYTE, 0, ALL_SENT);
      byte[] expected = new byte[message.length];
      boolean right = true;
      for (int n = 1; n <= count; n++) {
        MPI.COMM_WORLD.Recv(message, 0, message.length, MPI.BYTE, 0, TAG);
        Arrays.fill(expected, content(n));
        right &= Arrays.equals(message, expected);
        if (n % MESSAGES_OF_A_LINE == 0) {
          System.out.println(line(n, right));
        }
      }
    }
    MPI.Finalize();
  }

  /** What rank 1 prints when it has so many messages. */
  public static String line(int messages, boolean right) {
    return messages + (right ? " received" : " received, and not as sent");
  }

  private static byte content(int n) {
    return (byte) (31 * n + n / 256);
  }
}
