package org.ftmpj.agent.entry;

import org.ftmpj.logger.command.EventLoggerMain;

/** Plays the entry of the agent's jar by which an event logger is started. */
public final class EventLoggerEntry {
  private EventLoggerEntry() {}

  public static void main(String[] args) {
    EventLoggerMain.main(args);
  }
}
