package org.ftmpj.common.config;

/** What is done about calls by which threads may meet and whose order is not recorded. */
public enum UnknownCalls {
  /** The program is told of them. */
  WARN,
  /** Stops the rank at such a call, once there are several threads. */
  REFUSE
}
