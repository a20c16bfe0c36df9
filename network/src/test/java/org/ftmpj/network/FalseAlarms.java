package org.ftmpj.network;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts how often paths that are well are left, by two processes between which a content goes back
 * and forth over loopback; a main program, no test. The first argument is for how many seconds, the
 * second how many paths there are, the third how many threads of each process compute meanwhile.
 */
public final class FalseAlarms {
  private static final byte[] BALL = new byte[1024];

  private FalseAlarms() {}

  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("other")) {
      other(arguments);
      return;
    }
    int seconds = Integer.parseInt(arguments[0]);
    int paths = Integer.parseInt(arguments[1]);
    int busy = Integer.parseInt(arguments[2]);
    try (Endpoint endpoint = Hosts.open(1, paths, Hosts.options("tcp"))) {
      Process other = start(busy, endpoint.addresses());
      AtomicLong rounds = new AtomicLong();
      CompletableFuture<Session> session = new CompletableFuture<>();
      Hosts.Events events = new Hosts.Events();
      session.complete(
          endpoint.expect(
              2,
              Hosts.to(
                  content -> {
                    rounds.incrementAndGet();
                    send(session.join());
                  }),
              events));
      events.established.join();
      compute(busy);
      long left = left(endpoint);
      send(session.join());
      long startNs = System.nanoTime();
      Thread.sleep(TimeUnit.SECONDS.toMillis(seconds));
      double hours = (System.nanoTime() - startNs) / 3.6e12;
      left = left(endpoint) - left;
      System.out.printf(
          "%d times left in %d s, %.0f per path and hour; %d rounds, %d suspicions%n",
          left, seconds, left / hours / paths, rounds.get(), events.suspicions.get());
      endpoint.counters().forEach(System.out::println);
      other.destroyForcibly();
    }
  }

  private static void other(String[] arguments) {
    InetAddress host = InetAddress.getLoopbackAddress();
    List<InetSocketAddress> addresses =
        List.of(arguments).subList(2, arguments.length).stream()
            .map(port -> new InetSocketAddress(host, Integer.parseInt(port)))
            .toList();
    CompletableFuture<Session> session = new CompletableFuture<>();
    Hosts.Events events = new Hosts.Events();
    try (Endpoint endpoint = Hosts.open(2, addresses.size(), Hosts.options("tcp"))) {
      session.complete(
          endpoint.connect(1, addresses, Hosts.to(content -> send(session.join())), events));
      compute(Integer.parseInt(arguments[1]));
      events.lost.join();
    }
  }

  private static void compute(int threads) {
    Collections.nCopies(threads, "busy").forEach(name -> Ticker.daemon(FalseAlarms::spin, name));
  }

  private static void spin() {
    while (!Thread.interrupted()) {
      Thread.onSpinWait();
    }
  }

  private static long left(Endpoint endpoint) {
    return Hosts.sum(endpoint.counters(), PathCounters::left);
  }

  private static void send(Session session) {
    try {
      session.send(Topic.CHANNELS, Content.of(BALL));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Process start(int busy, List<InetSocketAddress> addresses) throws IOException {
    List<String> command =
        new java.util.ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-cp",
                System.getProperty("java.class.path"),
                FalseAlarms.class.getName(),
                "other",
                String.valueOf(busy)));
    addresses.forEach(address -> command.add(String.valueOf(address.getPort())));
    return new ProcessBuilder(command).inheritIO().start();
  }
}
