package org.ftmpj.agent;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.ftmpj.agent.checkpoint.Checkpointer;
import org.ftmpj.agent.checkpoint.Kept;
import org.ftmpj.agent.checkpoint.KeptThreads;
import org.ftmpj.agent.checkpoint.ProgramParts;
import org.ftmpj.agent.checkpoint.Prologue;
import org.ftmpj.agent.checkpoint.RankCheckpoints;
import org.ftmpj.agent.logging.DiagnosticsProvider;
import org.ftmpj.agent.process.Diagnostics;
import org.ftmpj.agent.process.HaltingFailStop;
import org.ftmpj.agent.process.MainClass;
import org.ftmpj.agent.process.Place;
import org.ftmpj.agent.process.ToldOnce;
import org.ftmpj.checkpoint.image.HeaderHash;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.LogLevel;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.config.ThreadMode;
import org.ftmpj.common.config.UnknownCalls;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.interceptors.bridge.Bridge;
import org.ftmpj.interceptors.device.FtDevice;
import org.ftmpj.interceptors.device.ProgramThread;
import org.ftmpj.interceptors.device.ScopedDevice;
import org.ftmpj.interceptors.doorway.WovenClasses;
import org.ftmpj.interceptors.threads.RankThreads;
import org.ftmpj.interceptors.threads.UnrecordedCalls;
import org.ftmpj.interceptors.weave.ClassChange;
import org.ftmpj.interceptors.weave.NamedHashes;
import org.ftmpj.interceptors.weave.Weaver;
import org.ftmpj.mpjrun.MpjrunLauncher;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.report.FailStop;
import org.ftmpj.protocol.thread.StackFrames;
import org.ftmpj.supervisor.job.AgentJar;
import org.ftmpj.supervisor.job.ClassArchive;
import org.ftmpj.transport.bulk.LogMemory;
import org.ftmpj.transport.journal.FreeSpace;
import org.ftmpj.transport.journal.SegmentRules;

/**
 * Makes a rank of this process, before its main starts: reads the configuration, builds the parts
 * and joins them. What goes wrong here stops the process.
 */
public final class Agent {
  private static final String MPJ_EXPRESS = "MPJ Express 0.44";

  /** Top half of the names of processes: "FTMPJ", as a UUID of version 4. */
  private static final long NAME = 0x46544d504a00_4000L;

  /** Bottom half, to which the rank is added. */
  private static final long VARIANT = 0x8000_0000_0000_0000L;

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
    boolean live = configuration.find(Options.VERIFY).isEmpty();
    // In a verification main's record counts to its end, whichever thread has ended the program.
    BooleanSupplier isOver = live ? ending::isBegunByAnotherThread : () -> false;
    failStop = new HaltingFailStop(diagnostics, role::stopped, isOver);
    requireFirst();
    Runnable atTheEnd = configuration.get(Options.SUPERVISED) ? LifeLine.hold()::release : () -> {};
    Signals.handle(toldFirst(configuration, place), diagnostics);
    useLogs(configuration, place.size());
    DiagnosticsProvider.bind(diagnostics);
    MainClass.requireOnClassPath(ClassLoader.getSystemClassLoader());
    fixHashCodes(configuration, place);
    join(role, configuration, place, atTheEnd);
    announce(configuration, place);
  }

  /** This process is going to read and write logs of a job of so many ranks. */
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

  /** This process becomes the supervisor of the rank that it was to be. */
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

  private void join(Role role, Configuration configuration, Place place, Runnable atTheEnd) {
    role.open();
    RankSession session = role.session();
    boolean scoped = role.checkpoints().isPresent() && Checkpointer.areOfApplication();
    Prologue prologue = new Prologue(scoped);
    boolean live = configuration.find(Options.VERIFY).isEmpty();
    EdgeWait edge = live ? EdgeWait.of(configuration, place) : EdgeWait.NONE;
    Program program = new Program(owner, session, failStop, prologue, edge, role);
    program.restoring(role.checkpoints().map(RankCheckpoints::willRestore).orElse(false));
    ProgramFiles files =
        new ProgramFiles(
            place,
            program,
            configuration.find(Options.VERIFY).orElse(place.layout().appended()),
            live,
            role.checkpoints().isPresent(),
            diagnostics::warn);
    Optional<UnrecordedCalls> threads = threads(configuration, place);
    ProgramEnd end = new ProgramEnd(role::ended, program, ending, atTheEnd, failStop);
    ProgramChildren children =
        new ProgramChildren(
            program,
            files,
            diagnostics::warn,
            configuration.get(Options.VALUES_CHILDREN),
            role.checkpoints().isPresent());
    RankValues values =
        new RankValues(
            program,
            files,
            children,
            new ThreadSeed(instrumentation, diagnostics::warn),
            what -> threads.ifPresent(calls -> calls.tellValue(what)),
            diagnostics::warn);
    // Its class cannot be loaded before it is known that MPJ Express is there.
    AtomicReference<FtDevice> device = new AtomicReference<>();
    Weaver.weave(
        instrumentation,
        ClassLoader.getSystemClassLoader(),
        MainClass.ofThisProcess(),
        threads,
        RankValues.recorded(configuration),
        values,
        WovenClasses.in(new ClassArchive(AgentJar.path()).woven()),
        role.checkpoints().map(RankCheckpoints::weaving).orElse(ClassChange.NONE),
        () -> {
          device.set(device(session, place.size(), scoped));
          return new RankHooks(
              device.get(), program, end, name -> requireOurDevice(name, live, place));
        },
        failStop,
        diagnostics::warn);
    List<Kept> kept = new ArrayList<>(List.of(values, files));
    List<Kept> ofHeap =
        new ArrayList<>(List.of(new RankValues.Identities(), new ProgramChildren.Running()));
    threads.ifPresent(
        calls -> {
          ofHeap.add(
              new KeptThreads(
                  RankThreads.install(
                      session,
                      owner,
                      failStop,
                      calls,
                      role.checkpoints().isPresent() ? Checkpointer::threadStarts : thread -> {},
                      diagnostics::warn)));
          ending.alsoOfProgram(session.threads()::isKnown);
        });
    if (!live || place.incarnation() > 1) {
      children.repeat(role);
    }
    LastHook.register(end::last);
    Map<String, Object> named =
        new HashMap<>(
            StandardOutputs.begin(
                role.output(), FreeSpace.on(place.layout().directory()), program, failStop));
    named.put("files", files.written());
    named.put("read files", files.read());
    ProgramInput.begin(place, program, session.longWaits(), live)
        .ifPresent(
            input -> {
              kept.add(input);
              named.put("standard input", input);
            });
    role.checkpoints()
        .ifPresent(
            checkpoints ->
                checkpoints.join(
                    new ProgramParts(
                        device.get(),
                        kept,
                        named,
                        files.written(),
                        ofHeap,
                        prologue,
                        files.written()::areOpen,
                        program::stop,
                        () -> program.restoring(false))));
  }

  /** Empty if threads of the program are not to be known. */
  private Optional<UnrecordedCalls> threads(Configuration configuration, Place place) {
    if (configuration.get(Options.THREADS) == ThreadMode.REFUSE) {
      return Optional.empty();
    }
    boolean refused = configuration.get(Options.THREADS_UNKNOWN) == UnknownCalls.REFUSE;
    return Optional.of(
        new UnrecordedCalls(refused, toldFirst(configuration, place), diagnostics::warn));
  }

  /** Whether nothing of a name was told yet in the job; never where it is only repeated. */
  private static Predicate<String> toldFirst(Configuration configuration, Place place) {
    boolean live = configuration.find(Options.VERIFY).isEmpty();
    ToldOnce told = new ToldOnce(place.layout().told());
    return name -> live && told.isFirst(name);
  }

  /**
   * A program may give {@code MPI.Init} arguments of its own. MPJ Express's devices of Java are
   * replaced, whichever it names; the one of C would run without FTMPJ.
   */
  private void requireOurDevice(String name, boolean live, Place place) {
    if (name.equals("native")) {
      throw failStop.stop(
          new FtmpjException(
              ErrorCode.UNSUPPORTED_DEVICE,
              "the program itself names the device native in the arguments of MPI.Init: leave its"
                  + " first three arguments as main gets them"));
    }
    if (!name.equals("niodev") && live && new ToldOnce(place.layout().told()).isFirst("device")) {
      diagnostics.warn(
          "the program names the device "
              + name
              + " in the arguments of MPI.Init; ranks are processes, and use FTMPJ's, all the same");
    }
  }

  /**
   * @param scoped whether the program may take checkpoints by itself
   */
  private FtDevice device(RankSession session, int size, boolean scoped) {
    UUID[] names =
        IntStream.range(0, size)
            .mapToObj(rank -> new UUID(NAME, VARIANT + rank))
            .toArray(UUID[]::new);
    return scoped
        ? new ScopedDevice(session, owner, names, failStop)
        : new FtDevice(session, owner, names, failStop);
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

  /** Of the job. */
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
