package org.ftmpj.api;

import java.util.Objects;
import java.util.function.Supplier;

/**
 * Checkpoints of a rank with the state that the program names, and nothing else: for small images,
 * and for programs whose state FTMPJ cannot capture by itself.
 *
 * <pre>{@code
 * MPI.Init(args);
 * CheckpointScope scope = CheckpointScope.open();
 * Grid grid = scope.restoreOr(Grid::sown);
 * while (grid.generation < generations) {
 *   grid.exchangeAndStep();
 *   scope.safePoint();
 * }
 * }</pre>
 *
 * <p>A rank that was killed runs main again, from its beginning, in another process. {@link
 * #restoreOr} gives what the newest checkpoint has, and from there everything is as it was behind
 * the {@link #safePoint} at which that was taken: messages that had come, that were sent, and all
 * that was printed. What is not named is as the second run of the beginning of main has made it.
 *
 * <p>So what comes before {@code restoreOr} is done again, and must not do anything that others
 * know of: {@code MPI.Init}, ranks, sizes, groups and datatypes are allowed, messages and new
 * communicators are not. Values from outside, such as clocks and random numbers, come again as they
 * were; what is printed comes once; files that were opened must be closed.
 *
 * <p>A program has one scope, which it uses in the thread that runs main. From the moment when it
 * is opened, FTMPJ takes no checkpoint of this rank but at its safe points. Without FTMPJ, and
 * without an option that asks for checkpoints, nothing is saved: a rank that was killed under FTMPJ
 * then repeats everything.
 */
public final class CheckpointScope {
  private static boolean opened;

  private final Protection protection;
  private final State state = new State();
  private boolean restored;

  CheckpointScope(Protection protection) {
    this.protection = protection;
  }

  /**
   * Opens the scope of this program.
   *
   * @throws IllegalStateException if the program has opened one before
   */
  public static synchronized CheckpointScope open() {
    if (opened) {
      throw new IllegalStateException("the program has opened a scope of checkpoints before");
    }
    opened = true;
    Protection protection = Protection.ofThisProcess();
    protection.open();
    return new CheckpointScope(protection);
  }

  /**
   * Adds the fields of an object that are {@link Checkpointed} to what is saved. Objects are
   * registered in the same order in every run, before {@link #restoreOr}.
   *
   * @throws IllegalArgumentException if the object has no such field, or one is final or static
   * @throws IllegalStateException after {@link #restoreOr}
   */
  public CheckpointScope register(Object object) {
    requireNotRestored();
    state.register(Objects.requireNonNull(object));
    return this;
  }

  /**
   * Adds an action for the time after a checkpoint was restored, before {@link #restoreOr} returns:
   * for example, one that computes again what is not saved. It must not call MPI, read clocks or
   * random numbers, or change files; what it prints is dropped.
   *
   * @throws IllegalStateException after {@link #restoreOr}
   */
  public CheckpointScope afterRestore(Runnable action) {
    requireNotRestored();
    state.afterRestore(Objects.requireNonNull(action));
    return this;
  }

  /**
   * Returns the root of the newest checkpoint of this rank, or the result of {@code initial} if
   * there is none. All objects to which it refers are saved at each safe point, and have to be
   * serializable. The fields of registered objects are restored, too. To be called once, before any
   * message.
   *
   * @param initial may send and receive, and may give null
   * @throws IllegalStateException if it was called before
   */
  public <T> T restoreOr(Supplier<T> initial) {
    requireNotRestored();
    restored = true;
    byte[] saved = protection.state();
    if (saved == null) {
      state.root(initial.get());
    } else {
      restore(saved);
    }
    protection.begun();
    @SuppressWarnings("unchecked") // as it was saved
    T root = (T) state.root();
    return root;
  }

  private void restore(byte[] saved) {
    try {
      state.restore(saved);
    } catch (Exception | StackOverflowError e) {
      throw protection.failed("the state of the program cannot be restored: " + e, e);
    }
  }

  /**
   * Restores the newest checkpoint of a program that has all of its state in registered objects.
   *
   * @param initial runs if there is no checkpoint
   */
  public void restoreOrRun(Runnable initial) {
    restoreOr(
        () -> {
          initial.run();
          return null;
        });
  }

  /**
   * A moment at which a checkpoint may be taken, if one is due (options {@code checkpoint.*}). No
   * receive or synchronous send may be pending, of which the program has not waited for the end:
   * that stops the rank with a code, as does state that cannot be serialized.
   *
   * @throws IllegalStateException before {@link #restoreOr}
   */
  public void safePoint() {
    save(false);
  }

  /**
   * A safe point at which a checkpoint is taken even if none is due, if the job takes checkpoints
   * at all.
   *
   * @throws IllegalStateException before {@link #restoreOr}
   */
  public void checkpoint() {
    save(true);
  }

  private void save(boolean forced) {
    if (!restored) {
      throw new IllegalStateException("restoreOr comes before the first safe point");
    }
    if (!protection.wants(forced)) {
      return;
    }
    byte[] bytes;
    try {
      bytes = state.bytes();
    } catch (Exception e) {
      throw protection.failed("the state of the program cannot be saved: " + e, e);
    }
    protection.save(bytes);
  }

  private void requireNotRestored() {
    if (restored) {
      throw new IllegalStateException("restoreOr was called before");
    }
  }
}
