package org.ftmpj.checkpoint.frame;

import java.util.Optional;
import org.ftmpj.checkpoint.bridge.FrameRecord;

/**
 * Who decides when the program is captured and keeps what was captured. All methods are called by
 * the thread that runs the program's main, but for those that say otherwise.
 */
public interface Checkpointing {

  /**
   * Whether the program is to be captured at the call of MPI that it is about to make. Asked while
   * a checkpoint is requested, before it is known whether the stack can be captured here.
   */
  boolean wanted();

  /**
   * A thread of the program other than that of main is about to make a call of MPI, while a
   * checkpoint is requested. That thread.
   */
  default void calledBy(Thread other) {}

  /**
   * What keeps the program from being captured at this call, and may be gone at the next one:
   * another thread of it that goes on. Asked when the stack can be captured.
   */
  Optional<String> passingObstacle();

  /**
   * Takes the frames of the program's stack, which exist no more as frames. The program goes on
   * from them when this returns, whether an image was written or not. The request is over; who
   * could not write an image makes a new one.
   *
   * @param frames outermost first
   */
  void captured(FrameRecord[] frames);

  /**
   * The frames from which this process is to go on; null if the program starts from main. Asked
   * once, when main is called. Heap and statics are restored when it returns.
   */
  FrameRecord[] frames();

  /** The stack of main is up again, after it was captured or restored; the program goes on now. */
  default void up() {}

  /**
   * Takes the frames of the stack of the calling thread, which is another one than that of main,
   * and whose stack was taken down by {@link ProgramFrames#unwinding}. It goes on from them when
   * this returns.
   *
   * @param frames outermost first
   */
  default void parked(FrameRecord[] frames) {
    throw new IllegalStateException("no thread but that of main is captured");
  }

  /**
   * The frames from which the calling thread, another one than that of main, is to go on; null if
   * it begins. Asked once, when it begins.
   */
  default FrameRecord[] frames(Thread thread) {
    return null;
  }

  /**
   * Whether that class was initialised in the state from which this process is to go on: then its
   * initializer is not run, and its statics are restored. False if the program starts from main.
   * Any thread, also before {@link #frames} is asked.
   *
   * @param className with dots
   */
  boolean isInitialised(String className);

  /**
   * The stack could not be captured, again; the next call of MPI tries again. Told for the first
   * time after {@value #PATIENCE} attempts for one request, or {@value #PATIENCE_WITH_THREADS} and
   * a second, then each time their number has doubled.
   *
   * @param why names the frame that is in the way
   * @param attempts for this request
   */
  void deferred(String why, long attempts);

  /**
   * A capture failed in its middle, such as by lack of memory: some frames of the program exist no
   * more. Ends the process at once, without a word to the program; does not return.
   */
  void broken(Throwable why);

  /** Attempts that may fail before anyone is told. */
  int PATIENCE = 1_000;

  /** The patience while another thread is in the way, which may go on as long as the program. */
  int PATIENCE_WITH_THREADS = 50;
}
