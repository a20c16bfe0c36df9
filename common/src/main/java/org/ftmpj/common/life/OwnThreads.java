package org.ftmpj.common.life;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The threads of ours in this process that have to be there and come forward. They are started
 * here, and are known until their work returns. Any thread.
 */
public final class OwnThreads {
  private static final OwnThreads ALL = new OwnThreads();

  private final List<Own> threads = new CopyOnWriteArrayList<>();

  /** Tests have their own. */
  OwnThreads() {}

  /** Those of this process. */
  public static OwnThreads all() {
    return ALL;
  }

  /**
   * Starts a daemon thread.
   *
   * @param pulse by which it shows that it comes forward
   * @param work returns when the thread is not needed any more; what it throws is noticed
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

  /** The same of a thread of which only is known whether it is there: it may wait for anything. */
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

  /** Those that are there, or have ended by an error. */
  List<Own> list() {
    return threads;
  }

  /** One of them. */
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

    /** By what it has ended; null if it has not. */
    Throwable end() {
      return end;
    }
  }
}
