package org.ftmpj.launcher.hosts;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.Callable;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.common.job.Ownership;
import org.ftmpj.hostd.job.JobOrder;
import org.ftmpj.supervisor.console.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code ftmpj coordinate}: what a host daemon starts when the coordinator of its job is lost, and
 * it was the first to claim that role. Has no console: what ranks print goes to files.
 */
@Command(
    name = "coordinate",
    hidden = true,
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Continues a job whose launcher is lost. Started by `ftmpj hostd`; the ranks'"
            + " output goes to ftmpj-JOB.out and ftmpj-JOB.err in the job's working directory.")
public final class CoordinateCommand implements Callable<Integer> {
  @Option(
      names = "--host",
      required = true,
      paramLabel = "NAME",
      description = "The user's name for this host.")
  private String host;

  @Option(
      names = "--term",
      required = true,
      paramLabel = "N",
      description = "The term that was claimed for this coordinator of the job.")
  private long term;

  @Option(
      names = "--logger",
      required = true,
      paramLabel = "HOST:PORT,HOST:PORT,HOST:PORT[;...]",
      description = "The event loggers of the job.")
  private String loggers;

  @Option(
      names = "--bind",
      required = true,
      split = ",",
      paramLabel = "ADDRESS",
      description = "Listen for the hosts on these addresses, one for each path.")
  private List<String> bind;

  @Parameters(paramLabel = "JOB", description = "The identity of the job.")
  private String job;

  /** The secret is the first line of the standard input. */
  @Override
  public Integer call() throws Exception {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String secret = input.readLine();
    if (secret == null) {
      throw new FtmpjException(
          ErrorCode.WRONG_SECRET, "the standard input ends without the job's secret");
    }
    Takeover takeover =
        new Takeover("host " + host, job, Loggers.parse(loggers), secret.strip(), bind);
    return takeover.run(term, CoordinateCommand::console);
  }

  /** Files that go on where a coordinator before on this host has ended. */
  private static Console console(JobOrder order, boolean label) {
    return new Console(append(file(order, ".out")), append(errors(order)), label);
  }

  /** The destination of its output. */
  static Path errors(JobOrder order) {
    return file(order, ".err");
  }

  private static Path file(JobOrder order, String suffix) {
    return order.program().directory().resolve("ftmpj-" + order.name() + suffix);
  }

  /**
   * Not through a link, and not to what another user may have put there. What is appended begins a
   * line.
   */
  static OutputStream append(Path file) {
    try {
      if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)
          && !(Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Ownership.isOurs(file))) {
        throw new FtmpjException(
            ErrorCode.FOREIGN_FILE,
            "what the ranks print cannot be written to "
                + file
                + ": it is a link, no file, or another user's");
      }
      OutputStream opened =
          Channels.newOutputStream(
              OnlyUser.open(
                  file,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.APPEND,
                  LinkOption.NOFOLLOW_LINKS));
      OnlyUser.restrict(file);
      if (isWithinALine(file)) {
        opened.write('\n');
      }
      return opened;
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.OUTPUT_LOST,
          "what the ranks print cannot be written to " + file + " (" + Reason.of(e) + ")",
          e);
    }
  }

  /** Whether the coordinator before was lost while it wrote a line. */
  private static boolean isWithinALine(Path file) throws IOException {
    try (FileChannel written =
        FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      long size = written.size();
      ByteBuffer last = ByteBuffer.allocate(1);
      return size > 0 && written.read(last, size - 1) == 1 && last.get(0) != '\n';
    }
  }
}
