package org.ftmpj.benchmarks.ring;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/** Processes on a ring, on this host, and what they say. Killed here: with SIGKILL. One thread. */
public final class Ring implements AutoCloseable {
  /** Many processes start at once. */
  private static final long START_MS = 240_000;

  private static final long PATIENCE_MS = 60_000;

  private final Map<Integer, Process> living = new TreeMap<>();
  private final Map<Integer, PrintStream> inputs = new HashMap<>();

  // What they have said; guarded by this.
  private final Map<Integer, Integer> ports = new TreeMap<>();
  private final List<Passed> passed = new ArrayList<>();

  /** When each living process has learned of a death: by the news, and by its own session. */
  private final Map<Integer, Map<Integer, Long>> told = new HashMap<>();

  private final Map<Integer, Map<Integer, Long>> lost = new HashMap<>();
  private int met;
  private int ready;
  private int gone;
  private boolean done;

  /**
   * A token that has come back.
   *
   * @param ns it took
   * @param hops it made
   */
  public record Passed(int number, long ns, int hops) {}

  /**
   * From the deaths of some processes until others knew of each of them, in nanoseconds.
   *
   * @param first the first one that the news reached
   * @param told all, by the news
   * @param lost all, each by its own session
   */
  public record Known(long first, long told, long lost) {}

  private Ring() {}

  /**
   * Starts them, and waits until each has a session with each.
   *
   * @param command of {@link RingProcess}
   * @param detectionMs how often a session looks whether its paths are well
   * @throws FtmpjException NOT_MEASURED if they do not start
   */
  public static Ring start(List<String> command, int size, int detectionMs)
      throws IOException, InterruptedException {
    Ring ring = new Ring();
    try {
      for (int process = 0; process < size; process++) {
        ring.start(command, process, size, detectionMs);
      }
      ring.await("all listen", START_MS, () -> ring.ports.size() == size);
      String all =
          ring.ports.values().stream().map(Object::toString).collect(Collectors.joining(" "));
      // All at once, 64 processes on 2 processors did not have their sessions within four minutes.
      for (int process = 0; process < size; process++) {
        ring.inputs.get(process).println("peers " + all);
        int expected = process + 1;
        ring.await("process " + process + " has met those before", () -> ring.met == expected);
      }
      ring.await("all have met", START_MS, () -> ring.ready == size);
      return ring;
    } catch (IOException | InterruptedException | RuntimeException e) {
      ring.close();
      throw e;
    }
  }

  private void start(List<String> command, int process, int size, int detectionMs)
      throws IOException {
    List<String> words = new ArrayList<>(command);
    IntStream.of(process, size, detectionMs).mapToObj(Integer::toString).forEach(words::add);
    Process started =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    living.put(process, started);
    inputs.put(
        process, new PrintStream(started.getOutputStream(), true, StandardCharsets.US_ASCII));
    Thread reader = new Thread(() -> read(process, started), "what " + process + " says");
    reader.setDaemon(true);
    reader.start();
  }

  private void read(int process, Process from) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(from.getInputStream(), StandardCharsets.US_ASCII))) {
      lines.lines().forEach(line -> said(process, line.split(" ")));
    } catch (IOException | UncheckedIOException e) {
      return; // It was killed.
    }
  }

  private synchronized void said(int process, String[] words) {
    switch (words[0]) {
      case "at" -> ports.put(process, Integer.parseInt(words[1]));
      case "met" -> met++;
      case "ready" -> ready++;
      case "token" ->
          passed.add(
              new Passed(
                  Integer.parseInt(words[1]),
                  Long.parseLong(words[2]),
                  Integer.parseInt(words[3])));
      case "gone" -> gone++;
      case "done" -> done = true;
      case "told" -> learned(told, process, words);
      case "lost" -> learned(lost, process, words);
      default -> throw new IllegalStateException(String.join(" ", words));
    }
    notifyAll();
  }

  private static void learned(
      Map<Integer, Map<Integer, Long>> deaths, int process, String[] words) {
    deaths
        .computeIfAbsent(Integer.parseInt(words[1]), none -> new HashMap<>())
        .put(process, Long.parseLong(words[2]));
  }

  private void await(String what, BooleanSupplier condition) throws InterruptedException {
    await(what, PATIENCE_MS, condition);
  }

  private synchronized void await(String what, long patienceMs, BooleanSupplier condition)
      throws InterruptedException {
    long endNs = System.nanoTime() + patienceMs * 1_000_000;
    while (!condition.getAsBoolean()) {
      long leftMs = (endNs - System.nanoTime()) / 1_000_000;
      if (leftMs <= 0) {
        throw new FtmpjException(
            ErrorCode.NOT_MEASURED,
            "processes on a ring: not so in " + patienceMs / 1000 + " s: " + what);
      }
      wait(leftMs);
    }
  }

  /** Numbers of those that live, ascending; 0 is always there. */
  public List<Integer> living() {
    return List.copyOf(living.keySet());
  }

  /**
   * Has process 0 send so many tokens, and kills processes meanwhile: each time as many tokens have
   * come back, or are gone, as part of all as processes have been killed of those that are to be.
   *
   * @param count of tokens
   * @param window so many are under way at once
   * @param victims in this order
   * @param atOnce so many die at once
   * @return those that have come back
   */
  public List<Passed> tokens(int count, int window, List<Integer> victims, int atOnce)
      throws InterruptedException {
    synchronized (this) {
      passed.clear();
      gone = 0;
      done = false;
    }
    inputs.get(0).println("tokens " + count + " " + window);
    for (int killed = 0; killed < victims.size(); killed += atOnce) {
      int due = (int) ((long) count * (killed + atOnce) / (victims.size() + atOnce));
      await("token " + due + " has come back", () -> done || passed.size() + gone >= due);
      kill(victims.subList(killed, Math.min(killed + atOnce, victims.size())));
    }
    await("all tokens have come back, or are gone", () -> done);
    synchronized (this) {
      return List.copyOf(passed);
    }
  }

  private long kill(List<Integer> victims) throws InterruptedException {
    List<Process> killed = new ArrayList<>();
    long ns = System.nanoTime();
    for (int victim : victims) {
      Process process = living.remove(victim);
      process.destroyForcibly();
      killed.add(process);
    }
    for (Process process : killed) {
      process.waitFor();
    }
    return ns;
  }

  /** Kills some at once, and waits until all others know. */
  public Known killAndWait(List<Integer> victims) throws InterruptedException {
    long ns = kill(victims);
    int left = living.size();
    await("all know of the dead", () -> allKnow(told, victims, left));
    await("all have lost them", () -> allKnow(lost, victims, left));
    synchronized (this) {
      long first =
          victims.stream()
              .flatMap(victim -> told.get(victim).values().stream())
              .mapToLong(Long::longValue)
              .min()
              .orElseThrow();
      return new Known(first - ns, last(told, victims) - ns, last(lost, victims) - ns);
    }
  }

  private boolean allKnow(
      Map<Integer, Map<Integer, Long>> deaths, List<Integer> victims, int left) {
    return victims.stream()
        .allMatch(
            victim ->
                deaths.getOrDefault(victim, Map.of()).keySet().stream()
                        .filter(living::containsKey)
                        .count()
                    == left);
  }

  private long last(Map<Integer, Map<Integer, Long>> deaths, List<Integer> victims) {
    return victims.stream()
        .flatMap(victim -> deaths.get(victim).entrySet().stream())
        .filter(entry -> living.containsKey(entry.getKey()))
        .mapToLong(Map.Entry::getValue)
        .max()
        .orElseThrow();
  }

  /** Ends all of them. */
  @Override
  public void close() {
    living.values().forEach(Process::destroyForcibly);
    living.clear();
  }
}
