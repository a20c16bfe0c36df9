package org.ftmpj.it.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A job as a user at a terminal has it: both streams together, byte by byte as they come, and
 * something to type into.
 */
public final class Dialogue implements AutoCloseable {
  private static final int PATIENCE_S = 180;

  private final Path directory;
  private final Process launcher;
  private final ByteArrayOutputStream seen = new ByteArrayOutputStream();
  private final Thread reader;

  private Dialogue(Path directory, Process launcher) {
    this.directory = directory;
    this.launcher = launcher;
    this.reader = new Thread(this::read, "output of dialogue");
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Starts the job.
   *
   * @param directory becomes its working directory; must be there
   */
  public static Dialogue start(JobSpec spec, Path directory) throws IOException {
    return start(spec.command(temporary(directory)), directory);
  }

  /** Starts the job by a line of the shell, in which {@code "$@"} is the command. */
  public static Dialogue start(JobSpec spec, Path directory, String shell) throws IOException {
    List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", shell, "sh"));
    command.addAll(spec.command(temporary(directory)));
    return start(command, directory);
  }

  private static Dialogue start(List<String> command, Path directory) throws IOException {
    Process process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    return new Dialogue(directory, process);
  }

  private static Path temporary(Path directory) throws IOException {
    return Files.createDirectories(directory.resolve("tmp"));
  }

  private void read() {
    byte[] buffer = new byte[1 << 13];
    try (InputStream in = launcher.getInputStream()) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        seen.write(buffer, 0, n);
      }
    } catch (IOException killed) {
      // What was seen so far is all there is.
    }
  }

  /** All that was seen so far. */
  public String seen() {
    return seen.toString(UTF_8);
  }

  /** Waits until that is seen. */
  public void awaitText(String text) {
    await(text)
        .atMost(Duration.ofSeconds(PATIENCE_S))
        .until(() -> seen().contains(text) || !launcher.isAlive());
    if (!seen().contains(text)) {
      throw new AssertionError("The job ended without '" + text + "':\n" + seen());
    }
  }

  /** Types something. */
  public void type(String text) throws IOException {
    OutputStream in = launcher.getOutputStream();
    in.write(text.getBytes(UTF_8));
    in.flush();
  }

  /** Types the end of the input. */
  public void endInput() throws IOException {
    launcher.getOutputStream().close();
  }

  /** Waits for the end of the job, whose exit code it returns. */
  public int end() throws InterruptedException {
    if (!launcher.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
      throw new AssertionError("The job does not end:\n" + seen());
    }
    reader.join(TimeUnit.SECONDS.toMillis(PATIENCE_S));
    return launcher.exitValue();
  }

  public Path directory() {
    return directory;
  }

  public ProcessHandle launcher() {
    return launcher.toHandle();
  }

  @Override
  public void close() {
    launcher.descendants().forEach(ProcessHandle::destroyForcibly);
    Job.kill(launcher());
  }
}
