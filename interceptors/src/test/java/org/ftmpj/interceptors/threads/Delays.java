package org.ftmpj.interceptors.threads;

/** Has a program be late where a test says so. Not woven. */
public final class Delays {
  private static volatile int mainMs;
  private static volatile int workerMs;

  private Delays() {}

  /** From now on. */
  static void set(int ofMainMs, int ofWorkersMs) {
    mainMs = ofMainMs;
    workerMs = ofWorkersMs;
  }

  public static void main() {
    sleep(mainMs);
  }

  /** Before a worker of an executor looks for its first task. */
  public static void worker() {
    sleep(workerMs);
  }

  private static void sleep(int ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
