package org.ftmpj.agent;

import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.ftmpj.agent.checkpoint.Fingerprint;
import org.ftmpj.agent.checkpoint.PrunedLogs;
import org.ftmpj.agent.checkpoint.RankCheckpoints;
import org.ftmpj.agent.checkpoint.RepeatedCheckpoint;
import org.ftmpj.agent.checkpoint.Restart;
import org.ftmpj.agent.process.Place;
import org.ftmpj.checkpoint.store.CheckpointStore;
import org.ftmpj.common.config.CheckpointChoice;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.replay.rank.RecordedDeterminants;
import org.ftmpj.replay.rank.Verification;
import org.ftmpj.replay.report.VerificationPlace;
import org.ftmpj.replay.report.VerificationReport;
import org.ftmpj.supervisor.console.OutputSink;

/** A repetition of the rank's record: changes nothing of the job, and leaves a report. */
final class VerifiedRank implements Role {
  private final Configuration configuration;
  private final Place place;
  private final VerificationPlace report;
  private final Instrumentation instrumentation;
  private volatile Verification verification;

  /**
   * @param report directory for the report
   */
  VerifiedRank(
      Configuration configuration, Place place, Path report, Instrumentation instrumentation) {
    this.configuration = configuration;
    this.place = place;
    this.report = new VerificationPlace(report);
    this.instrumentation = instrumentation;
  }

  @Override
  public OpenRank open() {
    List<String> unusable = new ArrayList<>();
    Optional<Restart> from =
        configuration
            .find(Options.VERIFY_CHECKPOINT)
            .flatMap(choice -> restart(choice, unusable::add));
    Verification opened =
        new Verification(
            place.layout(),
            place.rank(),
            place.size(),
            RecordedDeterminants.of(
                place.layout(), configuration.get(Options.DURABILITY), place.rank()),
            configuration.get(Options.RECEPTIONS),
            Program.MAIN,
            Program.STARTED,
            from.map(Restart::recorded),
            report);
    verification = opened;
    unusable.forEach(opened::note);
    return new Opened(
        opened,
        from.map(restart -> new RepeatedCheckpoint(restart, opened.restored(), instrumentation)));
  }

  private Optional<Restart> restart(CheckpointChoice choice, Consumer<String> unusable) {
    Optional<Restart> restart =
        Restart.recorded(
            new CheckpointStore(place.layout().checkpoints(place.rank())),
            choice,
            Fingerprint.of(configuration),
            PrunedLogs.of(place, false, false),
            unusable);
    if (restart.isEmpty()) {
      unusable.accept("it has no checkpoint that can be used, and was repeated from its beginning");
    }
    return restart;
  }

  @Override
  public boolean isLive() {
    return false;
  }

  @Override
  public void stopped(FtmpjException why) {
    if (verification == null) {
      report.write(VerificationReport.failed(place.rank(), why.code(), why.what()));
    } else {
      verification.stopped(why);
    }
  }

  private record Opened(Verification verification, Optional<RankCheckpoints> checkpoints)
      implements OpenRank {

    @Override
    public RankSession session() {
      return verification.session();
    }

    @Override
    public OutputSink output() {
      return verification.output();
    }

    @Override
    public void ended(OptionalInt code, String cause, BooleanSupplier mainRuns) {
      verification.ended(code, cause, mainRuns);
    }
  }
}
