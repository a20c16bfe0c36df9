package org.ftmpj.agent.entry;

/** Runs an event logger from the agent's jar, in a process of its own, without MPJ Express. */
public final class EventLoggerEntry {
  private EventLoggerEntry() {}

  public static void main(String[] args) throws Exception {
    IsolatedLoader.run("org.ftmpj.agent.EventLoggerProcess", args);
  }
}
