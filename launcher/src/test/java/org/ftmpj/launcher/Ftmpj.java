package org.ftmpj.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.ftmpj.launcher.install.Installation;

/** The command ftmpj in a process of its own, as a user has it. */
final class Ftmpj implements AutoCloseable {
  static final String CLASS_PATH = System.getProperty("java.class.path");
  private static final Pattern PID = Pattern.compile("pid (\\d+)");

  private final Process process;
  private final Capture out;
  private final Capture err;

  private Ftmpj(Process process) {
    this.process = process;
    this.out = new Capture(process.getInputStream());
    this.err = new Capture(process.getErrorStream());
  }

  /**
   * @param home root of FTMPJ, with the agent below it
   */
  static Ftmpj start(Path home, String... arguments) throws IOException {
    return start(home, ProcessBuilder.Redirect.PIPE, arguments);
  }

  /**
   * @param out where its standard output goes
   */
  static Ftmpj start(Path home, ProcessBuilder.Redirect out, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Installation.java().toString());
    // As the script ftmpj does: it is over before it pays to compile much.
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
    command.add("-D" + Installation.HOME_PROPERTY + "=" + home);
    // Jobs are found among the temporary files: not those of others.
    command.add("-Djava.io.tmpdir=" + home);
    command.addAll(Installation.launcherArguments());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put(Installation.MPJ_HOME, mpjHome().toString());
    return new Ftmpj(builder.redirectOutput(out).start());
  }

  /** MPJ Express, as `./ftmpj setup` found it. */
  private static Path mpjHome() {
    Path mpjHome =
        Optional.ofNullable(System.getenv(Installation.MPJ_HOME))
            .map(Path::of)
            .orElse(Path.of("..", ".mpj", "home"));
    assertThat(mpjHome.resolve("lib/mpj.jar")).as("made by ./ftmpj setup").exists();
    return mpjHome.toAbsolutePath();
  }

  int exitCode() throws InterruptedException {
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      throw new AssertionError("still running; out:\n" + out() + "err:\n" + err());
    }
    out.await();
    err.await();
    return process.exitValue();
  }

  String out() {
    return out.text();
  }

  String err() {
    return err.text();
  }

  long pid() {
    return process.pid();
  }

  /** The processes that have printed their pid. */
  List<Long> pids() {
    return PID.matcher(out()).results().map(this::number).toList();
  }

  /** The processes it has started that still run. */
  List<Long> children() {
    return process.children().map(ProcessHandle::pid).toList();
  }

  private long number(MatchResult result) {
    return Long.parseLong(result.group(1));
  }

  static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
  }

  static void signal(String name, long pid) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private static final class Capture {
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private final Thread thread;

    Capture(InputStream from) {
      thread = new Thread(() -> copy(from), "capture");
      thread.setDaemon(true);
      thread.start();
    }

    private void copy(InputStream from) {
      try {
        byte[] buffer = new byte[4096];
        for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
          text.write(buffer, 0, n);
        }
      } catch (IOException killed) {
        return;
      }
    }

    void await() throws InterruptedException {
      thread.join(120_000);
    }

    String text() {
      return text.toString(UTF_8);
    }
  }
}
