package org.ftmpj.it.program.generated;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** What is another value in every run. */
final class Values {
  static final String[] NAMES = {
    "nanoTime",
    "currentTimeMillis",
    "Instant",
    "random",
    "Random",
    "ThreadLocalRandom",
    "SecureRandom",
    "UUID",
    "identityHashCode",
    "Set.of",
    "pid"
  };

  private Values() {}

  /** An object whose hash code is that of its identity. */
  private static final class Thing {}

  static void see(Rank me) {
    int which = me.choose(NAMES.length);
    me.count("value " + NAMES[which]);
    me.saw(value(which));
  }

  /** One of {@link #NAMES}; any thread. */
  static long value(int which) {
    return switch (which) {
      case 0 -> System.nanoTime();
      case 1 -> System.currentTimeMillis();
      case 2 -> Instant.now().getNano();
      case 3 -> Double.doubleToLongBits(Math.random());
      case 4 -> new Random().nextLong();
      case 5 -> ThreadLocalRandom.current().nextLong();
      case 6 -> new SecureRandom().nextLong();
      case 7 -> UUID.randomUUID().getLeastSignificantBits();
      case 8 -> new Thing().hashCode();
      case 9 -> String.join("", Set.of("a", "b", "c", "d", "e")).hashCode();
      default -> ProcessHandle.current().pid();
    };
  }

  /** Asks the clock until some time has passed. */
  static void spin(Rank me) {
    me.count("spin on nanoTime");
    long end = System.nanoTime() + me.choose(300_000);
    long asked = 0;
    while (System.nanoTime() < end) {
      asked++;
    }
    me.saw(asked);
  }
}
