package org.ftmpj.launcher.hosts;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.job.JobOrder;
import org.ftmpj.hostd.job.Sessions;
import org.ftmpj.hostd.job.Succession;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.launcher.program.JavaCommand;
import org.ftmpj.logger.agreement.Agreement;
import org.ftmpj.logger.client.JobLoggers;

/**
 * The next coordinator of a job as a daemon starts it: a process of its own, which outlives the
 * daemon. It is this program with the same options of the virtual machine.
 *
 * @param sessions the daemon's, whose addresses are for its coordinator, too
 * @param secret the job's
 */
record Successor(Sessions sessions, String secret) implements Succession {

  @Override
  public Agreement agreement(JobLayout layout, Loggers loggers) {
    return Agreements.of(JobLoggers.of(layout, loggers), JobIdentity.of(layout).name());
  }

  @Override
  public BooleanSupplier start(JobOrder order, long term, Loggers loggers) {
    Path errors = CoordinateCommand.errors(order);
    try {
      // Whether it may be written to: the system, which opens it for the process, follows links.
      CoordinateCommand.append(errors).close();
      Process process =
          JavaCommand.of(words(order, term, loggers))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(
                  // That of this daemon may lead to the launcher: who writes to it then dies.
                  ProcessBuilder.Redirect.appendTo(errors.toFile()))
              .start();
      try (OutputStream input = process.getOutputStream()) {
        input.write((secret + "\n").getBytes(StandardCharsets.UTF_8));
      }
      return () -> !process.isAlive();
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.CANNOT_START,
          "the job's next coordinator cannot be started here (" + Reason.of(e) + ")",
          e);
    }
  }

  private List<String> words(JobOrder order, long term, Loggers loggers) {
    String addresses =
        sessions.addresses().stream()
            .map(address -> BindAddresses.text(new InetSocketAddress(address.getAddress(), 0)))
            .collect(Collectors.joining(","));
    List<String> words = new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
    words.addAll(List.of("-cp", System.getProperty("java.class.path")));
    words.addAll(List.of(Installation.COMMAND, "coordinate"));
    words.addAll(List.of("--host", order.nameOf(order.host()), "--term", Long.toString(term)));
    words.addAll(List.of("--logger", loggers.toString(), "--bind", addresses, order.identity()));
    return words;
  }
}
