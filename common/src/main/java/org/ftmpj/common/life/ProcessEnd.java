package org.ftmpj.common.life;

/** The end of this process, by a signal, an exit or the end of its last thread. */
public final class ProcessEnd {
  private ProcessEnd() {}

  /**
   * Whether the process is ending. From then on no hook can be added, so classes that add one
   * cannot be initialized any more, and failures are no news. Any thread.
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
