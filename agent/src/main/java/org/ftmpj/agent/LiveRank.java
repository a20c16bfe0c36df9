package org.ftmpj.agent;

import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import org.ftmpj.agent.checkpoint.Checkpointer;
import org.ftmpj.agent.checkpoint.Fingerprint;
import org.ftmpj.agent.checkpoint.PrunedLogs;
import org.ftmpj.agent.checkpoint.RankCheckpoints;
import org.ftmpj.agent.checkpoint.Restart;
import org.ftmpj.agent.flight.Flight;
import org.ftmpj.agent.process.Diagnostics;
import org.ftmpj.agent.process.HaltingFailStop;
import org.ftmpj.agent.process.Place;
import org.ftmpj.checkpoint.store.CheckpointStore;
import org.ftmpj.common.config.CheckpointRules;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.CopyChoice;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.LogLevel;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.life.SelfCheck;
import org.ftmpj.interceptors.device.ProgramThread;
import org.ftmpj.protocol.channel.RestorableInterconnect;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.rank.RestoredRank;
import org.ftmpj.protocol.replay.RankListener;
import org.ftmpj.protocol.report.CallSite;
import org.ftmpj.supervisor.console.OutputWriter;
import org.ftmpj.supervisor.record.CountersReport;
import org.ftmpj.supervisor.record.ExitRecord;
import org.ftmpj.transport.channel.ChronicleInterconnect;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.direct.RankLinks;

/** The rank itself: writes its logs, and leaves an exit record. */
final class LiveRank implements Role {
  private final Configuration configuration;
  private final Place place;
  private final Instrumentation instrumentation;
  private final ProgramThread owner;
  private final Ending ending;
  private final Diagnostics diagnostics;

  LiveRank(
      Configuration configuration,
      Place place,
      Instrumentation instrumentation,
      ProgramThread owner,
      Ending ending,
      Diagnostics diagnostics) {
    this.owner = owner;
    this.ending = ending;
    this.configuration = configuration;
    this.place = place;
    this.instrumentation = instrumentation;
    this.diagnostics = diagnostics;
  }

  @Override
  public OpenRank open() {
    ControlBlock control = ControlBlock.open(place.layout().control());
    // First of all: to open logs may take long.
    SelfCheck.start(
        Duration.ofSeconds(configuration.get(Options.SELFCHECK_TIMEOUT)),
        () -> control.giveSign(place.rank()),
        this::endAtOnce);
    CheckpointRules rules = checkpointRules();
    if (rules.areOn()) {
      control.takeCheckpoints(place.rank());
    }
    Map<String, String> fingerprint = rules.areOn() ? Fingerprint.of(configuration) : Map.of();
    PrunedLogs logs = PrunedLogs.of(place, isPruned(rules), isMovable());
    Optional<Restart> restart =
        rules.areOn()
            ? Restart.newest(
                new CheckpointStore(place.layout().checkpoints(place.rank())),
                fingerprint,
                logs,
                diagnostics::warn)
            : Optional.empty();
    OutputWriter output =
        OutputWriter.open(
            place.layout().output(place.rank()),
            place.incarnation(),
            restart.map(Restart::outputBytes).orElse(0L),
            text -> diagnostics.warn(text + "; it was written at " + CallSite.ofProgram()));
    GateWaits log =
        new GateWaits(
            EventLogs.open(configuration, place, logs.determinants()), control, place.rank());
    LiveRankListener outside = new LiveRankListener(place, output, restart, diagnostics);
    ChronicleInterconnect channels =
        ChronicleInterconnect.open(
            place.layout(),
            place.rank(),
            place.size(),
            place.incarnation(),
            logs.messages(),
            RankLinks.opener(place.layout(), place.rank(), place.incarnation(), diagnostics::warn));
    RestoredRank rank = rank(log, channels, outside, restart);
    RankSession session = rank.session();
    Optional<RankCheckpoints> checkpoints =
        rules.areOn()
            ? Optional.of(
                new Checkpointer(
                    place,
                    rules,
                    control,
                    instrumentation,
                    fingerprint,
                    rank,
                    output,
                    restart,
                    logs,
                    diagnostics))
            : Optional.empty();
    AfterFinalize afterFinalize =
        new AfterFinalize(place, session, owner, ending, control, diagnostics);
    new WaitWatch(place, session.longWaits(), log, afterFinalize, diagnostics).start();
    return new Opened(place, session, channels, output, outside, checkpoints);
  }

  private CheckpointRules checkpointRules() {
    CheckpointRules rules = CheckpointRules.of(configuration);
    // Else the order of sets in an image is not that of another process.
    if (rules.areOn() && !configuration.get(Options.VALUES_HASH)) {
      throw new FtmpjException(
          ErrorCode.BAD_OPTIONS, "checkpoints (option checkpoint.every) need values.hash=true");
    }
    return rules;
  }

  private boolean isPruned(CheckpointRules rules) {
    return rules.areOn()
        && !configuration.get(Options.CHECKPOINT_KEEP_LOGS)
        && (!isMovable() || arePrunedByCopies());
  }

  /**
   * Where a host can be lost, only if its ranks go on elsewhere from copies. Those at the next host
   * can be lost with both: then all would be needed. So only where there is a quota of logs.
   */
  private boolean arePrunedByCopies() {
    return configuration.find(Options.CHECKPOINT_DIR).isPresent()
        || configuration.get(Options.CHECKPOINT_COPIES) == CopyChoice.PARTNER
            && LogQuota.of(configuration).isSet();
  }

  /** Whether another host repeats this rank if its own host is lost. */
  private boolean isMovable() {
    return Files.exists(place.layout().hosts())
        && (configuration.get(Options.EDGE) != Durability.PROCESS
            || configuration.get(Options.DURABILITY) != Durability.PROCESS);
  }

  private RestoredRank rank(
      EventLog log,
      RestorableInterconnect channels,
      LiveRankListener ofRank,
      Optional<Restart> restart) {
    RestorableInterconnect interconnect = channels;
    RankListener outside = ofRank;
    EventLog events = log;
    if (configuration.get(Options.JFR)) {
      Flight.require();
      interconnect = Flight.around(interconnect);
      events = Flight.around(log);
      outside = Flight.around(outside, place.incarnation());
    }
    Receptions receptions = configuration.get(Options.RECEPTIONS);
    return restart.isEmpty()
        ? new RestoredRank(
            new RankSession(interconnect, events, outside, receptions), List.of(), List.of())
        : RankSession.restored(interconnect, events, outside, receptions, restart.get().rank());
  }

  @Override
  public boolean isLive() {
    return true;
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
  public void stopped(FtmpjException why) {
    new ExitRecord.FailStop(place.incarnation(), why.code(), why.getMessage())
        .write(place.exitRecord());
  }

  private record Opened(
      Place place,
      RankSession session,
      ChronicleInterconnect channels,
      OutputWriter output,
      LiveRankListener outside,
      Optional<RankCheckpoints> checkpoints)
      implements OpenRank {

    @Override
    public Optional<String> unrepeatedLine() {
      return output.unrepeatedLine(Program.MAIN);
    }

    @Override
    public void whenLive(Runnable action) {
      outside.whenLive(action);
    }

    @Override
    public void ended(OptionalInt code, String cause, BooleanSupplier mainRuns) {
      if (code.orElse(0) == 0) {
        channels.finish();
      }
      new CountersReport(place.rank(), place.incarnation(), session.status().counters())
          .write(place.layout().counters(place.rank()));
      new ExitRecord.Program(place.incarnation(), code, mainRuns.getAsBoolean(), cause)
          .write(place.exitRecord());
    }
  }
}
