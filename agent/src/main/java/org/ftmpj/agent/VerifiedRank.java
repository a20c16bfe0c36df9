package org.ftmpj.agent;

import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
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
  private volatile Verification verification;

  /**
   * @param report directory for the report
   */
  VerifiedRank(Configuration configuration, Place place, Path report) {
    this.configuration = configuration;
    this.place = place;
    this.report = new VerificationPlace(report);
  }

  @Override
  public void open() {
    verification =
        new Verification(
            place.layout(),
            place.rank(),
            place.size(),
            RecordedDeterminants.of(
                place.layout(), configuration.get(Options.DURABILITY), place.rank()),
            configuration.get(Options.RECEPTIONS),
            Program.MAIN,
            Program.STARTED,
            report);
  }

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
    verification.ended(code, mainRuns);
  }

  @Override
  public void stopped(FtmpjException why) {
    if (verification == null) {
      report.write(VerificationReport.failed(place.rank(), why.code(), why.what()));
    } else {
      verification.stopped(why);
    }
  }
}
