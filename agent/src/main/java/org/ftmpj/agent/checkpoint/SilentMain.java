package org.ftmpj.agent.checkpoint;

import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.ftmpj.protocol.thread.LogicalThread;

/**
 * Notices that the thread which runs main makes no call of MPI for long while a checkpoint is due:
 * it computes, or has another thread make the calls. Has no clock: times are from {@link
 * System#nanoTime}. Any thread.
 */
final class SilentMain {
  private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(1);

  private final Supplier<Thread> main;
  private volatile boolean hasBegun;
  private volatile long calledNs;
  private volatile String caller;
  private volatile boolean told;

  /**
   * @param main the thread that runs main; null before it does
   */
  SilentMain(Supplier<Thread> main) {
    this.main = main;
  }

  /** Records a call of that thread. */
  void called(long nowNs) {
    calledNs = nowNs;
    hasBegun = true;
    told = false;
  }

  /** Records a call of another thread of the program. */
  void calledBy(Thread other) {
    caller = other.getName();
  }

  /**
   * The notice to give; empty if there is none, or it was given since the last call.
   *
   * @param patienceNs how long a checkpoint has to be due first
   * @param dueNs how long one has been due
   */
  Optional<String> look(long nowNs, long patienceNs, long dueNs) {
    Thread thread = main.get();
    if (told || thread == null) {
      return Optional.empty();
    }
    if (!hasBegun) {
      called(nowNs);
    }
    long silentNs = nowNs - calledNs;
    if (dueNs <= 0 || silentNs < LOOK_NS) {
      return Optional.empty();
    }
    StackTraceElement[] stack = thread.getStackTrace();
    if (Arrays.stream(stack).anyMatch(SilentMain::isOfMpi)) {
      called(nowNs); // it waits for a message
      return Optional.empty();
    }
    if (dueNs < patienceNs || silentNs < patienceNs || stack.length == 0) {
      return Optional.empty();
    }
    told = true;
    return Optional.of(
        "main has made no call of MPI for "
            + TimeUnit.NANOSECONDS.toSeconds(silentNs)
            + " s, and is at "
            + LogicalThread.place(stack)
            + (caller == null ? "" : ", while thread \"" + caller + "\" makes calls"));
  }

  /** Whether the frame waits for a message, or is about to make its call. */
  private static boolean isOfMpi(StackTraceElement frame) {
    return frame.getClassName().startsWith("mpi.");
  }
}
