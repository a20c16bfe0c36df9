package org.ftmpj.checkpoint.frame;

import java.util.Optional;
import org.ftmpj.checkpoint.bridge.FrameRecord;

/**
 * The port that decides when the program is captured and stores its frames. The thread that runs
 * the program's main calls all methods unless they say otherwise.
 */
public interface Checkpointing {

  /**
   * Whether the program should be captured at the MPI call that it is about to make. Called while a
   * checkpoint is requested, before the stack is checked.
   */
  boolean wanted();

  /**
   * Called by a thread other than main's that is about to make an MPI call while a checkpoint is
   * requested.
   */
  default void calledBy(Thread other) {}

  /**
   * An obstacle at this call that may be gone at the next one: another thread that goes on. Called
   * when the stack can be captured.
   */
  Optional<String> passingObstacle();

  /**
   * Takes the frames of the program's stack, which is taken down. The program goes on from them
   * when this returns, whether an image was written or not. The request is over; if no image could
   * be written, a new request is needed.
   *
   * @param frames outermost first
   */
  void captured(FrameRecord[] frames);

  /**
   * The frames from which this process goes on; null if the program starts from main. Called once,
   * when main is called. Heap and statics are restored when this returns.
   */
  FrameRecord[] frames();

  /**
   * Called when main's stack is up again after a capture or a restart, just before the program goes
   * on.
   */
  default void up() {}

  /**
   * Takes the frames of the calling thread, which is not main's, and whose stack {@link
   * ProgramFrames#unwinding} has taken down. The thread goes on from them when this returns.
   *
   * @param frames outermost first
   */
  default void parked(FrameRecord[] frames) {
    throw new IllegalStateException("only main's thread is captured");
  }

  /**
   * The frames from which the calling thread, which is not main's, goes on; null if it starts
   * afresh. Called once, when it begins.
   */
  default FrameRecord[] frames(Thread thread) {
    return null;
  }

  /**
   * Whether a class was initialised in the state from which this process goes on. If so, its
   * initializer does not run, and its statics are restored. False if the program starts from main.
   * Any thread, even before {@link #frames} is called.
   *
   * @param className with dots
   */
  boolean isInitialised(String className);

  /**
   * Called when the stack could not be captured; the next MPI call tries again. The first call is
   * {@value #PATIENCE_NS} ns after the first attempt for one request ({@value #FEW} times as long
   * until there have been {@value #FEW} attempts), or after {@value #PATIENCE} attempts at which
   * the obstacle is on main's stack; then there is one each time both have doubled.
   *
   * @param why names the frame that is the obstacle
   * @param attempts number of attempts for this request
   */
  void deferred(String why, long attempts);

  /**
   * Ends the process at once when a capture has failed in the middle, such as for lack of memory,
   * and some frames are lost. The program does not notice; this does not return.
   */
  void broken(Throwable why);

  /** The number of failed attempts before the first report. */
  int PATIENCE = 1_000;

  /** The time that an obstacle has to pass before the first report: a thread may end. */
  long PATIENCE_NS = 1_000_000_000L;

  /** The number of attempts at which an obstacle may be chance: a task may just have been given. */
  int FEW = 5;
}
