package org.ftmpj.checkpoint.bridge;

/**
 * A wrapper of a thread's task that makes its stack capturable. In images it is an ordinary object
 * of the program's heap.
 */
public final class DrivenTask implements Runnable {
  private final Runnable task;

  /**
   * @param task the program's task
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
