package org.ftmpj.transport;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM of its own, to be killed. */
public final class Child implements AutoCloseable {
  private final Process process;

  private Child(Process process) {
    this.process = process;
  }

  public static Child start(Class<?> main, Object... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-Xshare:auto");
    command.add("-ea");
    JdkAccess.options().forEach(command::add);
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(main.getName());
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return new Child(new ProcessBuilder(command).inheritIO().start());
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Its exit status. */
  public int waitFor() {
    return process.onExit().join().exitValue();
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
