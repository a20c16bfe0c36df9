package org.ftmpj.launcher.job;

import java.util.Optional;
import java.util.function.Consumer;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.job.LocalRanks;
import org.ftmpj.supervisor.input.InputRecorder;
import org.ftmpj.supervisor.job.RankEnvironment;
import org.ftmpj.supervisor.record.StoppedRecord;
import org.ftmpj.transport.control.ControlBlock;

/** The source of a job on this host, which begins or is resumed. One thread. */
public interface JobSource {

  /** The number of its ranks. */
  int size();

  /**
   * Creates its directory, or takes it over. First.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE, and why it cannot be resumed
   */
  JobLayout open();

  /** How it was stopped; empty if it begins. */
  Optional<StoppedRecord> stopped();

  /** The memory that its ranks share. */
  ControlBlock control(JobLayout layout);

  /**
   * Begins to record its standard input.
   *
   * @param failure is called once, if the input cannot be written
   * @return empty if the input has come to its end
   */
  Optional<InputRecorder> input(JobLayout layout, Consumer<FtmpjException> failure);

  /** The command that starts its ranks. */
  LocalRanks.Commands commands(RankEnvironment environment);
}
