package org.ftmpj.agent;

import org.ftmpj.agent.logging.DiagnosticsProvider;
import org.ftmpj.agent.process.Diagnostics;
import org.ftmpj.logger.command.EventLoggerMain;

/** The event logger of a job. */
public final class EventLoggerProcess {
  private EventLoggerProcess() {}

  /** Called by its entry, by reflection. Takes the arguments of {@code ftmpj logger}. */
  public static void main(String[] args) {
    DiagnosticsProvider.bind(new Diagnostics());
    EventLoggerMain.main(args);
  }
}
