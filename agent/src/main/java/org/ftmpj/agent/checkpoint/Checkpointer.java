package org.ftmpj.agent.checkpoint;

import java.lang.instrument.Instrumentation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ftmpj.agent.process.Diagnostics;
import org.ftmpj.agent.process.Place;
import org.ftmpj.checkpoint.bridge.FrameRecord;
import org.ftmpj.checkpoint.bridge.MainDriver;
import org.ftmpj.checkpoint.bridge.SafePoints;
import org.ftmpj.checkpoint.frame.Checkpointing;
import org.ftmpj.checkpoint.frame.ProgramFrames;
import org.ftmpj.checkpoint.image.ImageWriter;
import org.ftmpj.checkpoint.store.CheckpointStore;
import org.ftmpj.common.config.CheckpointRules;
import org.ftmpj.common.config.LogLevel;
import org.ftmpj.interceptors.device.FtDevice;
import org.ftmpj.interceptors.device.ScopedDevice;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.rank.RestoredRank;
import org.ftmpj.supervisor.console.OutputWriter;
import org.ftmpj.supervisor.record.JobRecord;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.journal.FreeSpace;

/**
 * Takes checkpoints of this rank, and restores it from one. A failed checkpoint does not affect the
 * program: without it, a restart repeats more.
 *
 * <p>A checkpoint is of a moment between two operations of a rank that repeats nothing. All is done
 * by the thread that runs main.
 */
public final class Checkpointer implements RankCheckpoints, Checkpointing {
  private final Place place;
  private final Instrumentation instrumentation;
  private final Map<String, String> fingerprint;
  private final Diagnostics diagnostics;
  private final ImagedTypes types;
  private final ClassObstacles classes = new ClassObstacles();
  private final CheckpointStore store;
  private final CheckpointCommits commits;
  private final RankSession session;
  private final OutputWriter output;
  private final Optional<Restart> from;
  private final Optional<ProgramRestart> restart;
  private final LostIncarnation lost;
  private final CheckpointNotices notices;
  private final CheckpointAttempts attempts;
  private final SilentMain main = new SilentMain(MainDriver::thread);

  private ParkedThreads parked;
  private Runnable restored;
  private HeapNames names;
  private List<CheckpointPart> parts;
  private FtDevice device;
  private CheckpointObstacles obstacles;
  private CheckpointCapture capture;
  private Optional<ApplicationScope> scope = Optional.empty();

  /**
   * @param fingerprint the properties that a process has to share with that of the checkpoint
   * @param from the checkpoint that the rank continues from; empty if it begins at the beginning of
   *     the program
   * @param rank of which checkpoints are taken, and which was restored if it continues from one
   * @param logs are told of each checkpoint
   */
  public Checkpointer(
      Place place,
      CheckpointRules rules,
      ControlBlock control,
      Instrumentation instrumentation,
      Map<String, String> fingerprint,
      RestoredRank rank,
      OutputWriter output,
      Optional<Restart> from,
      PrunedLogs logs,
      Diagnostics diagnostics) {
    this.place = place;
    this.instrumentation = instrumentation;
    this.fingerprint = fingerprint;
    this.diagnostics = diagnostics;
    this.types = new ImagedTypes(OtherAgents.before(instrumentation));
    this.store = new CheckpointStore(place.layout().checkpoints(place.rank()));
    this.commits = new CheckpointCommits(store);
    this.session = rank.session();
    this.output = output;
    this.from = from;
    this.lost = new LostIncarnation(diagnostics);
    this.restart =
        from.filter(checkpoint -> !checkpoint.isOfApplication())
            .map(
                checkpoint ->
                    new ProgramRestart(
                        checkpoint, rank, types, why -> lost.notRestored(checkpoint, why)));
    this.notices = new CheckpointNotices(place, store, diagnostics);
    CheckpointAnswers answers = new CheckpointAnswers(place, control, from.map(Restart::last));
    this.attempts =
        new CheckpointAttempts(
            store,
            commits,
            logs,
            notices,
            answers,
            new CheckpointTriggers(
                policy(place, rules),
                rules.notice(),
                answers::areAwaited,
                () -> session.status().counters(),
                main,
                new Throttle(control::areThrottled, rules.quota().heldUp(place.size()))));
  }

  private static CheckpointPolicy policy(Place place, CheckpointRules rules) {
    Duration lived =
        JobRecord.read(place.layout().job())
            .map(job -> Duration.between(job.started(), Instant.now()))
            .orElse(Duration.ZERO);
    return new CheckpointPolicy(
        rules, place.rank(), place.size(), place.incarnation() - 1, lived, System.nanoTime());
  }

  private void begin(ProgramParts parts, ProgramFrames frames) {
    CheckpointParts states = CheckpointParts.of(parts, new DeletedOnExit(true));
    this.names =
        new HeapNames(
            parts.streams(), states.workers()::contain, states.parked()::all, frames::variable);
    this.parked = states.parked();
    parked.begin(frames);
    this.device = parts.device();
    this.restored = parts.restored();
    this.parts = states.all();
    this.obstacles = new CheckpointObstacles(session, classes, states);
    this.capture =
        new CheckpointCapture(
            store,
            commits,
            FreeSpace.on(place.layout().directory()),
            // Now that the standard streams are those of the rank.
            new ImageWriter(instrumentation, types, names, fingerprint),
            names,
            states,
            device,
            session,
            output,
            parts.stop(),
            attempts);
    attempts.begin();
    commits.start();
    parts.scoped().ifPresent(scoped -> joinScope(scoped, parts));
    attempts.start();
  }

  private void joinScope(ScopedDevice scoped, ProgramParts parts) {
    ApplicationScope opened =
        new ApplicationScope(session, scoped, parts, from.flatMap(this::application));
    scope = Optional.of(opened);
    SafePoints.install(
        new ApplicationCheckpoints(
            opened,
            () ->
                new ImageWriter(
                    instrumentation, ApplicationRoot.TYPES, ApplicationRoot.LEAVES, fingerprint),
            session,
            scoped,
            new ApplicationObstacles(session, scoped, parts),
            capture,
            attempts));
  }

  private Optional<ApplicationRestart> application(Restart checkpoint) {
    return checkpoint.isOfApplication()
        ? Optional.of(
            ApplicationRestart.read(
                checkpoint, why -> lost.notRestored(checkpoint, why), notices::restoredByProgram))
        : Optional.empty();
  }

  @Override
  public WovenCheckpoints weave() {
    CheckpointWeaving weaving =
        CheckpointWeaving.begin(
            this,
            ProgramReach.ofJob(
                place.layout(),
                fingerprint.toString(),
                why -> diagnostics.say(LogLevel.WARN, why)));
    return new WovenCheckpoints(
        (loader, name, classFile, main) -> {
          classes.examine(name, classFile);
          return weaving.change().of(loader, name, classFile, main);
        },
        parts -> begin(parts, weaving.frames()));
  }

  @Override
  public boolean willRestore() {
    return restart.isPresent();
  }

  /** Whether the program may restore its own state. */
  public static boolean areOfApplication() {
    return ApplicationScope.isPossible();
  }

  /** Takes a thread that the program is about to start. Any thread. */
  public static void threadStarts(Thread thread) {
    ParkedThreads.starts(thread);
  }

  @Override
  public boolean wanted() {
    main.called(System.nanoTime());
    if (scope.map(ApplicationScope::isOpen).orElse(false) || session.status().isRepeating()) {
      return false;
    }
    if (!attempts.areDue()) {
      attempts.hold();
      return false;
    }
    Optional<String> obstacle = obstacles.first();
    obstacle.ifPresent(attempts::impossible);
    return obstacle.isEmpty();
  }

  @Override
  public void calledBy(Thread other) {
    main.calledBy(other);
  }

  @Override
  public Optional<String> passingObstacle() {
    return obstacles.passing();
  }

  @Override
  public void deferred(String why, long calls) {
    attempts.deferred(why, calls);
  }

  @Override
  public void captured(FrameRecord[] frames) {
    capture.take(frames);
    parked.release();
  }

  @Override
  public void parked(FrameRecord[] frames) {
    parked.stay(frames);
  }

  @Override
  public void up() {
    parked.go();
  }

  @Override
  public FrameRecord[] frames(Thread thread) {
    return parked.taken(thread);
  }

  @Override
  public boolean isInitialised(String className) {
    return from.isPresent() && from.get().isInitialised(className);
  }

  @Override
  public FrameRecord[] frames() {
    if (restart.isEmpty()) {
      return null;
    }
    long startNs = System.nanoTime();
    FrameRecord[] frames = restart.get().frames(device, names, parts);
    notices.restored(System.nanoTime() - startNs);
    restored.run();
    from.get().restored();
    parked.resume();
    return frames;
  }

  @Override
  public void broken(Throwable why) {
    throw lost.end("the program's stack was lost in a capture: " + why, why, () -> {});
  }
}
