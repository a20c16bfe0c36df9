package org.ftmpj.launcher.job;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.job.LocalRanks;
import org.ftmpj.launcher.registry.FoundJob;
import org.ftmpj.replay.run.ClassDigests;
import org.ftmpj.supervisor.input.InputRecorder;
import org.ftmpj.supervisor.job.RankEnvironment;
import org.ftmpj.supervisor.record.ExitRecord;
import org.ftmpj.supervisor.record.JobRecord;
import org.ftmpj.supervisor.record.StartRecord;
import org.ftmpj.supervisor.record.StoppedRecord;
import org.ftmpj.transport.control.ControlBlock;

/**
 * A job that is resumed where it was stopped, or where its launcher was lost: to the protocol, all
 * its ranks have died, and their next incarnations start. One thread.
 */
public final class ResumedJob implements JobSource {
  private final StoppedJob stop;
  private final JobRecord record;
  private final JobLayout layout;
  private final Map<Integer, StartRecord> starts = new TreeMap<>();
  private final Optional<Integer> logMaxMib;
  private Optional<StoppedRecord> stopped = Optional.empty();

  /**
   * Checks, without changing anything, that it can be resumed.
   *
   * @param logMaxMib the new quota of its logs; empty if it is unchanged
   * @throws FtmpjException JOB_RUNNING, NOT_RESUMABLE, CANNOT_START if the files that it was
   *     started with are missing, LOG_CORRUPT, LOG_VERSION
   */
  public ResumedJob(FoundJob job, Optional<Integer> logMaxMib) {
    this.logMaxMib = logMaxMib;
    this.layout = job.layout();
    this.stop = new StoppedJob(job);
    this.record = stop.record();
    requireSameClasses();
    readStarts();
  }

  private void requireSameClasses() {
    List<String> changed =
        ClassDigests.read(layout.classes())
            .map(ClassDigests::changedSince)
            .orElseThrow(
                () ->
                    stop.notResumable(
                        "was started with neither --walltime nor checkpoints: its classes may be"
                            + " others now"));
    if (!changed.isEmpty()) {
      throw stop.notResumable(
          "was started with other classes than there are now: " + String.join(", ", changed));
    }
  }

  private void readStarts() {
    for (int rank = 0; rank < record.ranks(); rank++) {
      int one = rank;
      StartRecord start =
          StartRecord.read(layout.start(rank))
              .orElseThrow(() -> stop.notResumable("had not started its rank " + one));
      start.requireThere();
      starts.put(rank, logMaxMib.map(mib -> with(mib, start)).orElse(start));
    }
  }

  private static StartRecord with(int mib, StartRecord start) {
    return start.with(LogMaxWord.in(start.command(), mib));
  }

  /** Its level of durability. */
  public Durability durability() {
    return record.durability();
  }

  /** The commands that start its ranks. */
  public StartRecord start() {
    return starts.get(0);
  }

  @Override
  public int size() {
    return record.ranks();
  }

  /**
   * Takes the job over: from now on it runs.
   *
   * @throws FtmpjException JOB_RUNNING if another process has
   */
  @Override
  public JobLayout open() {
    stopped = Optional.of(stop.takeOver());
    forgetUnknownEnds();
    if (logMaxMib.isPresent()) {
      // From now on, even if it is resumed again.
      starts.forEach((rank, start) -> start.write(layout.start(rank)));
    }
    return layout;
  }

  /** Whether the last printed text is unknown, so that some of it is printed again. */
  public boolean isOutputRepeated() {
    return stop.isOutputRepeated();
  }

  /** Ranks whose exit code is unknown are run again to their end. */
  private void forgetUnknownEnds() {
    Map<Integer, Integer> known = stopped.map(StoppedRecord::finished).orElse(Map.of());
    for (int rank = 0; rank < record.ranks(); rank++) {
      Optional<ExitRecord> end = ExitRecord.read(layout.exitRecord(rank));
      if (end.isPresent() && !known.containsKey(rank)) {
        StoppedJob.delete(layout.exitRecord(rank));
      }
    }
  }

  @Override
  public Optional<StoppedRecord> stopped() {
    return stopped;
  }

  @Override
  public ControlBlock control(JobLayout place) {
    return ControlBlock.open(place.control());
  }

  @Override
  public Optional<InputRecorder> input(JobLayout place, Consumer<FtmpjException> failure) {
    return InputRecorder.resume(place, failure);
  }

  @Override
  public LocalRanks.Commands commands(RankEnvironment environment) {
    return (rank, incarnation) -> NextStart.of(starts.get(rank), environment, rank, incarnation);
  }
}
