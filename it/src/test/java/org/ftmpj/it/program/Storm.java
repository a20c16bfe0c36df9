package org.ftmpj.it.program;

import java.util.Random;
import java.util.zip.CRC32C;
import mpi.MPI;
import mpi.Status;

/**
 * Every rank sends every other one messages, each with its number and a check sum, and receives as
 * many from any source: none may be lost, doubled, out of order or changed. Most are short, a few
 * are long.
 *
 * <p>Arguments: how many messages from each rank to each, the most bytes of one, and how many of
 * them a rank sends before it receives as many: 1, or what divides their number.
 */
public final class Storm {
  /** So many messages to each other rank for each line. */
  public static final int MESSAGES_OF_A_LINE = 100;

  private static final int HEAD = 16;
  private static final int TAG = 3;
  private static final int LONG_ONES = 500;

  private final int rank = MPI.COMM_WORLD.Rank();
  private final int ranks = MPI.COMM_WORLD.Size();
  private final byte[] message;
  private final byte[] content;
  private final int[] next = new int[ranks];
  private final CRC32C sum = new CRC32C();

  private Storm(int most) {
    message = new byte[HEAD + most];
    content = new byte[HEAD + most];
    new Random(rank).nextBytes(content);
  }

  public static void main(String[] args) {
    String[] arguments = MPI.Init(args);
    int together = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1;
    new Storm(Integer.parseInt(arguments[1])).run(Integer.parseInt(arguments[0]), together);
    MPI.Finalize();
  }

  private void run(int messages, int together) {
    for (int begun = 0; begun < messages; begun += together) {
      for (int number = begun; number < begun + together; number++) {
        for (int peer = 1; peer < ranks; peer++) {
          send((rank + peer) % ranks, number);
        }
      }
      for (int received = 0; received < together * (ranks - 1); received++) {
        receive();
      }
      if ((begun + together) % MESSAGES_OF_A_LINE == 0) {
        System.out.println(line(begun + together));
      }
    }
    requireNoMore();
  }

  /** All have sent all, so what is there now is there twice. */
  private void requireNoMore() {
    MPI.COMM_WORLD.Barrier();
    Status more = MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, TAG);
    if (more != null) {
      throw new IllegalStateException("One more message of rank " + more.source);
    }
  }

  /** What each rank prints when it has received so many from each on the average. */
  public static String line(int messages) {
    return messages + " received";
  }

  private void send(int to, int number) {
    int length = HEAD + length(to, number);
    put(content, 0, number);
    put(content, 4, rank);
    put(content, 8, length);
    put(content, 12, sum(content, length));
    MPI.COMM_WORLD.Send(content, 0, length, MPI.BYTE, to, TAG);
  }

  private void receive() {
    Status status = MPI.COMM_WORLD.Recv(message, 0, message.length, MPI.BYTE, MPI.ANY_SOURCE, TAG);
    int length = status.Get_count(MPI.BYTE);
    int number = get(message, 0);
    if (number != next[status.source]) {
      throw new IllegalStateException(
          "Message " + number + " of rank " + status.source + ", not " + next[status.source]);
    }
    if (get(message, 4) != status.source
        || get(message, 8) != length
        || get(message, 12) != sum(message, length)) {
      throw new IllegalStateException(
          "Message " + number + " of rank " + status.source + " is not as it was sent");
    }
    next[status.source]++;
  }

  private int length(int to, int number) {
    int mixed = (number * 31 + to * 17 + rank) * 0x9E3779B9 >>> 1;
    return number % LONG_ONES == LONG_ONES - 1
        ? mixed % (message.length - HEAD + 1)
        : Math.min(message.length - HEAD, mixed % 256);
  }

  private int sum(byte[] bytes, int length) {
    sum.reset();
    sum.update(bytes, 0, HEAD - Integer.BYTES);
    sum.update(bytes, HEAD, length - HEAD);
    return (int) sum.getValue();
  }

  private static void put(byte[] to, int at, int value) {
    for (int i = 0; i < Integer.BYTES; i++) {
      to[at + i] = (byte) (value >> 8 * i);
    }
  }

  private static int get(byte[] from, int at) {
    int value = 0;
    for (int i = 0; i < Integer.BYTES; i++) {
      value |= (from[at + i] & 0xff) << 8 * i;
    }
    return value;
  }
}
