package org.ftmpj.common.config;

/** The treatment of calls by which threads may meet and whose order is not recorded. */
public enum UnknownCalls {
  /** The program gets a warning. */
  WARN,
  /** Stops the rank at such a call, once there are several threads. */
  REFUSE
}
