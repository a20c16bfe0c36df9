package org.ftmpj.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/** The NAS kernels of the samples, and how they are run to be measured. */
enum NasKernel {
  BT(Ranks.SQUARES, new Load(60, 4), new Load(6, 9)),
  CG(Ranks.POWERS_OF_TWO, new Load(2), new Load(4)),
  EP(Ranks.POWERS_OF_TWO, new Load(1), new Load(8)),
  FT(Ranks.POWERS_OF_TWO, new Load(1), new Load(10)),
  IS(Ranks.POWERS_OF_TWO, new Load(1), new Load(2)),
  LU(Ranks.POWERS_OF_TWO, new Load(9), new Load(25, 16)),
  MG(Ranks.POWERS_OF_TWO_TO_8, new Load(2), new Load(4)),
  SP(Ranks.SQUARES, new Load(100, 5), new Load(20, 8));

  /** Begins the line with the time of the slowest rank. */
  static final String TIME = "time: ";

  private static final String VERIFICATION = "VERIFICATION ";

  /** On how many they run. */
  private enum Ranks {
    SQUARES(1, 4, 9, 16),
    POWERS_OF_TWO(1, 2, 4, 8, 16),
    POWERS_OF_TWO_TO_8(1, 2, 4, 8);

    private final int[] numbers;

    Ranks(int... numbers) {
      this.numbers = numbers;
    }
  }

  /**
   * A class.
   *
   * @param iterations fewer than those of the class, if all take too long; else 0
   * @param seconds about how long it takes on 4 ranks and two processors, without start and end
   */
  private record Load(int iterations, int seconds) {
    static final Load SMALL = new Load(1);

    Load(int seconds) {
      this(0, seconds);
    }
  }

  private final Ranks ranks;
  private final Load w;
  private final Load a;

  NasKernel(Ranks ranks, Load w, Load a) {
    this.ranks = ranks;
    this.w = w;
    this.a = a;
  }

  /** The main class. */
  String main() {
    String lower = name().toLowerCase(Locale.ROOT);
    return "org.ftmpj.samples.nas." + lower + "." + name().charAt(0) + lower.substring(1);
  }

  /** On how many ranks it runs, of those from the first number to the second. */
  int[] ranks(int fewest, int most) {
    return Arrays.stream(ranks.numbers).filter(n -> fewest <= n && n <= most).toArray();
  }

  private Load load(String size) {
    return switch (size) {
      case "W" -> w;
      case "A" -> a;
      default -> Load.SMALL;
    };
  }

  /** About how long a class takes, without start and end. */
  double seconds(String size) {
    return load(size).seconds;
  }

  /** Arguments for a class, with which it times itself. */
  List<String> arguments(String size) {
    return isShort(size)
        ? List.of(size, "" + load(size).iterations, "--time")
        : List.of(size, "--time");
  }

  /** How a row of that class is called. */
  String title(String size) {
    return isShort(size) ? name() + ", " + load(size).iterations + " iterations" : name();
  }

  private boolean isShort(String size) {
    return load(size).iterations > 0;
  }

  /**
   * What it has computed, as it says it, for what was not verified, too, because of its fewer
   * iterations: it is the same in every run.
   *
   * @throws FtmpjException NOT_MEASURED if it is wrong
   */
  String computed(Run run, String size) {
    String expected = isShort(size) ? "NOT PERFORMED" : "SUCCESSFUL";
    if (run.lines(VERIFICATION).stream().noneMatch(line -> line.startsWith(expected))) {
      throw new FtmpjException(ErrorCode.NOT_MEASURED, run.what() + " was wrong: " + run.out());
    }
    return run.out().stream()
        .filter(line -> !line.startsWith(TIME))
        .collect(Collectors.joining("\n"));
  }

  /** Of {@code 0.123 s, 456.78 Mop/s}. */
  static double milliseconds(String time) {
    int end = time.indexOf(" s,");
    if (end < 0) {
      throw new FtmpjException(ErrorCode.NOT_MEASURED, "'" + time + "' is no time of a kernel");
    }
    return 1000 * Double.parseDouble(time.substring(0, end));
  }
}
