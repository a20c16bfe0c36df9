package org.ftmpj.it.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.ftmpj.it.References;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Notices;

/** A job of {@code ftmpj run}. */
final class OwnRun implements Running {
  /** With several jobs at a time, on a machine that may have other things to do. */
  static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Work work;
  private final Job job;

  OwnRun(Work work, JobSpec spec, Path directory) throws IOException {
    this.work = work;
    this.job = Job.start(spec, directory);
  }

  @Override
  public boolean isAlive() {
    return job.isAlive();
  }

  @Override
  public int lines() {
    return job.linesOfRanks();
  }

  @Override
  public long recoveries() {
    return job.notices(Notices.RECOVERED);
  }

  @Override
  public Optional<ProcessHandle> rank(int rank) {
    return job.rankIfThere(rank);
  }

  @Override
  public Optional<ProcessHandle> logger() {
    return job.loggerIfThere();
  }

  @Override
  public void verify(References.Reference reference) throws IOException {
    work.verify(job.result(PATIENCE), job.directory(), reference);
  }

  @Override
  public List<String> leftBehind() throws IOException {
    return job.leftBehind();
  }

  @Override
  public void keepEvidence(Path to) throws IOException {
    job.writeOutputs(to);
    Jobs.copy(job.directory(), to);
  }

  @Override
  public void close() {
    job.end();
  }
}
