package org.ftmpj.agent.logging;

import org.ftmpj.agent.process.Diagnostics;
import org.ftmpj.common.config.LogLevel;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** A logger of our libraries. */
final class DiagnosticsLogger extends LegacyAbstractLogger {
  private static final long serialVersionUID = 1L;

  private final transient Diagnostics diagnostics;

  DiagnosticsLogger(String name, Diagnostics diagnostics) {
    this.name = name;
    this.diagnostics = diagnostics;
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level, Marker marker, String pattern, Object[] arguments, Throwable thrown) {
    diagnostics.say(
        ours(level), source(level) + MessageFormatter.basicArrayFormat(pattern, arguments));
    if (thrown != null) {
      diagnostics.trace(ours(level), thrown);
    }
  }

  /** Our own messages say what they are about. */
  private String source(Level level) {
    boolean forUsers = name.startsWith("org.ftmpj.") && level != Level.DEBUG;
    return forUsers ? "" : name + ": ";
  }

  private static LogLevel ours(Level level) {
    return switch (level) {
      case ERROR -> LogLevel.ERROR;
      case WARN -> LogLevel.WARN;
      case INFO -> LogLevel.INFO;
      case DEBUG, TRACE -> LogLevel.DEBUG;
    };
  }

  @Override
  public boolean isTraceEnabled() {
    return false;
  }

  @Override
  public boolean isDebugEnabled() {
    return diagnostics.isOn(LogLevel.DEBUG);
  }

  @Override
  public boolean isInfoEnabled() {
    return diagnostics.isOn(LogLevel.INFO);
  }

  @Override
  public boolean isWarnEnabled() {
    return diagnostics.isOn(LogLevel.WARN);
  }

  @Override
  public boolean isErrorEnabled() {
    return diagnostics.isOn(LogLevel.ERROR);
  }

  @Override
  protected String getFullyQualifiedCallerName() {
    return null;
  }
}
