package org.ftmpj.network;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.network.faulty.Faults;
import org.ftmpj.network.faulty.FaultyPaths;

/**
 * Measures for how long nothing is delivered when one of two paths under load becomes silent; a
 * main program, no test. Both hosts are in this JVM. The first argument is how often, the second
 * the bytes of a content.
 */
public final class Failover {
  private static final long WATCHED_NS = TimeUnit.MILLISECONDS.toNanos(300);

  private Failover() {}

  public static void main(String[] arguments) throws InterruptedException {
    int times = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 50;
    int bytes = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1024;
    Faults faults = Faults.seeded(1).begin();
    Gaps gaps = new Gaps();
    NetworkOptions options = Hosts.options(FaultyPaths.NAME);
    try (Endpoint one = Hosts.open(1, 2, options);
        Endpoint two = Hosts.open(2, 2, options)) {
      two.connect(1, one.addresses(), Hosts.to(content -> gaps.arrived()), new Hosts.Events());
      Session to2 = one.expect(2, Hosts.nowhere(), new Hosts.Events());
      Content content = Content.of(new byte[bytes]);
      Ticker.daemon(() -> load(to2, content), "load");
      long[] ns = new long[times];
      for (int i = 0; i < times; i++) {
        awaitBoth(one, two);
        Thread.sleep(500);
        gaps.begin();
        faults.silence(i % 2, true);
        Thread.sleep(TimeUnit.NANOSECONDS.toMillis(WATCHED_NS));
        ns[i] = gaps.longestNs();
        faults.silence(i % 2, false);
      }
      Arrays.sort(ns);
      System.out.printf(
          "%d cuts, contents of %d B: median %.1f ms, 90th percentile %.1f ms, worst %.1f ms%n",
          times, bytes, ns[times / 2] / 1e6, ns[times * 9 / 10] / 1e6, ns[times - 1] / 1e6);
      one.counters().forEach(System.out::println);
    }
  }

  private static void awaitBoth(Endpoint one, Endpoint two) throws InterruptedException {
    while (one.counters().size() < 2
        || !one.counters().stream().allMatch(PathCounters::live)
        || !two.counters().stream().allMatch(PathCounters::live)) {
      Thread.sleep(1);
    }
  }

  private static void load(Session session, Content content) {
    try {
      while (true) {
        session.send(Topic.CHANNELS, content);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (FtmpjException e) {
      // The end of the measurement.
    }
  }

  /** The longest time between two contents. */
  private static final class Gaps {
    private final AtomicLong longestNs = new AtomicLong();
    private volatile long lastNs = System.nanoTime();

    void arrived() {
      long nowNs = System.nanoTime();
      longestNs.accumulateAndGet(nowNs - lastNs, Math::max);
      lastNs = nowNs;
    }

    void begin() {
      longestNs.set(0);
    }

    long longestNs() {
      return Math.max(longestNs.get(), System.nanoTime() - lastNs);
    }
  }
}
