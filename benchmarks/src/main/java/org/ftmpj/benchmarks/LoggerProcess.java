package org.ftmpj.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.common.secret.Secret;

/** An event logger that runs, from the launcher's jar. */
final class LoggerProcess implements AutoCloseable {
  private static final long PATIENCE_NS = 30_000_000_000L;
  private static final int POLL_MS = 10;

  private final Running process;
  private final HostPort address;
  private final Secret secret;

  private LoggerProcess(Running process, HostPort address, Secret secret) {
    this.process = process;
    this.address = address;
    this.secret = secret;
  }

  /**
   * Starts it and waits until it listens.
   *
   * @param directory for its files; is there, and empty
   * @throws FtmpjException NOT_MEASURED if it does not listen
   */
  static LoggerProcess start(Jobs jobs, Path directory) throws IOException, InterruptedException {
    Path secret = directory.resolve("secret");
    OnlyUser.write(secret, UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII));
    Path address = directory.resolve("address");
    Running process =
        Running.start(
            "the event logger",
            List.of(
                Jobs.java(),
                "-jar",
                jobs.launcherJar(),
                "logger",
                "--store",
                directory.resolve("store").toString(),
                "--secret-file",
                secret.toString(),
                "--address-file",
                address.toString(),
                "--exit-with-parent"),
            directory);
    long endNs = System.nanoTime() + PATIENCE_NS;
    while (!Files.exists(address)) {
      if (!process.isAlive() || System.nanoTime() - endNs > 0) {
        process.stop();
        process.await();
        throw new FtmpjException(ErrorCode.NOT_MEASURED, "the event logger does not listen");
      }
      Thread.sleep(POLL_MS);
    }
    HostPort listening = HostPort.parse(Files.readString(address).strip());
    return new LoggerProcess(process, listening, Secret.read(secret));
  }

  HostPort address() {
    return address;
  }

  long pid() {
    return process.pid();
  }

  Secret secret() {
    return secret;
  }

  @Override
  public void close() throws IOException {
    process.endInput();
    try {
      process.await();
    } catch (InterruptedException e) {
      process.stop();
      Thread.currentThread().interrupt();
    }
  }
}
