package org.ftmpj.it.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Ensembles of three event loggers that a test has started, and what can happen to them. */
public final class EventLoggers implements AutoCloseable {
  /** Of an ensemble. */
  public static final int MEMBERS = 3;

  /** Where loggers run. */
  public interface Places {
    /** The address at which that one listens. */
    String address(int logger);

    /** The command line that runs a command there. */
    List<String> on(int logger, List<String> command);
  }

  /** On this machine. */
  private static final Places HERE =
      new Places() {
        @Override
        public String address(int logger) {
          return "127.0.0.1";
        }

        @Override
        public List<String> on(int logger, List<String> command) {
          return command;
        }
      };

  private final Path directory;
  private final Places places;
  private final Path secret;
  private final int[] ports;
  private final Command[] loggers;

  private EventLoggers(Path directory, Places places, Path secret, int number) {
    this.directory = directory;
    this.places = places;
    this.secret = secret;
    ports = new int[number];
    loggers = new Command[number];
  }

  /**
   * Starts one ensemble.
   *
   * @param directory for their stores
   */
  public static EventLoggers start(Path directory) throws IOException {
    return start(directory, 1);
  }

  /** Starts so many ensembles. */
  public static EventLoggers start(Path directory, int ensembles) throws IOException {
    return start(directory, ensembles, HERE);
  }

  /** Starts so many ensembles there. */
  public static EventLoggers start(Path directory, int ensembles, Places places)
      throws IOException {
    Path secret = SecretFiles.make(directory.resolve("secret"));
    int number = ensembles * MEMBERS;
    EventLoggers all = new EventLoggers(directory, places, secret, number);
    for (int i = 0; i < number; i++) {
      all.ports[i] = FreePort.any();
      all.launch(i);
    }
    for (int i = 0; i < number; i++) {
      all.awaitListening(i);
    }
    return all;
  }

  /** The job with these loggers. */
  public JobSpec of(JobSpec spec) {
    StringBuilder all = new StringBuilder(address(0));
    for (int i = 1; i < ports.length; i++) {
      all.append(i % MEMBERS == 0 ? ";" : ",").append(address(i));
    }
    return spec.with("--logger", all.toString(), "--secret-file", secret.toString());
  }

  /**
   * Those of an ensemble in any order.
   *
   * @param ensemble its number, from 0
   */
  public List<Integer> shuffled(int ensemble, Random random) {
    int first = ensemble * MEMBERS;
    List<Integer> order = new ArrayList<>(List.of(first, first + 1, first + 2));
    Collections.shuffle(order, random);
    return order;
  }

  private String address(int i) {
    return places.address(i) + ":" + ports[i];
  }

  private void launch(int i) throws IOException {
    List<String> command = Command.line(Installation.java(), Installation.launcher(), directory);
    command.addAll(List.of("logger", "--bind", places.address(i)));
    command.addAll(List.of("--port", Integer.toString(ports[i])));
    command.addAll(List.of("--store", store(i).toString(), "--secret-file", secret.toString()));
    loggers[i] = Command.of(places.on(i, command), errorsOf(i));
  }

  /** Starts one that was killed, with its store, and waits until it listens. */
  public void startAgain(int i) throws IOException {
    launch(i);
    awaitListening(i);
  }

  private void awaitListening(int i) {
    loggers[i].awaitLine("Event logger listens on ");
  }

  /** Its process. */
  public ProcessHandle handle(int i) {
    return loggers[i].handle();
  }

  /** Where it listens for its clients. */
  public int port(int i) {
    return ports[i];
  }

  /** What it has said on its standard error. */
  public List<String> errors(int i) throws IOException {
    return Files.readAllLines(errorsOf(i));
  }

  private Path errorsOf(int i) {
    return directory.resolve("logger" + i + ".err");
  }

  public void signal(int i, String signal) {
    Job.signal(loggers[i].handle(), signal);
  }

  /** {@code kill -9}. */
  public void kill(int i) {
    Job.kill(loggers[i].handle());
    loggers[i].handle().onExit().join();
  }

  /** Where one keeps what. */
  public Path store(int i) {
    return directory.resolve("store" + i);
  }

  /** Removes the store of one that was killed. */
  public void erase(int i) throws IOException {
    try (Stream<Path> all = Files.walk(store(i))) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  /** Asserts that these have forgotten all jobs. */
  public void requireEmpty(int... those) throws IOException {
    for (int i : those) {
      try (Stream<Path> list = Files.list(store(i))) {
        assertThat(list.map(path -> path.getFileName().toString())).containsExactly("lock");
      }
    }
  }

  /**
   * Waits until the user is told that the job waits, for these loggers, which were killed, and why.
   */
  public void awaitMajorityMissed(Job job, int one, int other) {
    job.awaitOrEnd("that it waits", () -> isMajorityMissed(job, one, other));
    assertThat(isMajorityMissed(job, one, other)).as("told before the job ended").isTrue();
  }

  private boolean isMajorityMissed(Job job, int one, int other) {
    return job.errors("FTMPJ-1405").stream()
        .filter(line -> line.contains(" of 3 event loggers are missing: "))
        .filter(line -> line.contains(address(one) + " (Connection refused)"))
        .anyMatch(line -> line.contains(address(other) + " (Connection refused)"));
  }

  @Override
  public void close() {
    for (Command logger : loggers) {
      if (logger != null) {
        logger.close();
      }
    }
  }
}
