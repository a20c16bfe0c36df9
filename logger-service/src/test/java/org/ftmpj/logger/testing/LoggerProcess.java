package org.ftmpj.logger.testing;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.logger.command.EventLoggerMain;

/** An event logger in a real JVM. */
public final class LoggerProcess implements AutoCloseable {
  private final Process process;
  private final int port;

  private LoggerProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /**
   * Starts it and waits until it listens.
   *
   * @param directory holds its store and the file {@code secret}
   */
  public static LoggerProcess start(Path directory, int port, String... more) throws IOException {
    Path address = directory.resolve("address");
    Files.deleteIfExists(address);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--port",
                Integer.toString(port),
                "--store",
                directory.resolve("store").toString(),
                "--secret-file",
                directory.resolve("secret").toString(),
                "--address-file",
                address.toString()));
    arguments.addAll(List.of(more));
    Process process =
        Jvm.of(EventLoggerMain.class, arguments.toArray(String[]::new))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    await()
        .pollInterval(Duration.ofMillis(5))
        .until(() -> Files.exists(address) || !process.isAlive());
    String text = Files.readString(address).strip();
    return new LoggerProcess(process, Integer.parseInt(text.substring(text.lastIndexOf(':') + 1)));
  }

  public int port() {
    return port;
  }

  public Process process() {
    return process;
  }

  /** SIGKILL. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
