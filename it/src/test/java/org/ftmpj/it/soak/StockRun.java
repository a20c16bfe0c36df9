package org.ftmpj.it.soak;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.awaitility.core.ConditionTimeoutException;
import org.ftmpj.it.References;
import org.ftmpj.it.StockOutput;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.MpjDaemon;
import org.ftmpj.it.job.MpjRun;
import org.ftmpj.it.job.Notices;

/**
 * A job of MPJ Express's own {@code mpjrun}. One at a time: the daemon does not tell them apart.
 */
final class StockRun implements Running {
  private static final Duration SOON = Duration.ofSeconds(20);

  private final Work work;
  private final MpjDaemon daemon;
  private final Path directory;
  private final MpjRun run;

  StockRun(Work work, MpjDaemon daemon, Path directory, String... options) throws IOException {
    this.work = work;
    this.daemon = daemon;
    this.directory = directory;
    this.run = MpjRun.start(daemon, directory, work.spec(), options);
  }

  @Override
  public boolean isAlive() {
    return run.handle().isAlive();
  }

  @Override
  public int lines() {
    return StockOutput.of(run.lines()).size();
  }

  @Override
  public long recoveries() {
    return run.lines().stream().filter(line -> line.contains(Notices.RECOVERED)).count();
  }

  @Override
  public Optional<ProcessHandle> rank(int rank) {
    return daemon.rank(rank);
  }

  @Override
  public Optional<ProcessHandle> logger() {
    return daemon.logger();
  }

  @Override
  public void verify(References.Reference reference) throws IOException {
    work.verifyUnlabelled(run.end(), directory, reference);
  }

  /** The daemon's processes may need a moment after the starter's end. */
  @Override
  public List<String> leftBehind() {
    try {
      await()
          .atMost(SOON)
          .ignoreException(UncheckedIOException.class)
          .until(() -> daemon.leftBehind().isEmpty());
      return List.of();
    } catch (ConditionTimeoutException e) {
      return daemon.leftBehind();
    }
  }

  @Override
  public void keepEvidence(Path to) throws IOException {
    Files.createDirectories(to);
    Files.write(to.resolve("output"), run.lines());
    Files.write(to.resolve("left"), daemon.leftBehind());
    Jobs.copy(directory, to);
    Jobs.copy(daemon.directory(), Files.createDirectories(to.resolve("daemon")));
  }

  @Override
  public void close() {
    run.close();
    daemon.endJobs();
  }
}
