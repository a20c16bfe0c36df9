package org.ftmpj.supervisor.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.LoggerPlace;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.supervisor.ending.Verdict;

/**
 * Finds the address at which the event logger of a job listens, which the logger writes to a file.
 */
public final class LoggerAddress {
  /** The time to start: hundreds of ranks may start on a few processors at once. */
  static final Duration START = Duration.ofMinutes(5);

  private static final Duration POLL = Duration.ofMillis(10);

  private LoggerAddress() {}

  /**
   * Waits for the address.
   *
   * @return empty if the job ends before
   * @throws FtmpjException CANNOT_START if it does not listen by then
   */
  public static Optional<HostPort> await(JobLayout layout, Duration longest, Verdict verdict)
      throws InterruptedException {
    return await(LoggerPlace.ofOnly(layout), longest, verdict::isKnown);
  }

  /**
   * Waits for the address of that logger, as long as a loaded machine may need to start a JVM.
   *
   * @return empty if the job ends before
   * @throws FtmpjException CANNOT_START if it does not listen by then
   */
  public static Optional<HostPort> await(LoggerPlace place, Verdict verdict)
      throws InterruptedException {
    return await(place, START, verdict::isKnown);
  }

  /**
   * Waits for the address of the only logger, without regard to the job's end.
   *
   * @throws FtmpjException CANNOT_START if it does not listen by then
   */
  public static HostPort await(JobLayout layout) throws InterruptedException {
    return await(LoggerPlace.ofOnly(layout), START, () -> false).orElseThrow();
  }

  private static Optional<HostPort> await(
      LoggerPlace place, Duration longest, BooleanSupplier isOver) throws InterruptedException {
    Deadline deadline = Deadline.in(longest);
    Optional<HostPort> address = find(place);
    while (address.isEmpty() && !isOver.getAsBoolean() && !deadline.isOver()) {
      Thread.sleep(POLL.toMillis());
      address = find(place);
    }
    if (address.isEmpty() && !isOver.getAsBoolean()) {
      throw new FtmpjException(
          ErrorCode.CANNOT_START, "the event logger does not listen after " + longest);
    }
    return address;
  }

  /** The address, if the logger has written it. */
  static Optional<HostPort> find(LoggerPlace place) {
    Path file = place.address();
    try {
      return Optional.of(parse(Files.readString(file).strip()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new FtmpjException(ErrorCode.CANNOT_START, "cannot read " + file, e);
    }
  }

  private static HostPort parse(String address) {
    int colon = address.lastIndexOf(':');
    return new HostPort(
        address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
  }
}
