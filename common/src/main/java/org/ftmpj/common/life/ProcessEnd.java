package org.ftmpj.common.life;

/** Whether this process is coming to its end, by a signal, an exit or its last thread's end. */
public final class ProcessEnd {
  private ProcessEnd() {}

  /**
   * From then on no hook for its end can be added, and so classes that add one cannot be
   * initialized any more: what fails is no news. Any thread.
   */
  public static boolean isUnderWay() {
    Thread hook = new Thread(() -> {});
    try {
      Runtime.getRuntime().addShutdownHook(hook);
      Runtime.getRuntime().removeShutdownHook(hook);
      return false;
    } catch (IllegalStateException endsAlready) {
      return true;
    }
  }
}
