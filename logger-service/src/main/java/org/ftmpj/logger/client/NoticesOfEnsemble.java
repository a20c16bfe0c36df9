package org.ftmpj.logger.client;

/**
 * Passes on notices of the loggers of one ensemble, by their numbers among all loggers of the job.
 *
 * @param number of the ensemble, from 0
 * @param before the number of loggers in earlier ensembles
 */
record NoticesOfEnsemble(LoggerNotices all, int number, int before) implements LoggerNotices {

  @Override
  public void away(int which, String text) {
    all.away(among(which), text);
  }

  @Override
  public void back(int which, String text) {
    all.back(among(which), text);
  }

  private int among(int which) {
    return which == MAJORITY ? MAJORITY - number : before + which;
  }
}
