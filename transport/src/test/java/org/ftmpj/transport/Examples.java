package org.ftmpj.transport;

import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Random arguments of tests, among which the least and the greatest ones are frequent. */
public final class Examples {
  private Examples() {}

  /** A generator whose seed is printed for that test. */
  public static Random random(String test) {
    long seed = Long.getLong("test.seed", System.nanoTime());
    System.out.println(test + ": -Dtest.seed=" + seed);
    return new Random(seed);
  }

  /** Generators whose text says how to get the same ones again. */
  public static Stream<Random> randoms(int number) {
    long seed = Long.getLong("test.seed", System.nanoTime());
    Random seeds = new Random(seed);
    return IntStream.rangeClosed(1, number)
        .mapToObj(i -> new Named(seeds.nextLong(), "-Dtest.seed=" + seed + ", number " + i));
  }

  /** From least to greatest, both inclusive. */
  public static long anyLong(Random random, long least, long greatest) {
    return switch (random.nextInt(8)) {
      case 0 -> least;
      case 1 -> greatest;
      case 2 -> Math.min(greatest, Math.max(least, random.nextInt(-2, 3)));
      default -> least == greatest ? least : random.nextLong(least, greatest);
    };
  }

  /** From least to greatest, both inclusive. */
  public static int anyInt(Random random, int least, int greatest) {
    return (int) anyLong(random, least, greatest);
  }

  /** At most so many. */
  public static byte[] bytes(Random random, int most) {
    byte[] bytes = new byte[anyInt(random, 0, most)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static final class Named extends Random {
    private static final long serialVersionUID = 1;
    private final String name;

    Named(long seed, String name) {
      super(seed);
      this.name = name;
    }

    @Override
    public String toString() {
      return name;
    }
  }
}
