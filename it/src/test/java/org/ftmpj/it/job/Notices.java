package org.ftmpj.it.job;

/** What the launcher says on standard error. */
public final class Notices {
  public static final String RECOVERED = "recovered";

  private Notices() {}
}
