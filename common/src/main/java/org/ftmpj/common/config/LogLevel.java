package org.ftmpj.common.config;

/** How much FTMPJ says about itself on standard error; each level includes those before it. */
public enum LogLevel {
  ERROR,
  WARN,
  INFO,
  DEBUG
}
