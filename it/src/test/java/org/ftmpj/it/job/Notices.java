package org.ftmpj.it.job;

/** What the launcher says on standard error. */
public final class Notices {
  public static final String RECOVERED = " recovered as incarnation ";

  /** Said with the job directory when it is kept: because FTMPJ could not go on. */
  public static final String JOB_DIRECTORY = "the job directory is ";

  /** Said when a rank prints something else than before its failure. */
  public static final String OTHER_OUTPUT = "where an earlier incarnation wrote '";

  private Notices() {}
}
