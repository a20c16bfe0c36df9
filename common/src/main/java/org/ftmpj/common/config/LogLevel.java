package org.ftmpj.common.config;

/** The verbosity of FTMPJ's own messages on standard error; each level includes those before it. */
public enum LogLevel {
  ERROR,
  WARN,
  INFO,
  DEBUG
}
