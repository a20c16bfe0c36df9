package org.ftmpj.it.job;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Three event loggers that a test has started, and what can happen to them. */
public final class EventLoggers implements AutoCloseable {
  public static final int NUMBER = 3;

  private final Path directory;
  private final Path secret;
  private final int[] ports = new int[NUMBER];
  private final Command[] loggers = new Command[NUMBER];

  private EventLoggers(Path directory, Path secret) {
    this.directory = directory;
    this.secret = secret;
  }

  /**
   * Starts them.
   *
   * @param directory for their stores
   */
  public static EventLoggers start(Path directory) throws IOException {
    Path secret = Files.writeString(directory.resolve("secret"), "0123456789abcdef\n");
    EventLoggers all = new EventLoggers(directory, secret);
    for (int i = 0; i < NUMBER; i++) {
      try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        all.ports[i] = free.getLocalPort();
      }
      all.launch(i);
    }
    for (int i = 0; i < NUMBER; i++) {
      all.awaitListening(i);
    }
    return all;
  }

  /** The job with these loggers. */
  public JobSpec of(JobSpec spec) {
    String all = String.join(",", address(0), address(1), address(2));
    return spec.with("--logger", all, "--secret-file", secret.toString());
  }

  private String address(int i) {
    return "127.0.0.1:" + ports[i];
  }

  private void launch(int i) throws IOException {
    loggers[i] =
        Command.start(
            directory,
            Map.of(),
            "logger",
            "--port",
            Integer.toString(ports[i]),
            "--store",
            store(i).toString(),
            "--secret-file",
            secret.toString());
  }

  /** Starts one that was killed, with its store, and waits until it listens. */
  public void startAgain(int i) throws IOException {
    launch(i);
    awaitListening(i);
  }

  /** The same; a stopped rank holds the others up, so the job is not over before. */
  public void startMeanwhile(int i, Job job) throws IOException {
    ProcessHandle rank = job.rank(0);
    Job.signal(rank, "STOP");
    startAgain(i);
    Job.signal(rank, "CONT");
  }

  private void awaitListening(int i) {
    loggers[i].awaitLine("Event logger listens on ");
  }

  public void signal(int i, String signal) {
    Job.signal(loggers[i].handle(), signal);
  }

  /** {@code kill -9}. */
  public void kill(int i) {
    Job.kill(loggers[i].handle());
    loggers[i].handle().onExit().join();
  }

  private Path store(int i) {
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

  /** What is in the store of one. */
  public List<String> stored(int i) throws IOException {
    try (Stream<Path> list = Files.list(store(i))) {
      return list.map(path -> path.getFileName().toString()).toList();
    }
  }

  /**
   * Whether the user was told that the job waits, for these loggers, which were killed, and why.
   */
  public boolean isMajorityMissed(Job job, int one, int other) {
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
