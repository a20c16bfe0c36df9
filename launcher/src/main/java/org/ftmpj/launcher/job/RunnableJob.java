package org.ftmpj.launcher.job;

/** A job that this launcher can run. */
public interface RunnableJob {

  /** How far it is, from now on. */
  JobFigures figures();

  /**
   * Runs it to its end; no process of it is left then, and no file, unless it is to be kept or
   * FTMPJ could not go on. To be called once.
   *
   * @return exit code
   * @throws org.ftmpj.common.error.FtmpjException if FTMPJ could not go on
   */
  int run() throws InterruptedException;
}
