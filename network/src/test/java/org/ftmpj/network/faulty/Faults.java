package org.ftmpj.network.faulty;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What goes wrong on faulty paths, and how often it has: by a seed, frame by frame. Thread-safe.
 */
public final class Faults {
  /** What may happen to a frame. */
  public enum Fault {
    DROP,
    DOUBLE,
    /** It comes after the next one. */
    REORDER,
    /** One bit, of the header or of the payload. */
    FLIP,
    /** It is of an earlier session. */
    STALE,
    /** The connection ends. */
    CUT
  }

  private record Direction(int path, boolean connecting) {}

  private static volatile Faults now = none();

  /** Those that carry nothing. No connection can be made on a path with one. */
  private final Set<Direction> silent = ConcurrentHashMap.newKeySet();

  private final SplittableRandom random;
  private final Map<Fault, Double> shares = new EnumMap<>(Fault.class);
  private final Map<Fault, AtomicLong> counts = new EnumMap<>(Fault.class);

  private Faults(long seed) {
    random = new SplittableRandom(seed);
    for (Fault fault : Fault.values()) {
      counts.put(fault, new AtomicLong());
    }
  }

  /** Nothing goes wrong. */
  public static Faults none() {
    return new Faults(0);
  }

  public static Faults seeded(long seed) {
    return new Faults(seed);
  }

  /** So large a part of the frames. */
  public Faults with(Fault fault, double share) {
    shares.put(fault, share);
    return this;
  }

  /** From now on, on all faulty paths of this process. */
  public Faults begin() {
    now = this;
    return this;
  }

  /** That path carries nothing from now on, or everything again. */
  public void silence(int path, boolean isSilent) {
    silence(path, true, isSilent);
    silence(path, false, isSilent);
  }

  /**
   * The same in one direction only.
   *
   * @param connecting whether of who has made the connection; of who has accepted it otherwise
   */
  public void silence(int path, boolean connecting, boolean isSilent) {
    Direction direction = new Direction(path, connecting);
    if (isSilent) {
      silent.add(direction);
    } else {
      silent.remove(direction);
    }
  }

  boolean isSilent(int path, boolean connecting) {
    return silent.contains(new Direction(path, connecting));
  }

  static Faults now() {
    return now;
  }

  public long count(Fault fault) {
    return counts.get(fault).get();
  }

  /** What happens to the next frame; null for nothing. */
  synchronized Fault next() {
    double chance = random.nextDouble();
    for (Map.Entry<Fault, Double> share : shares.entrySet()) {
      chance -= share.getValue();
      if (chance < 0) {
        counts.get(share.getKey()).incrementAndGet();
        return share.getKey();
      }
    }
    return null;
  }

  synchronized int below(int bound) {
    return random.nextInt(bound);
  }

  @Override
  public String toString() {
    return counts.toString();
  }
}
