package org.ftmpj.it.job;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Any command of ftmpj, run to its end or until closed. */
public final class Command implements AutoCloseable {
  private static final int PATIENCE_S = 180;

  private final Process process;
  private final Output out;
  private final Output err;

  private Command(Process process) {
    this.process = process;
    this.out = new Output(process.getInputStream(), "stdout of command");
    this.err = new Output(process.getErrorStream(), "stderr of command");
  }

  /**
   * Starts it.
   *
   * @param temporary what it takes for the temporary directory: where jobs are found
   * @param environment added to this process's
   */
  public static Command start(Path temporary, Map<String, String> environment, String... arguments)
      throws IOException {
    return start(Installation.java(), Installation.launcher(), temporary, environment, arguments);
  }

  /**
   * Starts the command of another installation.
   *
   * @param java the command that runs Java
   * @param launcher the command's jar
   */
  public static Command start(
      String java,
      Path launcher,
      Path temporary,
      Map<String, String> environment,
      String... arguments)
      throws IOException {
    List<String> command = line(java, launcher, temporary);
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    return new Command(builder.start());
  }

  /** Starts any other command, which runs ftmpj. */
  public static Command of(Map<String, String> environment, List<String> words) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().putAll(environment);
    return new Command(builder.start());
  }

  /**
   * The same, for a longer time.
   *
   * @param errors its standard error goes to the end of that file, and is not {@link #err}
   */
  static Command of(List<String> words, Path errors) throws IOException {
    return new Command(
        new ProcessBuilder(words)
            .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()))
            .start());
  }

  /** The words that call `ftmpj` as its script does, to which arguments are added. */
  public static List<String> line(Path temporary) {
    return line(Installation.java(), Installation.launcher(), temporary);
  }

  /** How `ftmpj` is called, without its arguments: with the flags that the script gives, too. */
  static List<String> line(String java, Path launcher, Path temporary) {
    return new ArrayList<>(
        List.of(
            java,
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:CompileThresholdScaling=4",
            "-XX:-UsePerfData",
            "-Djava.io.tmpdir=" + temporary,
            "-jar",
            launcher.toString()));
  }

  /**
   * The same of a host's daemon: with both compilers, as AES takes fifty times as long without the
   * second, and not much else compiled by that.
   *
   * @param temporary any text that a shell replaces
   */
  public static String daemonLine(String temporary) {
    return Installation.java()
        + " -XX:+UseSerialGC -Xmn8m -XX:Tier4InvocationThreshold=25000"
        + " -XX:Tier4MinInvocationThreshold=3000 -XX:Tier4CompileThreshold=75000"
        + " -XX:Tier4BackEdgeThreshold=200000 -XX:CompileCommand=quiet"
        + " '-XX:CompileCommand=CompileThresholdScaling,com.sun.crypto.provider.*::*,0.01'"
        + " -XX:-UsePerfData -Djava.io.tmpdir="
        + temporary
        + " -jar "
        + Installation.launcher();
  }

  /** Waits for its end. */
  public Result result() throws InterruptedException {
    return result(PATIENCE_S);
  }

  /** Waits for its end, but not longer than that. */
  public Result result(int seconds) throws InterruptedException {
    if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
      throw new AssertionError(
          "still running after " + seconds + " s: " + out.lines() + err.lines());
    }
    out.ended();
    err.ended();
    return new Result(process.exitValue(), out.lines(), err.lines(), 0);
  }

  /** Waits for a line that begins so. */
  public String awaitLine(String start) {
    await(start).atMost(Duration.ofSeconds(PATIENCE_S)).until(() -> line(start).isPresent());
    return line(start).orElseThrow();
  }

  private Optional<String> line(String start) {
    if (!process.isAlive()) {
      throw new AssertionError("ended before it said '" + start + "': " + err.lines());
    }
    return out.lines().stream().map(Line::text).filter(t -> t.startsWith(start)).findFirst();
  }

  /** What it has printed so far. */
  public List<Line> out() {
    return out.lines();
  }

  /** What it has printed to standard error so far. */
  public List<Line> err() {
    return err.lines();
  }

  /** Its standard input comes to its end. */
  public void endInput() throws IOException {
    process.getOutputStream().close();
  }

  public ProcessHandle handle() {
    return process.toHandle();
  }

  @Override
  public void close() {
    Job.kill(handle());
  }
}
