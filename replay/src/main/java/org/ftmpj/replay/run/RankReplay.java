package org.ftmpj.replay.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.ftmpj.common.config.CheckpointChoice;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.replay.report.VerificationPlace;
import org.ftmpj.replay.report.VerificationReport;
import org.ftmpj.supervisor.job.DirectoryTree;
import org.ftmpj.supervisor.job.RankEnvironment;
import org.ftmpj.supervisor.rank.RankProcess;
import org.ftmpj.supervisor.record.StartRecord;

/**
 * The process that repeats one rank: started as the rank was, with the same command, directory and
 * environment. Its report goes to a temporary directory. One thread, but any may call {@link
 * #close}.
 */
public final class RankReplay implements AutoCloseable {
  private final int rank;
  private final Path directory;
  private final VerificationPlace place;
  private final RankProcess process;
  private final LastLines said;
  private boolean closed; // guarded by this

  private RankReplay(
      int rank, Path directory, VerificationPlace place, RankProcess process, LastLines said) {
    this.rank = rank;
    this.directory = directory;
    this.place = place;
    this.process = process;
    this.said = said;
  }

  /**
   * Starts it.
   *
   * @param from the checkpoint with which it begins; empty if it begins at the beginning of the
   *     program
   * @param debugPort the port at which it waits for a debugger, on the loopback address; empty if
   *     it does not
   * @throws FtmpjException NOT_RECORDED if the job has not recorded how the rank is started,
   *     CANNOT_START, LOG_NOT_WRITABLE, LOG_CORRUPT, LOG_VERSION
   */
  public static RankReplay start(
      JobLayout layout, int rank, Optional<CheckpointChoice> from, OptionalInt debugPort) {
    StartRecord record =
        StartRecord.read(layout.start(rank))
            .orElseThrow(
                () ->
                    new FtmpjException(
                        ErrorCode.NOT_RECORDED,
                        "there is no " + layout.start(rank) + ": the rank never was started"));
    record.requireThere();
    Path directory = temporary();
    try {
      VerificationPlace place = new VerificationPlace(directory);
      ProcessBuilder command = record.with(debugged(record.command(), debugPort)).process();
      Map<String, String> environment = command.environment();
      environment.put(Options.JOB_DIR.environment(), layout.directory().toString());
      environment.put(Options.VERIFY.environment(), directory.toString());
      RankEnvironment.distinguish(environment);
      from.ifPresent(
          choice -> environment.put(Options.VERIFY_CHECKPOINT.environment(), choice.name()));
      LastLines said = new LastLines();
      RankProcess process = RankProcess.start(command, "the repetition of rank " + rank, said::add);
      return new RankReplay(rank, directory, place, process, said);
    } catch (RuntimeException | Error e) {
      DirectoryTree.remove(directory);
      throw e;
    }
  }

  private static List<String> debugged(List<String> command, OptionalInt port) {
    List<String> words = new ArrayList<>(command);
    if (port.isPresent()) {
      int at = 0;
      while (at < words.size() - 1 && StartRecord.agent(words.get(at)).isEmpty()) {
        at++;
      }
      words.add(
          at,
          "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:"
              + port.getAsInt());
    }
    return words;
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("ftmpj-verify");
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE,
          "cannot make a temporary directory (" + Reason.of(e) + ")",
          e);
    }
  }

  /** The operation clock of the rank. */
  public long clock() {
    return place.progress().get();
  }

  /** The number of the process. */
  public long pid() {
    return process.pid();
  }

  /** Waits until the process has ended, but not longer than that; returns whether it has. */
  public boolean await(Duration longest) throws InterruptedException {
    return process.await(longest);
  }

  /** The report of the ended process. */
  public VerificationReport report() throws InterruptedException {
    process.drain();
    return place
        .read()
        .orElseGet(
            () ->
                VerificationReport.failed(
                    rank,
                    ErrorCode.NOT_VERIFIED,
                    "the process that repeated rank "
                        + rank
                        + " ended without a report: "
                        + process.status()
                        + said.text()));
  }

  /** A report of a rank that is given up now. */
  public VerificationReport givenUp(Duration idle) {
    return VerificationReport.failed(
        rank,
        ErrorCode.NOT_VERIFIED,
        "rank %d has stood still at clock %d for %d s, and was given up"
            .formatted(rank, clock(), idle.toSeconds()));
  }

  /**
   * Kills the process if it still runs, and removes its temporary directory. Does nothing the
   * second time.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      process.kill();
      process.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    DirectoryTree.remove(directory);
  }
}
