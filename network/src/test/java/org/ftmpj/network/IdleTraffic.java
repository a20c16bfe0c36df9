package org.ftmpj.network;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Counts what hosts of this process send each other while nothing is under way; a main program, no
 * test. The first argument is for how many seconds, the second {@code ring} or {@code all} for whom
 * each watches, the third whether there are one or two paths, those after it how many hosts there
 * are, the launcher included.
 */
public final class IdleTraffic {
  private static final int SETTLE_S = 5;
  private static final int FIRST_SIZE = 3;

  private IdleTraffic() {}

  public static void main(String[] arguments) throws Exception {
    int seconds = Integer.parseInt(arguments[0]);
    boolean isRing = arguments[1].equals("ring");
    int paths = Integer.parseInt(arguments[2]);
    for (int i = FIRST_SIZE; i < arguments.length; i++) {
      measure(seconds, isRing, paths, Integer.parseInt(arguments[i]));
    }
    System.exit(0);
  }

  private static void measure(int seconds, boolean isRing, int paths, int size) throws Exception {
    List<Endpoint> hosts = new ArrayList<>();
    List<Hosts.Events> all = new ArrayList<>();
    for (int self = 0; self < size; self++) {
      hosts.add(Hosts.open(self, paths, Hosts.options("tcp")));
      for (int peer = 0; peer < self; peer++) {
        Hosts.Events events = new Hosts.Events();
        hosts.get(peer).expect(self, Hosts.nowhere(), new Hosts.Events());
        hosts.get(self).connect(peer, hosts.get(peer).addresses(), Hosts.nowhere(), events);
        all.add(events);
      }
    }
    for (Hosts.Events events : all) {
      events.established.get(120, TimeUnit.SECONDS);
    }
    if (isRing) {
      hosts.forEach(host -> host.watchOnRing(size - 1, silent -> {}));
    }
    TimeUnit.SECONDS.sleep(SETTLE_S);
    long cpuNs = cpuNs();
    long[] before = hosts.stream().mapToLong(IdleTraffic::sent).toArray();
    long startNs = System.nanoTime();
    TimeUnit.SECONDS.sleep(seconds);
    double elapsedS = (System.nanoTime() - startNs) / 1e9;
    double most = 0;
    double sum = 0;
    for (int host = 0; host < size; host++) {
      double rate = (sent(hosts.get(host)) - before[host]) / elapsedS;
      most = Math.max(most, rate);
      sum += rate;
    }
    System.out.printf(
        "%s, %d processes, %d paths: frames a second of each %.1f, at most %.1f; of one processor %.2f %% each%n",
        isRing ? "ring" : "all",
        size,
        paths,
        sum / size,
        most,
        (cpuNs() - cpuNs) / elapsedS / 1e7 / size);
    hosts.forEach(Endpoint::close);
  }

  private static long sent(Endpoint host) {
    return Hosts.sum(host.counters(), PathCounters::sent);
  }

  private static long cpuNs() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
