package org.ftmpj.agent;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.ftmpj.agent.logging.DiagnosticsProvider;
import org.ftmpj.agent.process.Diagnostics;
import org.ftmpj.agent.process.HaltingFailStop;
import org.ftmpj.agent.process.MainClass;
import org.ftmpj.agent.process.Place;
import org.ftmpj.agent.process.ReportedOnce;
import org.ftmpj.checkpoint.image.HeaderHash;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.LogLevel;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.interceptors.bridge.Bridge;
import org.ftmpj.interceptors.device.ProgramThread;
import org.ftmpj.interceptors.weave.NamedHashes;
import org.ftmpj.mpjrun.MpjrunLauncher;
import org.ftmpj.protocol.report.FailStop;
import org.ftmpj.protocol.thread.StackFrames;
import org.ftmpj.transport.bulk.LogMemory;
import org.ftmpj.transport.journal.FreeSpace;
import org.ftmpj.transport.journal.SegmentRules;

/**
 * Makes a rank of this process, before its main starts: reads the configuration, and prepares the
 * virtual machine. What goes wrong here stops the process.
 */
public final class Agent {
  private static final String MPJ_EXPRESS = "MPJ Express 0.44";

  private final Diagnostics diagnostics = new Diagnostics();
  private final ProgramThread owner = new ProgramThread(Thread.currentThread());
  private final Ending ending = new Ending(owner);
  private final Instrumentation instrumentation;

  /** Knows the exit record as soon as the place of this process is known. */
  private FailStop failStop = new HaltingFailStop(diagnostics, why -> {}, () -> false);

  private Agent(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** Called once, by the thread that will run main. */
  public static void start(String arguments, Instrumentation instrumentation) {
    Agent agent = new Agent(instrumentation);
    try {
      agent.start(arguments);
    } catch (RuntimeException | Error e) {
      throw agent.failStop.stop(FtmpjException.unexpected("the agent failed to start: ", e));
    }
  }

  private void start(String arguments) {
    StackFrames.areOurs(ProductClasses.PREFIXES, ProductClasses.BRIDGE);
    Optional<MpjrunLauncher> mpjrun = MpjrunLauncher.ofThisProcess();
    Configuration configuration = configuration(arguments, mpjrun);
    diagnostics.level(configuration.get(Options.LOG_LEVEL));
    if (mpjrun.isPresent()) {
      System.exit(supervise(mpjrun.get(), configuration));
    }
    Place place = Place.of(configuration);
    diagnostics.rank(place.rank(), place.incarnation());
    nameLoadedClasses(configuration);
    Role role = role(configuration, place);
    // In a verification main's record counts to its end, whichever thread has ended the program.
    BooleanSupplier isOver = role.isLive() ? ending::isBegunByAnotherThread : () -> false;
    failStop = new HaltingFailStop(diagnostics, role::stopped, isOver);
    requireFirst();
    Runnable atTheEnd = configuration.get(Options.SUPERVISED) ? LifeLine.hold()::release : () -> {};
    Signals.handle(toldFirst(role.isLive(), place), diagnostics);
    useLogs(configuration, place.size());
    DiagnosticsProvider.bind(diagnostics);
    MainClass.requireOnClassPath(ClassLoader.getSystemClassLoader());
    fixHashCodes(configuration, place);
    new RankStartup(
            configuration,
            place,
            role.isLive(),
            instrumentation,
            owner,
            ending,
            failStop,
            diagnostics)
        .run(role, atTheEnd);
    announce(configuration, place);
  }

  /** Prepares this process to read and write logs of a job with so many ranks. */
  private void useLogs(Configuration configuration, int size) {
    FreeSpace.keep((long) configuration.get(Options.LOG_RESERVE) << 20);
    LogQuota quota = LogQuota.of(configuration);
    LogMemory.use(configuration.get(Options.LOG_MEMORY), size, quota.memory(size));
    SegmentRules.useSize(quota.segmentMib(configuration, size) << 20);
    JdkOpening.open(instrumentation, Agent.class.getModule());
  }

  /** The virtual machine starts an agent as often as it is given, whatever it does. */
  private static void requireFirst() {
    if (Bridge.isInstalled()) {
      throw new FtmpjException(
          ErrorCode.AGENT_TWICE, "this Java virtual machine was given the agent of FTMPJ twice");
    }
  }

  /**
   * Before a verifier does anything else than a rank: classes that are asked for their hash codes
   * meanwhile keep them, unless the virtual machine has them from an archive.
   */
  private void nameLoadedClasses(Configuration configuration) {
    if (configuration.get(Options.VALUES_HASH)) {
      JdkOpening.open(instrumentation, Agent.class.getModule());
      NamedHashes.giveToLoaded(instrumentation, HeaderHash::giveTo);
    }
  }

  private void fixHashCodes(Configuration configuration, Place place) {
    if (configuration.get(Options.VALUES_HASH)) {
      List<Class<?>> changed = IterationOrder.set(place.job().name(), diagnostics::warn);
      NamedHashes.install(
          instrumentation, changed, HeaderHash.shift(), HeaderHash::giveTo, diagnostics::warn);
    }
  }

  private static Configuration configuration(String arguments, Optional<MpjrunLauncher> mpjrun) {
    try {
      return Configuration.resolve(
          arguments, System.getProperties(), System.getenv(), Agent::readProperties);
    } catch (FtmpjException e) {
      mpjrun.ifPresent(launcher -> launcher.giveUp(e));
      throw e;
    }
  }

  /** Makes this process the supervisor of the rank that it should have been. */
  private int supervise(MpjrunLauncher mpjrun, Configuration configuration) {
    DiagnosticsProvider.bind(diagnostics);
    try {
      MainClass.requireOnClassPath(ClassLoader.getSystemClassLoader());
    } catch (FtmpjException e) {
      mpjrun.giveUp(e);
      throw e;
    }
    try {
      return mpjrun.supervise(configuration, size -> useLogs(configuration, size));
    } catch (InterruptedException e) {
      throw new FtmpjException(ErrorCode.JOB_STOPPED, "the supervisor was interrupted", e);
    }
  }

  private Role role(Configuration configuration, Place place) {
    return configuration
        .find(Options.VERIFY)
        .<Role>map(report -> new VerifiedRank(configuration, place, report, instrumentation))
        .orElseGet(
            () -> new LiveRank(configuration, place, instrumentation, owner, ending, diagnostics));
  }

  /** Tells whether a notice of that name is the first in the job; false in a repetition. */
  static Predicate<String> toldFirst(boolean live, Place place) {
    ReportedOnce told = new ReportedOnce(place.layout().reported());
    return name -> live && told.isFirst(name);
  }

  private void announce(Configuration configuration, Place place) {
    boolean first = place.rank() == 0 && place.incarnation() == 1;
    diagnostics.announce(
        first ? LogLevel.WARN : LogLevel.INFO,
        // Not formatted: that would load what the JDK knows of formats and locales.
        "ftmpj "
            + version()
            + ": rank "
            + place.rank()
            + " of "
            + place.size()
            + ", incarnation "
            + place.incarnation()
            + ", durability "
            + durability(configuration).toString().toLowerCase(Locale.ROOT)
            + ", "
            + MPJ_EXPRESS
            + ", Java "
            + System.getProperty("java.version"));
  }

  /** The durability of the job. */
  private static Durability durability(Configuration configuration) {
    Durability atEdge = configuration.get(Options.EDGE);
    return atEdge == Durability.PROCESS ? configuration.get(Options.DURABILITY) : atEdge;
  }

  private static String version() {
    try (var in = Agent.class.getResourceAsStream("version.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Properties readProperties(Path file) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    return properties;
  }
}
