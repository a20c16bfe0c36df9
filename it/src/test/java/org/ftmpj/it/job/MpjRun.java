package org.ftmpj.it.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** A run of MPJ Express's own starter, as a user would start it. */
public final class MpjRun implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Process starter;
  private final Output output;

  /**
   * @param directory becomes its working directory; created
   * @param arguments of mpjrun, before the program
   */
  private MpjRun(MpjDaemon daemon, Path directory, List<String> arguments, JobSpec spec)
      throws IOException {
    Files.createDirectories(directory);
    Files.write(directory.resolve("machines"), daemon.machines());
    List<String> all = new ArrayList<>(List.of("-np", Integer.toString(spec.ranks())));
    // Agents start in the order of the command line: those of the tests before the one tested.
    all.addAll(spec.jvmArguments());
    all.addAll(arguments);
    all.addAll(daemon.names());
    all.addAll(List.of("-Djava.io.tmpdir=" + daemon.temporary(), "-cp", spec.classPath()));
    all.add(spec.main());
    all.addAll(spec.arguments());
    starter =
        daemon
            .command("runtime.starter.MPJRun", all.toArray(String[]::new))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .start();
    starter.getOutputStream().close();
    output = new Output(starter.getInputStream(), "output of mpjrun");
  }

  /**
   * {@code mpjrun -np N -dev niodev -javaagent:...}
   *
   * @param daemon from where it is started
   */
  public static MpjRun start(MpjDaemon daemon, Path directory, JobSpec spec, String... agentOptions)
      throws IOException {
    return start(daemon, directory, spec, "niodev", agentOptions);
  }

  public static MpjRun start(
      MpjDaemon daemon, Path directory, JobSpec spec, String device, String[] agentOptions)
      throws IOException {
    String options = agentOptions.length == 0 ? "" : "=" + String.join(",", agentOptions);
    return new MpjRun(
        daemon,
        directory,
        List.of("-dev", device, "-javaagent:" + Installation.agent() + options),
        spec);
  }

  /** What has been printed so far. */
  public List<String> lines() {
    return output.lines().stream().map(Line::text).toList();
  }

  /** As one text. */
  public String text() {
    return String.join("\n", lines());
  }

  /** Lines so far that begin with one of those texts. */
  public long count(String... starts) {
    return lines().stream()
        .filter(line -> Arrays.stream(starts).anyMatch(line::startsWith))
        .count();
  }

  /** Waits for a condition; complains if the job ends before. */
  public void await(String what, Callable<Boolean> condition) {
    org.awaitility.Awaitility.await(what)
        .pollInterval(5, TimeUnit.MILLISECONDS)
        .pollDelay(Duration.ZERO)
        .atMost(PATIENCE)
        .until(
            () -> {
              boolean is = condition.call();
              if (!is && !starter.isAlive()) {
                throw new AssertionError("The job ended before " + what + ":\n" + text());
              }
              return is;
            });
  }

  /** Waits for the end of the starter, and of all that it has printed. */
  public List<String> end() {
    try {
      if (!starter.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || !output.ended()) {
        throw new AssertionError("mpjrun did not end within " + PATIENCE + ":\n" + text());
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return lines();
  }

  public ProcessHandle handle() {
    return starter.toHandle();
  }

  @Override
  public void close() {
    Job.kill(handle());
  }
}
