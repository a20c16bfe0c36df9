package org.ftmpj.checkpoint.frame;

import org.ftmpj.checkpoint.bridge.Checkpoints;
import org.ftmpj.checkpoint.bridge.FrameRecord;
import org.ftmpj.checkpoint.bridge.Hooks;
import org.ftmpj.checkpoint.bridge.MainDriver;

/**
 * Decides at each call that is polled whether the stack is captured there. Either all of it is, or
 * nothing happens and the next call tries again.
 */
public final class ProgramFrames implements Hooks {
  /** From then on only one call of so many is looked at: looking costs microseconds. */
  private static final int OFTEN = 64;

  private final Checkpointing checkpointing;
  private final KnownSites known;
  private final FinalFields finalFields;
  private long attempts;
  private long told = Checkpointing.PATIENCE;
  private int expected;

  /**
   * @param known filled by the weaver
   * @param finalFields sets final fields, as constructors do
   */
  public ProgramFrames(Checkpointing checkpointing, KnownSites known, FinalFields finalFields) {
    this.checkpointing = checkpointing;
    this.known = known;
    this.finalFields = finalFields;
  }

  /** Has rewritten code go to these hooks. To be called before the program's main. */
  public void install() {
    Checkpoints.install(this);
  }

  @Override
  public boolean isToUnwind() {
    if (Thread.currentThread() != MainDriver.thread() || !checkpointing.wanted()) {
      return false;
    }
    attempts++;
    if (attempts > OFTEN && attempts % OFTEN != 0) {
      return false;
    }
    StackCheck.Result stack = StackCheck.of(known);
    String obstacle = stack.obstacle().orElseGet(this::passingObstacle);
    if (obstacle == null && StackRoom.isThereFor(stack.frames())) {
      expected = stack.frames();
      return true;
    }
    if (attempts >= told) {
      told = 2 * attempts;
      checkpointing.deferred(obstacle == null ? "the stack is nearly full" : obstacle, attempts);
    }
    return false;
  }

  /** Null if there is none. */
  private String passingObstacle() {
    String obstacle = checkpointing.passingObstacle().orElse(null);
    if (obstacle != null && told == Checkpointing.PATIENCE) {
      told = Checkpointing.PATIENCE_WITH_THREADS;
    }
    return obstacle;
  }

  @Override
  public void captured(FrameRecord[] frames) {
    if (frames.length != expected) {
      broken(
          new IllegalStateException(
              frames.length + " frames were captured where there were " + expected));
    }
    attempts = 0;
    told = Checkpointing.PATIENCE;
    checkpointing.captured(frames);
  }

  @Override
  public FrameRecord[] frames() {
    return checkpointing.frames();
  }

  @Override
  public void putFinal(Object object, Class<?> declaring, String field, Object value) {
    finalFields.put(object, declaring, field, value);
  }

  @Override
  public void broken(Throwable why) {
    checkpointing.broken(why);
  }
}
