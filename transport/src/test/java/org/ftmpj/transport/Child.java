package org.ftmpj.transport;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of its own, to be killed. */
public final class Child implements AutoCloseable {
  private final Process process;

  private Child(Process process) {
    this.process = process;
  }

  /** Starts quickly, checks assertions. */
  public static Child start(Class<?> main, Object... arguments) throws IOException {
    return start(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-ea"), main, arguments);
  }

  /** Runs fast. */
  public static Child startOptimized(Class<?> main, Object... arguments) throws IOException {
    return start(List.of(), main, arguments);
  }

  /**
   * In another working directory.
   *
   * @param temporary what it takes for the directory of temporary files
   */
  public static Child startIn(Path directory, Path temporary, Class<?> main, Object... arguments)
      throws IOException {
    List<String> options = List.of("-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + temporary);
    return start(directory, options, main, arguments);
  }

  private static Child start(List<String> options, Class<?> main, Object... arguments)
      throws IOException {
    return start(Path.of(""), options, main, arguments);
  }

  private static Child start(
      Path directory, List<String> options, Class<?> main, Object... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    JdkAccess.options().forEach(command::add);
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(main.getName());
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return new Child(
        new ProcessBuilder(command)
            .directory(directory.toAbsolutePath().toFile())
            .inheritIO()
            .start());
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Its exit status. */
  public int waitFor() {
    return process.onExit().join().exitValue();
  }

  /** Lets it run for a time; false if it ended by itself. */
  public boolean runFor(int milliseconds) throws InterruptedException {
    return !process.waitFor(milliseconds, TimeUnit.MILLISECONDS);
  }

  /** SIGKILL, and the process is gone when this returns. */
  public void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  @Override
  public void close() {
    kill();
  }
}
