package org.ftmpj.agent;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import org.ftmpj.agent.flight.Flight;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.LogLevel;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.life.SelfCheck;
import org.ftmpj.protocol.channel.Interconnect;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.replay.Outside;
import org.ftmpj.supervisor.console.OutputSink;
import org.ftmpj.supervisor.console.OutputWriter;
import org.ftmpj.supervisor.record.CountersReport;
import org.ftmpj.supervisor.record.ExitRecord;
import org.ftmpj.transport.channel.ChronicleInterconnect;
import org.ftmpj.transport.control.ControlBlock;

/** The rank itself: writes its logs, and leaves an exit record. */
final class LiveRank implements Role {
  private final Configuration configuration;
  private final Place place;
  private final Diagnostics diagnostics;
  private OutputWriter output;
  private RankSession session;

  LiveRank(Configuration configuration, Place place, Diagnostics diagnostics) {
    this.configuration = configuration;
    this.place = place;
    this.diagnostics = diagnostics;
  }

  @Override
  public void open() {
    ControlBlock control = ControlBlock.open(place.layout().control());
    // First of all: to open logs may take long.
    SelfCheck.start(
        Duration.ofSeconds(configuration.get(Options.SELFCHECK_TIMEOUT)),
        () -> control.giveSign(place.rank()),
        this::endAtOnce);
    output =
        OutputWriter.open(
            place.layout().output(place.rank()), place.incarnation(), diagnostics::warn);
    Interconnect interconnect =
        ChronicleInterconnect.open(place.layout(), place.rank(), place.size(), place.incarnation());
    GateWaits log = new GateWaits(EventLogs.open(configuration, place), control, place.rank());
    Outside outside = new RankOutside(place, output, diagnostics);
    Receptions receptions = configuration.get(Options.RECEPTIONS);
    session =
        configuration.get(Options.JFR)
            ? Flight.session(interconnect, log, outside, receptions, place.incarnation())
            : new RankSession(interconnect, log, outside, receptions);
    new WaitWatch(place, session.longWaits(), log, diagnostics).start();
  }

  /** Leaves no exit record: the next incarnation goes on. */
  private void endAtOnce(FtmpjException why) {
    try {
      diagnostics.say(LogLevel.ERROR, why.getMessage());
    } finally {
      Runtime.getRuntime().halt(HaltingFailStop.EXIT_CODE);
    }
  }

  @Override
  public RankSession session() {
    return session;
  }

  @Override
  public OutputSink output() {
    return output;
  }

  @Override
  public void ended(OptionalInt code, String cause, BooleanSupplier mainRuns) {
    new CountersReport(place.rank(), place.incarnation(), session.status().counters())
        .write(place.layout().counters(place.rank()));
    new ExitRecord.Program(place.incarnation(), code, mainRuns.getAsBoolean(), cause)
        .write(place.exitRecord());
  }

  @Override
  public void stopped(FtmpjException why) {
    new ExitRecord.FailStop(place.incarnation(), why.code(), why.getMessage())
        .write(place.exitRecord());
  }
}
