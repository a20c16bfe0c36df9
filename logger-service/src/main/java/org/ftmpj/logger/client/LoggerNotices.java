package org.ftmpj.logger.client;

/**
 * Receives notices of event loggers that do not answer for long. Several processes of a job notice
 * the same absence; this decides what the user sees. Any thread; must not wait.
 */
public interface LoggerNotices {
  /**
   * The value of {@code which} if a majority of the first ensemble is away; -1, -2 and so on for
   * the next ones.
   */
  int MAJORITY = 0;

  /**
   * Called when a logger does not answer.
   *
   * @param which the number of the logger in the job's list, from 1, or that of a majority
   */
  void away(int which, String text);

  /**
   * Called when a logger answers again, or for the first time: its absence may never have been
   * reported, or by a process that has died since.
   */
  void back(int which, String text);
}
