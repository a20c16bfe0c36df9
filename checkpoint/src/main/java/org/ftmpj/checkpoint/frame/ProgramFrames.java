package org.ftmpj.checkpoint.frame;

import java.util.Optional;
import java.util.function.Predicate;
import org.ftmpj.checkpoint.bridge.CheckpointHooks;
import org.ftmpj.checkpoint.bridge.Checkpoints;
import org.ftmpj.checkpoint.bridge.FrameRecord;
import org.ftmpj.checkpoint.bridge.MainDriver;
import org.ftmpj.checkpoint.bridge.Unwinding;

/**
 * Decides at each polled call whether the stack is captured there. Either all of it is, or nothing
 * happens and the next call tries again.
 */
public final class ProgramFrames implements CheckpointHooks {
  /**
   * The number of calls after which only one in so many is examined, or one in so long a time,
   * since examining a stack costs microseconds.
   */
  private static final int OFTEN = 64;

  private static final long REST_NS = 1_000_000L;

  private final Checkpointing checkpointing;
  private final KnownSites known;
  private final FinalFields finalFields;
  private final Predicate<Class<?>> isProgram;
  private long attempts;

  /** The times of the first and the last of these attempts that was examined. */
  private long sinceNs;

  private long examinedNs;

  /** The number of attempts, and the time, after which the obstacle is reported next. */
  private long told = Checkpointing.PATIENCE;

  private long toldNs = Checkpointing.PATIENCE_NS;
  private int expected;
  private int expectedOfWait;

  /**
   * @param known filled by the weaver
   * @param finalFields sets final fields, as constructors do
   * @param isProgram whether a class is the program's, and not one that its waiting calls are in
   */
  public ProgramFrames(
      Checkpointing checkpointing,
      KnownSites known,
      FinalFields finalFields,
      Predicate<Class<?>> isProgram) {
    this.isProgram = isProgram;
    this.checkpointing = checkpointing;
    this.known = known;
    this.finalFields = finalFields;
  }

  /** Installs these hooks for rewritten code. To be called before the program's main. */
  public void install() {
    Checkpoints.install(this);
  }

  @Override
  public boolean isToUnwind() {
    Thread caller = Thread.currentThread();
    if (caller != MainDriver.thread()) {
      checkpointing.calledBy(caller);
      return false;
    }
    if (!checkpointing.wanted()) {
      return false;
    }
    long nowNs = System.nanoTime();
    if (attempts++ == 0) {
      sinceNs = nowNs;
    }
    if (attempts > OFTEN && attempts % OFTEN != 0 && nowNs - examinedNs < REST_NS) {
      return false;
    }
    examinedNs = nowNs;
    StackCheck.Result stack = StackCheck.of(known);
    Optional<String> ofStack = obstacle(stack);
    Optional<String> obstacle = ofStack.or(checkpointing::passingObstacle);
    if (obstacle.isEmpty()) {
      expected = stack.frames();
      return true;
    }
    boolean isMany = ofStack.isPresent() && attempts >= told;
    long leastNs = attempts < Checkpointing.FEW ? Checkpointing.FEW * toldNs : toldNs;
    if (isMany || nowNs - sinceNs >= leastNs) {
      told = 2 * attempts;
      toldNs = Math.max(toldNs, 2 * (nowNs - sinceNs));
      checkpointing.deferred(obstacle.get(), attempts);
    }
    return false;
  }

  /**
   * Describes a value of a frame in terms of its source.
   *
   * @param value the index among the values of the frame; -1 for {@code this}
   */
  public String variable(FrameRecord frame, int value) {
    return known.variable(MainDriver.loader(), frame, value);
  }

  private static Optional<String> obstacle(StackCheck.Result stack) {
    return stack.obstacle().isPresent() || StackRoom.isThereFor(stack.frames())
        ? stack.obstacle()
        : Optional.of("the stack is nearly full");
  }

  /**
   * The reason why the stack of the calling thread, which is not main's, cannot be captured while
   * it waits in an MPI call; empty if {@link #unwinding} may be thrown there. One thread at a time.
   */
  public Optional<String> waitObstacle() {
    StackCheck.Result stack = StackCheck.ofWait(known, isProgram);
    expectedOfWait = stack.frames();
    return obstacle(stack);
  }

  /** The error that takes down a stack without an obstacle. */
  public static Error unwinding() {
    return Unwinding.NOW;
  }

  @Override
  public void captured(FrameRecord[] frames) {
    requireExpected(frames, expected);
    attempts = 0;
    told = Checkpointing.PATIENCE;
    toldNs = Checkpointing.PATIENCE_NS;
    checkpointing.captured(frames);
  }

  @Override
  public void up() {
    checkpointing.up();
  }

  @Override
  public void parked(FrameRecord[] frames) {
    requireExpected(frames, expectedOfWait);
    checkpointing.parked(frames);
  }

  @Override
  public FrameRecord[] frames(Thread thread) {
    return checkpointing.frames(thread);
  }

  private void requireExpected(FrameRecord[] frames, int number) {
    if (frames.length != number) {
      broken(
          new IllegalStateException(
              frames.length + " frames were captured where there were " + number));
    }
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
  public Object get(Object object, Class<?> declaring, String field) {
    return finalFields.get(object, declaring, field);
  }

  @Override
  public void broken(Throwable why) {
    checkpointing.broken(why);
  }
}
