package org.ftmpj.common.config;

/** What is done about a rank whose process is stopped by a signal. */
public enum HangAction {
  /** Say so; the user may continue it. */
  REPORT,
  /** Kill it, which is a failure like any other. */
  RESTART
}
