package org.ftmpj.launcher.job;

import java.util.Optional;
import java.util.function.Consumer;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.job.LocalRanks;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.launcher.program.RunRequest;
import org.ftmpj.supervisor.input.InputRecorder;
import org.ftmpj.supervisor.job.RankEnvironment;
import org.ftmpj.supervisor.record.StoppedRecord;
import org.ftmpj.transport.control.ControlBlock;

/** A job that is started for the first time. */
record BeginningJob(RunRequest request, JobOptions options, Installation installation)
    implements JobSource {

  @Override
  public int size() {
    return request.size();
  }

  @Override
  public JobLayout open() {
    JobHome home = new JobHome(options, installation);
    home.requireRoom();
    return home.make(request);
  }

  @Override
  public Optional<StoppedRecord> stopped() {
    return Optional.empty();
  }

  @Override
  public ControlBlock control(JobLayout layout) {
    return ControlBlock.create(layout.control(), request.size());
  }

  @Override
  public Optional<InputRecorder> input(JobLayout layout, Consumer<FtmpjException> failure) {
    return Optional.of(InputRecorder.start(layout, failure));
  }

  @Override
  public LocalRanks.Commands commands(RankEnvironment environment) {
    return new RankCommand(
            request, options.durability(), options.config(), installation, environment)
        ::of;
  }
}
