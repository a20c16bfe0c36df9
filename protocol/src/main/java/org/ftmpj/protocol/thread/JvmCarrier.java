package org.ftmpj.protocol.thread;

import java.lang.ref.WeakReference;

/** A carrier that is a {@link Thread}. Any thread. */
final class JvmCarrier extends WeakReference<Thread> implements Carrier {
  private static final StackTraceElement[] NO_STACK = {};

  JvmCarrier(Thread thread) {
    super(thread);
  }

  @Override
  public boolean is(Object thread) {
    return get() == thread;
  }

  @Override
  public boolean exists() {
    return get() != null;
  }

  @Override
  public boolean hasEnded() {
    Thread thread = get();
    return thread == null || thread.getState() == Thread.State.TERMINATED;
  }

  @Override
  public boolean moves() {
    Thread thread = get();
    if (thread == null) {
      return false;
    }
    Thread.State state = thread.getState();
    return state == Thread.State.RUNNABLE || state == Thread.State.TIMED_WAITING;
  }

  @Override
  public String name() {
    Thread thread = get();
    return thread == null ? "" : thread.getName();
  }

  @Override
  public StackTraceElement[] stack() {
    Thread thread = get();
    return thread == null ? NO_STACK : thread.getStackTrace();
  }
}
