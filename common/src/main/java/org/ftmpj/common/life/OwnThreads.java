package org.ftmpj.common.life;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The essential threads of FTMPJ in this process, which have to exist and make progress. They are
 * started by this class, and are known until their work returns. Any thread.
 */
public final class OwnThreads {
  private static final OwnThreads ALL = new OwnThreads();

  private final List<Own> threads = new CopyOnWriteArrayList<>();

  /** An empty set, for tests. */
  OwnThreads() {}

  /** The threads of this process. */
  public static OwnThreads all() {
    return ALL;
  }

  /**
   * Starts a daemon thread.
   *
   * @param pulse by which it shows its progress
   * @param work returns when the thread is no longer needed; its exception is noticed
   */
  public Thread start(String name, Pulse pulse, Runnable work) {
    Own own = new Own(pulse);
    Thread thread = new Thread(() -> run(own, work), name);
    thread.setDaemon(true);
    own.thread = thread;
    threads.add(own);
    thread.start();
    return thread;
  }

  /** Starts a daemon thread of which only the existence is checked: it may wait for anything. */
  public Thread start(String name, Runnable work) {
    return start(name, new Pulse(), work);
  }

  private void run(Own own, Runnable work) {
    try {
      work.run();
      threads.remove(own);
    } catch (RuntimeException | Error e) {
      own.end = e;
      throw e;
    }
  }

  /** The threads that exist, or have ended by an error. */
  List<Own> list() {
    return threads;
  }

  /** A thread of FTMPJ. */
  static final class Own {
    private final Pulse pulse;
    private volatile Thread thread;
    private volatile Throwable end;

    Own(Pulse pulse) {
      this.pulse = pulse;
    }

    Thread thread() {
      return thread;
    }

    Pulse pulse() {
      return pulse;
    }

    /** The error by which it has ended; null if it has not. */
    Throwable end() {
      return end;
    }
  }
}
