package org.ftmpj.protocol.thread;

import java.util.concurrent.locks.LockSupport;

/**
 * Stops threads of the program, and tells their state, as {@link Thread} does. Any thread of the
 * program.
 */
public final class ThreadStops {
  /** The time that a stopped thread may take to end: a second, in looks. */
  private static final int LOOKS = 1_000;

  /** The number of consecutive looks without an event that show that a thread makes none. */
  private static final int QUIET_LOOKS = 3;

  private static final long LOOK_NS = 1_000_000;

  private final Threads threads;
  private final EventLock lock;

  ThreadStops(Threads threads, EventLock lock) {
    this.threads = threads;
    this.lock = lock;
  }

  /**
   * Stops another thread as {@link Thread#stop} does, which is an event of the calling one. The
   * other thread ends with a {@code ThreadDeath} at its next event, or where it waits for a message
   * or another thread. If it makes no event for some ms, it ends in code of the program.
   */
  public void stop(Thread target, JvmStop jvm) {
    if (!threads.areActive()) {
      jvm.stop(target);
      return;
    }
    LogicalThread thread;
    threads.enter();
    try {
      thread = threads.runBy(target);
      if (thread == null) {
        jvm.stop(target);
      } else {
        threads.stop(thread);
      }
    } finally {
      threads.leave(null);
    }
    threads.requireNotStopped();
    if (thread != null) {
      stopInProgram(thread, target, jvm);
    }
  }

  /**
   * Makes the virtual machine stop a thread that makes no events. A thread that makes events is
   * never stopped this way: it could end within FTMPJ's code with a lock that is then never
   * released.
   */
  private void stopInProgram(LogicalThread thread, Thread target, JvmStop jvm) {
    int events = -1;
    int quiet = 0;
    for (int look = 0; look < LOOKS && thread.isToStop() && target.isAlive(); look++) {
      LockSupport.parkNanos(LOOK_NS);
      lock.lock();
      try {
        quiet = events == thread.events() ? quiet + 1 : 0;
        events = thread.events();
        if (quiet >= QUIET_LOOKS
            && thread.state().isBusy()
            && jvm.stopIf(target, carrier -> LogicalThread.isInProgram(carrier.getStackTrace()))) {
          thread.takeDeath();
        }
      } finally {
        lock.unlock();
      }
    }
  }

  /**
   * The state that a thread would have if it did not wait for other threads' events and did not
   * wake up now and then from a wait without a limit.
   */
  public Thread.State state(Thread target) {
    lock.lock();
    try {
      Thread.State state = target.getState();
      if (lock.hasQueued(target)) {
        return Thread.State.RUNNABLE;
      }
      LogicalThread thread = threads.runBy(target);
      boolean endless =
          state == Thread.State.TIMED_WAITING
              && thread != null
              && thread.state() == ThreadState.AWAITS_A_HAND_OVER;
      return endless ? Thread.State.WAITING : state;
    } finally {
      lock.unlock();
    }
  }
}
