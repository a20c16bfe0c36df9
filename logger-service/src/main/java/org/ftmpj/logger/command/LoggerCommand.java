package org.ftmpj.logger.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.common.life.ProcessEnd;
import org.ftmpj.common.life.SelfCheck;
import org.ftmpj.logger.metrics.LoggerMetrics;
import org.ftmpj.logger.metrics.MetricsEndpoint;
import org.ftmpj.logger.server.EventLoggerServer;
import org.ftmpj.transport.journal.FreeSpace;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * {@code ftmpj logger}: runs an event logger until SIGTERM, Ctrl-C or, as an option, the end of
 * standard input. Returns 0, or the exit code of the error if it cannot start or go on.
 */
@Command(
    name = "logger",
    mixinStandardHelpOptions = true,
    description = "Runs an event logger, which stores the determinants of ranks.")
public final class LoggerCommand implements Callable<Integer> {
  /** The default of option selfcheck.timeout, as for ranks. */
  private static final Duration SELF_CHECK = Duration.ofSeconds(120);

  private static final Logger LOG = LoggerFactory.getLogger(LoggerCommand.class);

  @Spec private CommandSpec spec;
  @Unmatched private List<String> unknown = new ArrayList<>();
  @Mixin private LoggerOptions options;

  @Override
  public Integer call() throws InterruptedException {
    Thread.setDefaultUncaughtExceptionHandler(LoggerCommand::died);
    try {
      run(options.settings(unknown, spec.optionsMap().keySet()));
      return 0;
    } catch (FtmpjException e) {
      return report(spec.commandLine(), e);
    }
  }

  static int report(CommandLine line, FtmpjException e) {
    PrintWriter err = line.getErr();
    err.println("ftmpj: " + e.getMessage());
    err.flush();
    return e.code().exitCode();
  }

  private void run(EventLoggerServer.Settings settings) throws InterruptedException {
    FreeSpace.keep(options.reserveBytes());
    try {
      // That of a logger that was killed would be mistaken for ours.
      if (options.addressFile().isPresent()) {
        Files.deleteIfExists(options.addressFile().get());
      }
    } catch (IOException e) {
      throw cannotWrite(options.addressFile().get(), e);
    }
    try (EventLoggerServer server = EventLoggerServer.start(settings);
        MetricsEndpoint metrics = metrics(server)) {
      if (!closesAtExit(server)) {
        return;
      }
      if (options.exitWithParent()) {
        closeAtEndOf(System.in, server);
        SelfCheck.start(SELF_CHECK, () -> {}, this::endAtOnce);
      }
      String address = text(server.address());
      options.addressFile().ifPresent(file -> write(file, address));
      PrintWriter out = spec.commandLine().getOut();
      out.println("Event logger listens on " + address + ", store " + settings.store());
      if (metrics != null) {
        out.println("Metrics at " + metrics.url());
      }
      out.flush();
      server.awaitEnd();
    }
  }

  /** Handles the death of a thread, perhaps as the process ends. */
  static void died(Thread thread, Throwable cause) {
    if (ProcessEnd.isUnderWay()) {
      LOG.debug("Thread {} ends with its process", thread.getName(), cause);
    } else {
      LOG.error("Thread {} has died", thread.getName(), cause);
    }
  }

  /**
   * Closes the server at the exit of the process; returns false if the process is already ending.
   */
  private static boolean closesAtExit(EventLoggerServer server) {
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(server::close, "ftmpj-logger-stop"));
      return true;
    } catch (IllegalStateException e) {
      LOG.debug("Told to end while it starts", e);
      return false;
    }
  }

  /** Ends the process; its supervisor starts it again, on the same store. */
  private void endAtOnce(FtmpjException why) {
    try {
      report(spec.commandLine(), why);
    } finally {
      Runtime.getRuntime().halt(why.code().exitCode());
    }
  }

  /** The endpoint of the metrics; null, and not even loaded, without the option. */
  private MetricsEndpoint metrics(EventLoggerServer server) {
    if (options.metrics().isEmpty()) {
      return null;
    }
    try {
      return MetricsEndpoint.start(options.metrics().get(), LoggerMetrics.of(server::snapshot));
    } catch (NoClassDefFoundError e) {
      throw new FtmpjException(ErrorCode.NO_METRICS, "the agent's jar has no metrics", e);
    }
  }

  private static void closeAtEndOf(InputStream input, EventLoggerServer server) {
    Thread thread =
        new Thread(
            () -> {
              try {
                input.transferTo(OutputStream.nullOutputStream());
              } catch (IOException e) {
                LOG.debug("Standard input cannot be read: its other end is gone", e);
              } finally {
                server.close();
              }
            },
            "ftmpj-logger-parent");
    thread.setDaemon(true);
    thread.start();
  }

  private static String text(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }

  /** Writes a file whose text is seen completely or not at all. */
  private static void write(Path file, String address) {
    Path unready = file.resolveSibling(file.getFileName() + ".new");
    try {
      OnlyUser.write(unready, (address + "\n").getBytes(StandardCharsets.US_ASCII));
      Files.move(unready, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw cannotWrite(file, e);
    }
  }

  private static FtmpjException cannotWrite(Path file, IOException why) {
    return new FtmpjException(
        ErrorCode.BAD_OPTIONS, "--address-file: cannot write " + file + ": " + why, why);
  }
}
