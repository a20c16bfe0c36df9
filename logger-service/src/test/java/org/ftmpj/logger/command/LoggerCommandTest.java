package org.ftmpj.logger.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.client.QuorumEventLog;
import org.ftmpj.logger.testing.Jvm;
import org.ftmpj.logger.testing.LoggerProcess;
import org.ftmpj.logger.testing.OnlyLogger;
import org.ftmpj.logger.testing.Records;
import org.ftmpj.logger.testing.Scrape;
import org.ftmpj.logger.wire.Incarnation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoggerCommandTest {
  private static final int ERROR = 70;
  private static final int CALLED_WRONGLY = 64;

  @TempDir Path directory;
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void writeSecret() throws IOException {
    OnlyUser.write(directory.resolve("secret"), "8f14e45fceea167a5a36dedd4bea2543".getBytes());
  }

  @Test
  void shouldReportAllBadOptionsAtOnce() {
    int code =
        run(
            "--port",
            "70000",
            "--bind",
            "no address",
            "--follow",
            "/nowhere",
            "--colour",
            "green",
            "--address-file",
            "/nowhere/address",
            "--metrics",
            "localhost:many");

    assertThat(code).isEqualTo(CALLED_WRONGLY);
    assertThat(err.toString())
        .startsWith("ftmpj: FTMPJ-1001: ")
        .contains("--port: 70000 is not in 0..65535")
        .contains("--bind: no address is no address")
        .contains("--follow: /nowhere is no directory")
        .contains("unknown argument --colour")
        .contains("--metrics: many is no port")
        .contains("--store is required")
        .contains("--secret-file is required")
        .contains("--address-file: the directory of /nowhere/address does not exist");
  }

  @Test
  void shouldReportAnOptionWithoutItsValue() {
    assertThat(run("--store")).isEqualTo(CALLED_WRONGLY);
    assertThat(err.toString()).startsWith("ftmpj: FTMPJ-1601: ").contains("--store");
  }

  @Test
  void shouldReportASecretThatIsTooShort() throws IOException {
    Path secret = directory.resolve("short");
    OnlyUser.write(secret, "short".getBytes(StandardCharsets.US_ASCII));

    assertThat(run("--store", directory.toString(), "--secret-file", secret.toString()))
        .isEqualTo(ERROR);
    assertThat(err.toString()).startsWith("ftmpj: FTMPJ-1726: ").contains("5 characters");
  }

  @Test
  void shouldReportASecretThatOthersCanRead() throws IOException {
    Path secret = directory.resolve("secret");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r--r--"));

    assertThat(run("--store", directory.toString(), "--secret-file", secret.toString()))
        .isEqualTo(ERROR);
    assertThat(err.toString()).startsWith("ftmpj: FTMPJ-1727: ").contains("mode 644", "chmod 600");
  }

  @Test
  void shouldReportAStoreThatCannotBeWritten() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));

    assertThat(
            run(
                "--store",
                file.resolve("store").toString(),
                "--secret-file",
                directory.resolve("secret").toString()))
        .isEqualTo(ERROR);
    assertThat(err.toString()).startsWith("ftmpj: FTMPJ-1301: ");
  }

  @Test
  void shouldReportAPortThatIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int code =
          run(
              "--port",
              Integer.toString(taken.getLocalPort()),
              "--store",
              directory.resolve("store").toString(),
              "--secret-file",
              directory.resolve("secret").toString());

      assertThat(code).isEqualTo(ERROR);
      assertThat(err.toString())
          .startsWith("ftmpj: FTMPJ-1404: ")
          .contains(Integer.toString(taken.getLocalPort()));
    }
  }

  @Test
  void shouldReportAPortForMetricsThatIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int code =
          run(
              "--metrics",
              Integer.toString(taken.getLocalPort()),
              "--store",
              directory.resolve("store").toString(),
              "--secret-file",
              directory.resolve("secret").toString());

      assertThat(code).isEqualTo(ERROR);
      assertThat(err.toString())
          .startsWith("ftmpj: FTMPJ-1609: ")
          .contains("127.0.0.1:" + taken.getLocalPort());
    }
  }

  @Test
  void shouldServeMetricsIfToldAndEndAllTheSame() throws Exception {
    Process process = start("--metrics", "0");
    try (var output = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(output.readLine()).startsWith("Event logger listens");
      String line = output.readLine();
      assertThat(line).matches("Metrics at http://127\\.0\\.0\\.1:[0-9]+/metrics");
      assertThat(Scrape.of(line.substring("Metrics at ".length())).value("ftmpj_logger_jobs"))
          .isZero();
      process.toHandle().destroy();
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void shouldSayWhereItListensAndStopOnSigterm() throws Exception {
    Process process = start();
    try (var output = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(output.readLine())
          .matches("Event logger listens on 127\\.0\\.0\\.1:[0-9]+, store .*/store");
      // Process.destroy would close its output, too.
      process.toHandle().destroy();
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(128 + 15);
      assertThat(output.readLine()).isNull();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void shouldSayNothingWhenItIsToldToEndWhileItStarts() throws Exception {
    Process process = Jvm.of(StartedAtEnd.class, arguments()).redirectErrorStream(true).start();
    try (var output = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(output.lines()).containsExactly("it ends with 0");
      assertThat(process.waitFor()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  /** The store's classes cannot be initialized any more. */
  @Test
  void shouldSayNothingWhenAStoreIsToBeOpenedAtItsEnd() throws Exception {
    String store = directory.resolve("store").toString();
    String secret = directory.resolve("secret").toString();
    Process process =
        Jvm.of(StoreOpenedAtEnd.class, store, secret).redirectErrorStream(true).start();
    try (var output = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(output.lines()).containsExactly("it does not serve");
      assertThat(process.waitFor()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void shouldEndWithItsParent() throws Exception {
    Process process = start("--exit-with-parent");
    try (var output = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(output.readLine()).startsWith("Event logger listens");
      process.getOutputStream().close();
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void shouldServeAtTheAddressInItsFile() throws Exception {
    Secret secret = Secret.read(directory.resolve("secret"));
    try (LoggerProcess logger = LoggerProcess.start(directory, 0, "--bind", "localhost");
        QuorumEventLog log =
            new OnlyLogger("localhost", logger.port(), secret).log(new Incarnation("job", 0, 1))) {
      assertThat(Records.of(log).count()).isZero();
      Records.append(log, 1, 1, 1);
      log.awaitStable(1);
    }
  }

  private Process start(String... more) throws IOException {
    return Jvm.of(EventLoggerMain.class, arguments(more)).start();
  }

  private String[] arguments(String... more) {
    List<String> all = new ArrayList<>();
    all.addAll(List.of("--store", directory.resolve("store").toString()));
    all.addAll(List.of("--secret-file", directory.resolve("secret").toString()));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private int run(String... arguments) {
    return EventLoggerMain.commandLine().setErr(new PrintWriter(err)).execute(arguments);
  }
}
