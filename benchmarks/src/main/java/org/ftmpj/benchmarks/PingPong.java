package org.ftmpj.benchmarks;

import java.util.Arrays;
import java.util.List;
import mpi.MPI;

/**
 * Ranks 0 and 1 send a message to and fro. An ordinary MPJ program, also under FTMPJ: {@code
 * nanoTime} is recorded there, so it is read once for a whole batch of round trips.
 *
 * <p>Arguments: {@code quick}: a tenth of the round trips; {@code named}: without those from any
 * source; sizes in bytes: only these.
 *
 * <p>For each pattern and size rank 0 prints a line {@code pingpong PATTERN BYTES: NS NS ...}, one
 * half round trip in nanoseconds for each batch.
 */
public final class PingPong {
  /** Begins each line of results. */
  static final String PREFIX = "pingpong ";

  static final String QUICK = "quick";
  private static final String NAMED = "named";

  /** How often a message of some size goes. */
  record Size(int bytes, int batchesToWarmUp, int batches, int roundTrips) {
    private Size(int[] numbers, int divisor) {
      this(
          numbers[0],
          Math.max(1, numbers[1] / divisor),
          Math.max(1, numbers[2] / divisor),
          numbers[3]);
    }
  }

  private static final int[][] SIZES = {
    // bytes, batches to warm up, batches to measure, round trips in a batch
    // As many as it takes until the figure no longer changes: logs grow meanwhile, page by page.
    {1, 60, 240, 500},
    {64, 60, 240, 500},
    {1024, 40, 240, 300},
    {4096, 40, 320, 200},
    {16_384, 20, 120, 60},
    {65_536, 20, 80, 30},
    {262_144, 10, 40, 10},
    {1_048_576, 8, 20, 5},
    {8_388_608, 2, 10, 1}
  };

  private PingPong() {}

  public static void main(String[] args) {
    List<String> arguments = List.of(MPI.Init(args));
    List<Size> sizes = sizes(arguments.contains(QUICK));
    if (arguments.stream().anyMatch(argument -> Character.isDigit(argument.charAt(0)))) {
      sizes = sizes.stream().filter(size -> arguments.contains("" + size.bytes)).toList();
    }
    int rank = MPI.COMM_WORLD.Rank();
    int peer = 1 - rank;
    for (Size size : sizes) {
      // Nothing that timing could change.
      measure(NAMED, new Exchange(Exchange.send(peer), Exchange.receive(peer)), rank, size);
    }
    for (Size size : arguments.contains(NAMED) ? List.<Size>of() : sizes) {
      measure(
          "any", new Exchange(Exchange.send(peer), Exchange.receiveByWaitany(peer)), rank, size);
    }
    MPI.Finalize();
  }

  /** All sizes that are measured. */
  static List<Size> sizes(boolean quick) {
    return Arrays.stream(SIZES).map(numbers -> new Size(numbers, quick ? 10 : 1)).toList();
  }

  private static void measure(String pattern, Exchange exchange, int rank, Size size) {
    byte[] sent = new byte[size.bytes];
    byte[] received = new byte[size.bytes];
    int roundTrips = size.roundTrips;
    batches(exchange, rank, sent, received, size.batchesToWarmUp, roundTrips);
    long[] ns = batches(exchange, rank, sent, received, size.batches, roundTrips);
    if (rank == 0) {
      StringBuilder line = new StringBuilder(PREFIX + pattern + " " + size.bytes + ":");
      for (long batch : ns) {
        line.append(' ').append(batch / (2L * roundTrips));
      }
      System.out.println(line);
    }
  }

  private static long[] batches(
      Exchange exchange, int rank, byte[] sent, byte[] received, int batches, int roundTrips) {
    long[] ns = new long[batches];
    for (int batch = 0; batch < batches; batch++) {
      long start = System.nanoTime();
      exchange.roundTrips(rank, sent, received, roundTrips);
      ns[batch] = System.nanoTime() - start;
    }
    return ns;
  }
}
