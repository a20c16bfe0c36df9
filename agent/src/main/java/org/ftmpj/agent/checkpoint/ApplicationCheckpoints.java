package org.ftmpj.agent.checkpoint;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.ftmpj.checkpoint.bridge.MainDriver;
import org.ftmpj.checkpoint.bridge.SafePointHooks;
import org.ftmpj.checkpoint.image.ImageWriter;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.interceptors.device.CommunicatorState;
import org.ftmpj.interceptors.device.DeviceObjects;
import org.ftmpj.interceptors.device.FtDevice;
import org.ftmpj.protocol.rank.RankSession;

/**
 * Checkpoints of what the program names, at its safe points. A rank that goes on from one runs main
 * again, without its session, which is past that, until {@code restoreOr}.
 */
final class ApplicationCheckpoints implements SafePointHooks {
  /** The class by which a program has the calls at hand. */
  private static final String API = "org/ftmpj/api/CheckpointScope.class";

  private final RankSession session;
  private final FtDevice device;
  private final Prologue prologue;
  private final List<Kept> kept;
  private final BooleanSupplier filesOpen;
  private final CheckpointCapture capture;
  private final CheckpointCommits commits;
  private final CheckpointRequests requests;
  private final CheckpointCapture.Outcome outcome;
  private final Consumer<String> impossible;
  private final Runnable attempted;
  private final Function<Throwable, RuntimeException> stop;
  private final Optional<ApplicationRoot> from;
  private final LongConsumer restored;
  private long restoringSinceNs;

  private boolean open;
  private final Supplier<ImageWriter> newImages;
  private ImageWriter images;

  /**
   * @param newImages makes what writes images with {@link ApplicationRoot#TYPES}
   * @param kept what is kept beside the program's state, in the same order in every incarnation
   * @param filesOpen whether the program may write to a file that it has opened
   * @param outcome told of each attempt
   * @param impossible told what is in the way of one
   * @param attempted called before each attempt
   * @param stop called with what went wrong: stops the rank
   * @param from what the rank goes on from; empty if that is no checkpoint of this kind
   * @param restored called when the program has its state from that, with the nanoseconds that it
   *     took
   */
  ApplicationCheckpoints(
      Supplier<ImageWriter> newImages,
      RankSession session,
      FtDevice device,
      Prologue prologue,
      List<Kept> kept,
      BooleanSupplier filesOpen,
      CheckpointCapture capture,
      CheckpointCommits commits,
      CheckpointRequests requests,
      CheckpointCapture.Outcome outcome,
      Consumer<String> impossible,
      Runnable attempted,
      Function<Throwable, RuntimeException> stop,
      Optional<ApplicationRoot> from,
      LongConsumer restored) {
    this.newImages = newImages;
    this.session = session;
    this.device = device;
    this.prologue = prologue;
    this.kept = new ArrayList<>(kept);
    this.kept.add(new OfCommunicators());
    this.filesOpen = filesOpen;
    this.capture = capture;
    this.commits = commits;
    this.requests = requests;
    this.outcome = outcome;
    this.impossible = impossible;
    this.attempted = attempted;
    this.stop = stop;
    this.from = from;
    this.restored = restored;
    from.ifPresent(
        root -> {
          prologue.repeat(root.prologue());
          device.repeatInit(root.init());
        });
  }

  /** What MPJ Express counts in its communicators, which are made anew. */
  private static final class OfCommunicators implements Kept {
    @Override
    public Object kept() {
      return CommunicatorState.get();
    }

    @Override
    public void restore(Object kept) {
      CommunicatorState.set((int[]) kept);
    }
  }

  /** Whether the program can take such checkpoints. */
  static boolean arePossible() {
    return ClassLoader.getSystemResource(API) != null;
  }

  /** Reads the one that the rank goes on from. Ends the process, and removes it, if that fails. */
  static ApplicationRoot read(Restart from, LostIncarnation lost) {
    try {
      return ApplicationRoot.of(from.restore(ApplicationRoot.TYPES, ApplicationRoot.LEAVES));
    } catch (IOException | RuntimeException | Error e) {
      throw lost.end(from + " cannot be restored, and is not used again: " + e, e, from::remove);
    }
  }

  /** Whether the program has opened a scope, so that there are no others. */
  boolean areOpen() {
    return open;
  }

  @Override
  public void open() {
    requireMain();
    open = true;
  }

  @Override
  public byte[] state() {
    requireMain();
    try {
      prologue.end();
    } catch (FtmpjException e) {
      throw stop.apply(e);
    }
    if (!CommunicatorState.isThere()) {
      throw stopped(ErrorCode.BEFORE_RESTORE, "the program calls restoreOr before MPI.Init");
    }
    if (from.isEmpty() && device.isUsed()) {
      throw stopped(ErrorCode.BEFORE_RESTORE, "the program has sent or received before restoreOr");
    }
    restoringSinceNs = System.nanoTime();
    return from.map(ApplicationRoot::state).orElse(null);
  }

  @Override
  public void begun() {
    requireMain();
    if (from.isPresent()) {
      try {
        restore(from.get().kept());
      } catch (RuntimeException | Error e) {
        throw stop.apply(e);
      }
      device.unbar();
      restored.accept(System.nanoTime() - restoringSinceNs);
    }
    prologue.begun();
  }

  private void restore(Object[] states) {
    for (int i = 0; i < states.length; i++) {
      kept.get(i).restore(states[i]);
    }
  }

  @Override
  public boolean wants(boolean due, boolean forced) {
    requireMain();
    if (!session.threads().areActive() && device.hasPending()) {
      throw stopped(
          ErrorCode.NOT_A_SAFE_POINT,
          "at a safe point there is a receive or a synchronous send that the program has not waited for");
    }
    if (!due || session.status().isRepeating()) {
      return false;
    }
    if (!forced && (commits.isBusy() || !requests.areDue())) {
      return false;
    }
    Optional<String> obstacle = obstacle();
    obstacle.ifPresent(impossible);
    return obstacle.isEmpty();
  }

  private Optional<String> obstacle() {
    if (session.threads().areActive()) {
      return Optional.of("the program has several threads");
    }
    if (filesOpen.getAsBoolean()) {
      return Optional.of("the program has a file open to write to it");
    }
    if (prologue.isInputRead()) {
      return Optional.of("the program reads its standard input after restoreOr");
    }
    if (prologue.isTooLong()) {
      return Optional.of("the program reads too much from outside before restoreOr");
    }
    return CommunicatorState.isOwn(device.highestContext())
        ? Optional.empty()
        : Optional.of("the program uses a communicator that it has made");
  }

  @Override
  public void save(byte[] state) {
    if (images == null) {
      images = newImages.get();
    }
    ApplicationRoot root =
        new ApplicationRoot(
            state, kept.stream().map(Kept::kept).toArray(), prologue.kept(), device.initMessages());
    commits.await();
    attempted.run();
    capture.take(images, root.object(), new DeviceObjects(device), outcome);
  }

  @Override
  public Error failed(String what, Throwable why) {
    throw stop.apply(new FtmpjException(ErrorCode.STATE_NOT_SAVED, what, why));
  }

  private void requireMain() {
    if (Thread.currentThread() != MainDriver.thread()) {
      throw stopped(
          ErrorCode.NOT_A_SAFE_POINT,
          "the scope of checkpoints is used by thread "
              + Thread.currentThread().getName()
              + ", which does not run main");
    }
  }

  private RuntimeException stopped(ErrorCode code, String what) {
    return stop.apply(new FtmpjException(code, what));
  }
}
