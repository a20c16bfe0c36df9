package org.ftmpj.logger.client;

/**
 * Is told which event loggers of several do not answer for long. Several processes of a job notice
 * the same; what comes of that for the user is decided here. Any thread; must not wait.
 */
public interface LoggerNotices {
  /** What {@code which} is if a majority of the first ensemble is away; of the next ones -1, -2. */
  int MAJORITY = 0;

  /**
   * It does not answer.
   *
   * @param which the number of the logger in the job's list, from 1, or that of a majority
   */
  void away(int which, String text);

  /**
   * It answers: again, or for the first time, when nothing may have been told of it, or a process
   * that has died since has told that it is away.
   */
  void back(int which, String text);
}
