package org.ftmpj.agent.checkpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.ftmpj.checkpoint.bridge.MainDriver;
import org.ftmpj.checkpoint.bridge.SafePointHooks;
import org.ftmpj.checkpoint.image.ImageWriter;
import org.ftmpj.checkpoint.store.CheckpointState;
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

  private final Supplier<ImageWriter> newImages;
  private final RankSession session;
  private final FtDevice device;
  private final Prologue prologue;
  private final List<Kept> kept;
  private final ApplicationObstacles obstacles;
  private final CheckpointCapture capture;
  private final CheckpointAttempts attempts;
  private final Function<Throwable, RuntimeException> stop;
  private final Optional<ApplicationRestart> from;

  private ImageWriter images;
  private long restoringSinceNs;
  private boolean open;

  /**
   * @param newImages makes what writes images with {@link ApplicationRoot#TYPES}
   * @param kept what is kept beside the program's state, in the same order in every incarnation
   * @param stop called with what went wrong: stops the rank
   * @param from what the rank goes on from; empty if that is no checkpoint of this kind
   */
  ApplicationCheckpoints(
      Supplier<ImageWriter> newImages,
      RankSession session,
      FtDevice device,
      Prologue prologue,
      List<Kept> kept,
      ApplicationObstacles obstacles,
      CheckpointCapture capture,
      CheckpointAttempts attempts,
      Function<Throwable, RuntimeException> stop,
      Optional<ApplicationRestart> from) {
    this.newImages = newImages;
    this.session = session;
    this.device = device;
    this.prologue = prologue;
    this.kept = new ArrayList<>(kept);
    this.kept.add(new OfCommunicators());
    this.obstacles = obstacles;
    this.capture = capture;
    this.attempts = attempts;
    this.stop = stop;
    this.from = from;
    from.ifPresent(
        restart -> {
          prologue.repeat(restart.prologue());
          device.repeatInit(restart.init());
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
    return from.map(ApplicationRestart::state).orElse(null);
  }

  @Override
  public void begun() {
    requireMain();
    if (from.isPresent()) {
      try {
        from.get().restore(kept);
      } catch (RuntimeException | Error e) {
        throw stop.apply(e);
      }
      device.unbar();
      from.get().restored(System.nanoTime() - restoringSinceNs);
    }
    prologue.begun();
  }

  @Override
  public boolean wants(boolean due, boolean forced) {
    requireMain();
    if (!session.threads().areActive() && device.hasPending()) {
      throw stopped(
          ErrorCode.NOT_A_SAFE_POINT,
          "at a safe point there is a receive or a synchronous send that the program has not waited for");
    }
    if (!due || session.status().isRepeating() || !forced && !attempts.areDue()) {
      return false;
    }
    Optional<String> obstacle = obstacles.first();
    obstacle.ifPresent(attempts::impossible);
    return obstacle.isEmpty();
  }

  @Override
  public void save(byte[] state) {
    if (images == null) {
      images = newImages.get();
    }
    ApplicationRoot root =
        new ApplicationRoot(
            state, kept.stream().map(Kept::kept).toArray(), prologue.kept(), device.initMessages());
    capture.take(
        images, root.object(), new DeviceObjects(device), CheckpointState.Kind.APPLICATION);
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
