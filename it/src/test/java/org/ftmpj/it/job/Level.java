package org.ftmpj.it.job;

import java.util.Locale;

/** What failure is survived. */
public enum Level {
  PROCESS,
  HOST;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
