package org.ftmpj.agent;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.ftmpj.agent.checkpoint.CheckpointPart;
import org.ftmpj.agent.checkpoint.Checkpointer;
import org.ftmpj.agent.checkpoint.ProgramParts;
import org.ftmpj.agent.checkpoint.ProgramStreams;
import org.ftmpj.agent.checkpoint.Prologue;
import org.ftmpj.agent.checkpoint.RankCheckpoints;
import org.ftmpj.agent.checkpoint.ThreadSnapshot;
import org.ftmpj.agent.checkpoint.WovenCheckpoints;
import org.ftmpj.agent.process.Diagnostics;
import org.ftmpj.agent.process.MainClass;
import org.ftmpj.agent.process.Place;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.config.ThreadMode;
import org.ftmpj.common.config.UnknownCalls;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.interceptors.bridge.Bridge;
import org.ftmpj.interceptors.device.FtDevice;
import org.ftmpj.interceptors.device.ProgramThread;
import org.ftmpj.interceptors.doorway.WovenClasses;
import org.ftmpj.interceptors.threads.RankThreads;
import org.ftmpj.interceptors.threads.UnrecordedCalls;
import org.ftmpj.interceptors.weave.ClassChange;
import org.ftmpj.interceptors.weave.Weaver;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.report.FailStop;
import org.ftmpj.supervisor.job.AgentJar;
import org.ftmpj.supervisor.job.ClassArchive;
import org.ftmpj.transport.journal.FreeSpace;

/**
 * The start of a rank, from its logs to the beginning of its main, in phases: the logs are opened,
 * the program's classes are woven, its threads and streams are taken over, and its checkpoints
 * begin. Each phase is given what those before it have made. One thread, once.
 */
final class RankStartup {
  /** Top half of the names of processes: "FTMPJ", as a UUID of version 4. */
  private static final long NAME = 0x46544d504a00_4000L;

  /** Bottom half, to which the rank is added. */
  private static final long VARIANT = 0x8000_0000_0000_0000L;

  private final Configuration configuration;
  private final Place place;
  private final boolean live;
  private final Instrumentation instrumentation;
  private final ProgramThread owner;
  private final Ending ending;
  private final FailStop failStop;
  private final Diagnostics diagnostics;

  /**
   * The rank, and the program as it sees that.
   *
   * @param scoped whether the program may take checkpoints by itself
   */
  private record Opened(
      OpenRank rank, boolean scoped, Prologue prologue, Program program, ProgramFiles files) {
    RankSession session() {
      return rank.session();
    }

    Optional<RankCheckpoints> checkpoints() {
      return rank.checkpoints();
    }
  }

  /**
   * What woven code calls.
   *
   * @param threads what is looked for of threads; empty if those of the program are not known
   */
  private record Woven(
      FtDevice device,
      RankValues values,
      ProgramChildren children,
      ProgramEnd end,
      Optional<UnrecordedCalls> threads,
      Optional<WovenCheckpoints> checkpoints) {}

  /**
   * What a checkpoint has to have of the program.
   *
   * @param parts what is kept beside its heap
   * @param partsOfHeap what refers to its objects or threads, too
   */
  private record TakenOver(
      List<CheckpointPart> parts, List<CheckpointPart> partsOfHeap, ProgramStreams streams) {}

  /**
   * @param live whether this process is the rank itself
   */
  RankStartup(
      Configuration configuration,
      Place place,
      boolean live,
      Instrumentation instrumentation,
      ProgramThread owner,
      Ending ending,
      FailStop failStop,
      Diagnostics diagnostics) {
    this.configuration = configuration;
    this.place = place;
    this.live = live;
    this.instrumentation = instrumentation;
    this.owner = owner;
    this.ending = ending;
    this.failStop = failStop;
    this.diagnostics = diagnostics;
  }

  /**
   * @param atTheEnd to be done when nothing of the rank matters any more
   */
  void run(Role role, Runnable atTheEnd) {
    Opened opened = open(role);
    Woven woven = weave(opened, atTheEnd);
    TakenOver program = takeOver(opened, woven);
    woven.checkpoints().ifPresent(all -> all.begin().accept(parts(opened, woven, program)));
  }

  private Opened open(Role role) {
    OpenRank rank = role.open();
    boolean imaged = rank.checkpoints().isPresent();
    boolean scoped = imaged && Checkpointer.areOfApplication();
    Prologue prologue = new Prologue(scoped);
    Program program =
        new Program(
            owner,
            rank,
            failStop,
            prologue,
            live ? EdgeWait.of(configuration, place) : EdgeWait.NONE,
            live,
            imaged && rank.checkpoints().get().willRestore());
    ProgramFiles files =
        new ProgramFiles(
            place,
            program,
            configuration.find(Options.VERIFY).orElse(place.layout().appended()),
            live,
            imaged,
            diagnostics::warn);
    return new Opened(rank, scoped, prologue, program, files);
  }

  private Woven weave(Opened opened, Runnable atTheEnd) {
    Program program = opened.program();
    Optional<UnrecordedCalls> threads = threads();
    ProgramEnd end = new ProgramEnd(opened.rank()::ended, program, ending, atTheEnd, failStop);
    ProgramChildren children =
        new ProgramChildren(
            program,
            opened.files(),
            diagnostics::warn,
            configuration.get(Options.VALUES_CHILDREN),
            opened.checkpoints().isPresent());
    RankValues values =
        new RankValues(
            program,
            opened.files(),
            children,
            new ThreadSeed(instrumentation, diagnostics::warn),
            what -> threads.ifPresent(calls -> calls.tellValue(what)),
            diagnostics::warn);
    Optional<WovenCheckpoints> checkpoints = opened.checkpoints().map(RankCheckpoints::weave);
    Weaver.weave(
        instrumentation,
        ClassLoader.getSystemClassLoader(),
        MainClass.ofThisProcess(),
        threads,
        RankValues.recorded(configuration),
        values,
        WovenClasses.in(new ClassArchive(AgentJar.path()).woven()),
        checkpoints.map(WovenCheckpoints::change).orElse(ClassChange.NONE),
        failStop,
        diagnostics::warn);
    // Its class cannot be loaded before it is known that MPJ Express is there.
    FtDevice device = device(opened.session(), opened.scoped());
    Bridge.install(new RankHooks(device, program, end, this::requireOurDevice));
    return new Woven(device, values, children, end, threads, checkpoints);
  }

  private TakenOver takeOver(Opened opened, Woven woven) {
    List<CheckpointPart> parts = new ArrayList<>(List.of(woven.values(), opened.files()));
    List<CheckpointPart> ofHeap =
        new ArrayList<>(List.of(new RankValues.Identities(), new ProgramChildren.Running()));
    woven.threads().ifPresent(calls -> ofHeap.add(new ThreadSnapshot(threads(opened, calls))));
    if (!live || place.incarnation() > 1) {
      woven.children().repeat(opened.rank());
    }
    LastHook.register(woven.end()::last);
    StandardOutputs outputs =
        StandardOutputs.begin(
            opened.rank().output(),
            FreeSpace.on(place.layout().directory()),
            opened.program(),
            failStop);
    Optional<ProgramInput.Buffered> input =
        ProgramInput.begin(place, opened.program(), opened.session().longWaits(), live);
    input.ifPresent(parts::add);
    ProgramStreams streams =
        new ProgramStreams(
            outputs.out(), outputs.err(), input, opened.files().written(), opened.files().read());
    return new TakenOver(parts, ofHeap, streams);
  }

  private RankThreads threads(Opened opened, UnrecordedCalls calls) {
    RankThreads threads =
        RankThreads.install(
            opened.session(),
            owner,
            failStop,
            calls,
            opened.checkpoints().isPresent() ? Checkpointer::threadStarts : thread -> {},
            diagnostics::warn);
    ending.alsoOfProgram(opened.session().threads()::isKnown);
    return threads;
  }

  private static ProgramParts parts(Opened opened, Woven woven, TakenOver program) {
    return new ProgramParts(
        woven.device(),
        program.parts(),
        program.streams(),
        program.partsOfHeap(),
        opened.prologue(),
        opened.files().written()::areOpen,
        opened.program()::stop,
        opened.program()::restored);
  }

  /** Empty if threads of the program are not to be known. */
  private Optional<UnrecordedCalls> threads() {
    if (configuration.get(Options.THREADS) == ThreadMode.REFUSE) {
      return Optional.empty();
    }
    boolean refused = configuration.get(Options.THREADS_UNKNOWN) == UnknownCalls.REFUSE;
    return Optional.of(
        new UnrecordedCalls(refused, Agent.toldFirst(live, place), diagnostics::warn));
  }

  /**
   * A program may give {@code MPI.Init} arguments of its own. MPJ Express's devices of Java are
   * replaced, whichever it names; the one of C would run without FTMPJ.
   */
  private void requireOurDevice(String name) {
    if (name.equals("native")) {
      throw failStop.stop(
          new FtmpjException(
              ErrorCode.UNSUPPORTED_DEVICE,
              "the program itself names the device native in the arguments of MPI.Init: leave its"
                  + " first three arguments as main gets them"));
    }
    if (!name.equals("niodev") && Agent.toldFirst(live, place).test("device")) {
      diagnostics.warn(
          "the program names the device "
              + name
              + " in the arguments of MPI.Init; ranks are processes, and use FTMPJ's, all the same");
    }
  }

  private FtDevice device(RankSession session, boolean scoped) {
    UUID[] names =
        IntStream.range(0, place.size())
            .mapToObj(rank -> new UUID(NAME, VARIANT + rank))
            .toArray(UUID[]::new);
    return FtDevice.of(scoped, session, owner, names, failStop);
  }
}
