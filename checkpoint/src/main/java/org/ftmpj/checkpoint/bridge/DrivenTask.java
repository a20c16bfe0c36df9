package org.ftmpj.checkpoint.bridge;

/**
 * The replacement of a thread's task, by which its stack can be captured. In images it is an
 * ordinary object of the program's heap.
 */
public final class DrivenTask implements Runnable {
  private final Runnable task;

  /**
   * @param task of the program
   */
  public DrivenTask(Runnable task) {
    this.task = task;
  }

  @Override
  public void run() {
    if (ThreadDriver.begins()) {
      ThreadDriver.drive(task);
    } else {
      task.run();
    }
  }
}
