package org.ftmpj.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.ftmpj.benchmarks.ring.Ring;
import org.ftmpj.benchmarks.ring.RingProcess;

/**
 * What the death of processes does to others that pass tokens around a ring, and how long it takes
 * until all know of it (Bland, "Enabling Application Resilience", figures 1 and 2). The processes
 * have sessions as daemons of hosts have, and are killed; no program that uses MPI is in it.
 */
final class TokenRing {
  private static final int DETECTION_MS = 10;
  private static final int WINDOW = 16;
  private static final int BUCKETS = 40;

  /** Of one session with a process whose connections have ended. */
  private static final double ALPHA_S = 3.2;

  private static final double MS = 1e6;

  private TokenRing() {}

  static Benchmark tokens() {
    return new Tokens();
  }

  static Benchmark deaths() {
    return new Deaths();
  }

  private static Ring start(Jobs jobs, int size, int detectionMs)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(Jobs.java(), "-XX:+UseSerialGC", "-Xmx256m"));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xss256k"));
    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
    command.addAll(List.of("-cp", jobs.benchmarksJar(), RingProcess.class.getName()));
    return Ring.start(command, size, detectionMs);
  }

  /** Processes in the order in which they die; as many are left as are to be. */
  private static List<Integer> victims(List<Integer> living, int left) {
    List<Integer> victims = new ArrayList<>(living.subList(1, living.size()));
    Collections.shuffle(victims, new Random(living.size()));
    return victims.subList(0, living.size() - left);
  }

  /** Figure 1, and 2(b): with detection and with next to none. */
  private static final class Tokens implements Benchmark {
    private static final int TOKENS = 4_000;
    private static final int SIZE = 16;
    private static final int QUICK_SIZE = 4;

    @Override
    public String name() {
      return "ring";
    }

    @Override
    public String title() {
      return TOKENS + " tokens on a ring of " + SIZE + " processes, until two of them are left";
    }

    @Override
    public String axis() {
      return "token";
    }

    @Override
    public boolean isLinear() {
      return true;
    }

    @Override
    public List<Variant> variants() {
      return List.of(
          Variant.ALL_LIVE_SELDOM, Variant.ALL_LIVE, Variant.ONE_BY_ONE, Variant.IN_PAIRS);
    }

    @Override
    public int turns() {
      return 1;
    }

    @Override
    public double seconds(int turns, boolean quick) {
      int size = quick ? QUICK_SIZE : SIZE;
      return turns * (4 * size + 1.5 * (size - 2) * ALPHA_S);
    }

    @Override
    public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
        throws IOException, InterruptedException {
      int count = quick ? TOKENS / 10 : TOKENS;
      int detection = variant == Variant.ALL_LIVE_SELDOM ? Variant.SELDOM_MS : DETECTION_MS;
      try (Ring ring = start(jobs, quick ? QUICK_SIZE : SIZE, detection)) {
        ring.tokens(count, WINDOW, List.of(), 1); // until it is compiled
        boolean die = variant == Variant.ONE_BY_ONE || variant == Variant.IN_PAIRS;
        List<Integer> victims = die ? victims(ring.living(), 2) : List.of();
        buckets(ring.tokens(count, WINDOW, victims, variant == Variant.IN_PAIRS ? 2 : 1), count)
            .forEach(
                bucket -> {
                  bucket.ms.forEach(ms -> results.add(bucket.row("round trip", "ms"), variant, ms));
                  results.add(
                      bucket.row("longest round trip", "ms"), variant, Collections.max(bucket.ms));
                  results.add(bucket.row("hops", ""), variant, bucket.hops);
                  results.add(bucket.row("tokens that came back", ""), variant, bucket.ms.size());
                });
      }
    }

    /**
     * Some tokens one after the other.
     *
     * @param hops of the last one
     */
    private record Bucket(int first, List<Double> ms, int hops) {
      Row row(String what, String unit) {
        return new Row(what, "from " + first, first + 1, unit);
      }
    }

    private static List<Bucket> buckets(List<Ring.Passed> passed, int count) {
      List<Bucket> buckets = new ArrayList<>();
      for (int i = 0; i < BUCKETS; i++) {
        int first = count / BUCKETS * i;
        List<Ring.Passed> those =
            passed.stream()
                .filter(one -> one.number() >= first && one.number() < first + count / BUCKETS)
                .toList();
        if (!those.isEmpty()) {
          List<Double> ms = those.stream().map(one -> one.ns() / MS).toList();
          buckets.add(new Bucket(first, ms, those.get(those.size() - 1).hops()));
        }
      }
      return buckets;
    }
  }

  /** Figure 2(a). */
  private static final class Deaths implements Benchmark {
    private static final int[] SIZES = {4, 8, 16, 32, 64};
    private static final int[] QUICK_SIZES = {4, 8};
    private static final int SINGLE = 3;

    @Override
    public String name() {
      return "deaths";
    }

    @Override
    public String title() {
      return "from the death of processes until all others know";
    }

    @Override
    public String axis() {
      return "processes";
    }

    @Override
    public List<Variant> variants() {
      return List.of(Variant.RING_AND_TREE);
    }

    @Override
    public int turns() {
      return 1;
    }

    @Override
    public double seconds(int turns, boolean quick) {
      double seconds = 0;
      for (int size : quick ? QUICK_SIZES : SIZES) {
        seconds += size + 0.01 * size * size + (SINGLE + 1) * 1.5 * ALPHA_S;
      }
      return turns * seconds;
    }

    @Override
    public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
        throws IOException, InterruptedException {
      for (int size : quick ? QUICK_SIZES : SIZES) {
        try (Ring ring = start(jobs, size, DETECTION_MS)) {
          List<Integer> victims = victims(ring.living(), 1);
          int single = Math.min(SINGLE, size / 2 - 1);
          for (int i = 0; i < single; i++) {
            add("one dies", size, ring.killAndWait(victims.subList(i, i + 1)), results);
          }
          List<Integer> half = victims.subList(single, single + (size - single) / 2);
          add("half of them die at once", size, ring.killAndWait(half), results);
        }
      }
    }

    private static void add(String what, int size, Ring.Known known, Results results) {
      String title = size + " processes";
      System.err.printf("bench:   %s, %s: %.0f ms%n", title, what, known.told() / MS);
      Row all = new Row("until all know, " + what, title, size, "ms");
      results.add(all, Variant.EACH_ITSELF, known.lost() / MS);
      results.add(all, Variant.RING_AND_TREE, known.told() / MS);
      Row spread = new Row("from the first that is told to the last, " + what, title, size, "ms");
      results.add(spread, Variant.RING_AND_TREE, (known.told() - known.first()) / MS);
    }
  }
}
