package org.ftmpj.agent;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.ftmpj.checkpoint.bridge.FrameRecord;
import org.ftmpj.checkpoint.frame.Checkpointing;
import org.ftmpj.checkpoint.frame.KnownSites;
import org.ftmpj.checkpoint.frame.ProgramFrames;
import org.ftmpj.checkpoint.image.FieldWriter;
import org.ftmpj.checkpoint.image.HeapTrace;
import org.ftmpj.checkpoint.image.ImageWriter;
import org.ftmpj.checkpoint.image.NotCapturable;
import org.ftmpj.checkpoint.store.CheckpointState;
import org.ftmpj.checkpoint.store.CheckpointStore;
import org.ftmpj.checkpoint.store.CheckpointStore.Stored;
import org.ftmpj.checkpoint.weave.Reach;
import org.ftmpj.checkpoint.weave.TwinWeaver;
import org.ftmpj.common.config.LogLevel;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.life.OwnThreads;
import org.ftmpj.interceptors.device.DeviceObjects;
import org.ftmpj.interceptors.device.FtDevice;
import org.ftmpj.interceptors.weave.ClassChange;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.rank.RankCheckpoint;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.supervisor.console.OutputWriter;
import org.ftmpj.transport.journal.FreeSpace;

/**
 * Takes a checkpoint of this rank now and then, and has it go on from one. Whatever goes wrong with
 * a checkpoint leaves the program alone: without it, a restart repeats more.
 *
 * <p>A checkpoint is of a moment between two operations of a rank that repeats nothing. {@link
 * #requestRegularly} has a thread of its own; everything else is done by the one that runs main.
 */
final class Checkpoints implements Checkpointing {
  /** After a moment that could not be captured the next attempt waits longer, up to so often. */
  private static final int LONGEST_WAIT = 64;

  private final Place place;
  private final Duration every;
  private final CheckpointStore store;
  private final ImageWriter images;
  private final ImagedTypes types = new ImagedTypes();
  private final HeapNames names = new HeapNames();
  private final ClassObstacles classes = new ClassObstacles();
  private final FreeSpace space;
  private final RankSession session;
  private final OutputWriter output;
  private final Optional<Restart> restart;
  private final List<PendingRequest> requests;
  private final Diagnostics diagnostics;

  private Program program;
  private JvmState machine;
  private List<Kept> kept;
  private FtDevice device;

  private int refusals;
  private long notBeforeNs = System.nanoTime();

  /**
   * @param fingerprint what a process has to have in common with that of the checkpoint
   * @param restart where the rank goes on; empty if it begins at the beginning of the program
   * @param requests that the program had then
   */
  Checkpoints(
      Place place,
      Duration every,
      Instrumentation instrumentation,
      Map<String, String> fingerprint,
      RankSession session,
      OutputWriter output,
      Optional<Restart> restart,
      List<PendingRequest> requests,
      Diagnostics diagnostics) {
    this.place = place;
    this.every = every;
    this.store = new CheckpointStore(place.layout().checkpoints(place.rank()));
    this.images = new ImageWriter(instrumentation, types, names, fingerprint);
    this.space = FreeSpace.on(place.layout().directory());
    this.session = session;
    this.output = output;
    this.restart = restart;
    this.requests = requests;
    this.diagnostics = diagnostics;
  }

  /**
   * To be called before main begins, when all else is ready.
   *
   * @param kept what is kept beside the program's heap, in the same order in every incarnation
   */
  void join(Program program, FtDevice device, List<Kept> kept) {
    this.program = program;
    this.device = device;
    this.machine = new JvmState();
    this.kept = new ArrayList<>(kept);
    this.kept.add(machine);
    OwnThreads.all().start("ftmpj checkpoints", this::requestRegularly);
  }

  /** Rewrites the program's classes, so that its stack can be captured. To be called once. */
  ClassChange weaving() {
    KnownSites known = new KnownSites();
    new ProgramFrames(this, known, new FieldWriter()).install();
    TwinWeaver weaver = new TwinWeaver(new MessageSites(), reach(), known, this::isInitialised);
    return (loader, name, classFile, main) -> {
      classes.examine(name, classFile);
      return weaver.rewrite(loader, name, classFile, main);
    };
  }

  private static Reach reach() {
    try {
      return Reach.ofClassPath(
          Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
              .map(element -> Path.of(element.isEmpty() ? "." : element))
              .toList(),
          new MessageSites());
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.CANNOT_START, "the class path cannot be read: " + e.getMessage(), e);
    }
  }

  /** Whether the program goes on from a checkpoint. */
  boolean willRestore() {
    return restart.isPresent();
  }

  /** The ranks of a job one after the other, so that not all of them write at the same time. */
  private void requestRegularly() {
    pause(every.multipliedBy(place.rank() + 1).dividedBy(place.size()));
    while (true) {
      org.ftmpj.checkpoint.bridge.Checkpoints.request();
      pause(every);
    }
  }

  /** A program may interrupt every thread that it finds. */
  private static void pause(Duration length) {
    long startNs = System.nanoTime();
    long ns = length.toNanos();
    for (long leftNs = ns; leftNs > 0; leftNs = ns - (System.nanoTime() - startNs)) {
      LockSupport.parkNanos(leftNs);
      Thread.interrupted();
    }
  }

  // ---------------------------------------------------------------- taking one

  @Override
  public boolean wanted() {
    if (session.status().isRepeating() || System.nanoTime() - notBeforeNs < 0) {
      return false;
    }
    Optional<String> obstacle = obstacle();
    obstacle.ifPresent(this::refused);
    return obstacle.isEmpty();
  }

  /** What is in the way, whatever the stack and the heap are like. */
  private Optional<String> obstacle() {
    if (session.threads().areActive()) {
      return Optional.of("the program has several threads");
    }
    return classes.first().or(machine::obstacle);
  }

  @Override
  public void deferred(String why, long attempts) {
    tell("at none of " + attempts + " calls of MPI in a row: " + why);
  }

  @Override
  public void captured(FrameRecord[] frames) {
    long startNs = System.nanoTime();
    DeviceObjects objects = new DeviceObjects(device);
    names.of(objects);
    Object[] root = {frames, kept.stream().map(Kept::kept).toArray(), objects.outstanding()};
    try {
      HeapTrace trace = images.trace(root);
      long bytes = write(trace, objects.held());
      refusals = 0;
      diagnostics.say(
          LogLevel.INFO,
          "checkpoint of "
              + bytes
              + " bytes in "
              + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs)
              + " ms");
    } catch (NotCapturable | HeapNames.OursException e) {
      refused(e.getMessage());
    } catch (IOException | FtmpjException e) {
      refused("it cannot be written: " + e.getMessage());
    } catch (RuntimeException | OutOfMemoryError e) {
      diagnostics.trace(LogLevel.INFO, e);
      refused("the attempt failed: " + e);
    }
  }

  /** How many bytes the image of the heap has. */
  private long write(HeapTrace trace, List<PendingRequest> held) throws IOException {
    Instant now = Instant.now();
    RankCheckpoint rank;
    try {
      rank = session.checkpoint(held);
    } catch (RuntimeException | Error e) {
      throw program.stop(e);
    }
    Runtime memory = Runtime.getRuntime();
    if (!space.allows(memory.totalMemory() - memory.freeMemory())) {
      throw new IOException("there is not enough space on the disk beside what logs may need");
    }
    Stored begun = store.begin();
    try (FileChannel heap =
        FileChannel.open(begun.heap(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      trace.write(heap);
      CheckpointState state =
          new CheckpointState(now, heap.size(), output.position(), rank.encode());
      state.write(begun.state());
      store.commit(begun);
      return state.heapBytes();
    }
  }

  /** There is no checkpoint of this moment; the next attempt is made after a while. */
  private void refused(String why) {
    refusals = Math.min(2 * refusals + 1, LONGEST_WAIT - 1);
    notBeforeNs = System.nanoTime() + every.toNanos() * refusals;
    tell(why);
  }

  /** The user is told once, whichever incarnation it is. */
  private void tell(String why) {
    boolean first = new ToldOnce(place.layout().told()).isFirst("checkpoint-" + place.rank());
    diagnostics.say(
        first ? LogLevel.WARN : LogLevel.INFO,
        "no checkpoint can be taken: "
            + why
            + "; it is tried again, and until then a restart repeats everything since "
            + (store.all().isEmpty() ? "the beginning of the program" : "the last checkpoint"));
  }

  // ---------------------------------------------------------------- going on from one

  @Override
  public boolean isInitialised(String className) {
    return restart.isPresent() && restart.get().isInitialised(className);
  }

  @Override
  public FrameRecord[] frames() {
    if (restart.isEmpty()) {
      return null;
    }
    DeviceObjects objects = new DeviceObjects(device, requests);
    names.of(objects);
    try {
      Object[] root = (Object[]) restart.get().restore(types, names);
      Object[] states = (Object[]) root[1];
      for (int i = 0; i < states.length; i++) {
        kept.get(i).restore(states[i]);
      }
      objects.restore(root[2]);
      program.restoring(false);
      return (FrameRecord[]) root[0];
    } catch (IOException | RuntimeException | Error e) {
      throw giveUp(e);
    }
  }

  private Error giveUp(Throwable why) {
    end(
        restart.get() + " cannot be restored, and is not used again: " + why,
        why,
        restart.get()::remove);
    return new AssertionError(why);
  }

  @Override
  public void broken(Throwable why) {
    end("the program's stack was lost in a capture: " + why, why, () -> {});
  }

  /** Leaves no exit record: the next incarnation goes on, from another checkpoint or from main. */
  private void end(String what, Throwable why, Runnable last) {
    try {
      diagnostics.say(LogLevel.WARN, what);
      diagnostics.trace(LogLevel.INFO, why);
      last.run();
    } finally {
      Runtime.getRuntime().halt(HaltingFailStop.EXIT_CODE);
    }
  }
}
