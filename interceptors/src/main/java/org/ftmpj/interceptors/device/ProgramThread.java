package org.ftmpj.interceptors.device;

/**
 * The thread that runs the program's main. It is the one that starts the virtual machine, unless
 * something else is started there that runs the program's main in a thread of its own, as MPJ
 * Express's {@code Wrapper} does. Any thread.
 */
public final class ProgramThread {
  private volatile Thread thread;

  public ProgramThread(Thread thread) {
    this.thread = thread;
  }

  /** Makes the calling thread the program's. To be called before the program does anything. */
  public void begin() {
    thread = Thread.currentThread();
  }

  public boolean isCurrent() {
    return Thread.currentThread() == thread;
  }

  public boolean isAlive() {
    return thread.isAlive();
  }

  String name() {
    return thread.getName();
  }
}
