package org.ftmpj.agent.checkpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.ftmpj.checkpoint.bridge.MainDriver;
import org.ftmpj.checkpoint.bridge.SafePointHooks;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.interceptors.device.CommunicatorState;
import org.ftmpj.interceptors.device.ScopedDevice;
import org.ftmpj.protocol.rank.RankSession;

/**
 * The scope of a program that names its state, in a process that takes no checkpoints of it: the
 * program gets the state back if the rank continues from such a checkpoint. The rank then runs main
 * again until {@code restoreOr}, without its session, which is past that. The thread that runs
 * main.
 */
final class ApplicationScope implements SafePointHooks {
  /** The class through which a program makes the calls. */
  private static final String API = "org/ftmpj/api/CheckpointScope.class";

  private final RankSession session;
  private final ScopedDevice device;
  private final Prologue prologue;
  private final List<CheckpointPart> parts;
  private final Function<Throwable, RuntimeException> stop;
  private final Optional<ApplicationRestart> from;

  private long restoringSinceNs;
  private boolean open;

  /**
   * @param from the checkpoint that the rank continues from; empty if it is not of this kind
   */
  ApplicationScope(
      RankSession session,
      ScopedDevice device,
      ProgramParts parts,
      Optional<ApplicationRestart> from) {
    this.session = session;
    this.device = device;
    this.prologue = parts.prologue();
    this.parts = new ArrayList<>(parts.parts());
    this.parts.add(new OfCommunicators());
    this.stop = parts.stop();
    this.from = from;
    from.ifPresent(
        restart -> {
          prologue.repeat(restart.prologue());
          device.repeatInit(restart.init());
        });
  }

  /** The tags that MPJ Express counts in its communicators: a new process has new ones. */
  private static final class OfCommunicators implements CheckpointPart {
    @Override
    public Object saved() {
      return CommunicatorState.get();
    }

    @Override
    public void restore(Object saved) {
      CommunicatorState.set((int[]) saved);
    }
  }

  /** Whether the program can have such checkpoints. */
  static boolean isPossible() {
    return ClassLoader.getSystemResource(API) != null;
  }

  /** Whether the program has opened the scope, so that there are no other checkpoints. */
  boolean isOpen() {
    return open;
  }

  /** The values stored beside the program's state, and those that the state requires. */
  ApplicationRoot root(byte[] state) {
    return new ApplicationRoot(
        state,
        parts.stream().map(CheckpointPart::saved).toArray(),
        prologue.saved(),
        device.initMessages());
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
        from.get().restore(parts);
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
    requireSafePoint();
    return false;
  }

  /** Stops the rank if a checkpoint could not be taken here. */
  void requireSafePoint() {
    requireMain();
    if (!session.threads().areActive() && device.hasPending()) {
      throw stopped(
          ErrorCode.NOT_A_SAFE_POINT,
          "at a safe point there is a receive or a synchronous send that the program has not waited for");
    }
  }

  @Override
  public void save(byte[] state) {
    throw new IllegalStateException("a checkpoint that is not wanted");
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
