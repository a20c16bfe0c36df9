package org.ftmpj.agent.entry;

import java.io.File;

/** Runs an event logger from the agent's jar, in a process of its own, without MPJ Express. */
public final class EventLoggerEntry {
  private EventLoggerEntry() {}

  public static void main(String[] args) throws Exception {
    File jar =
        new File(
            EventLoggerEntry.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    ClassLoader isolated = new IsolatedLoader(jar, EventLoggerEntry.class.getClassLoader());
    Thread.currentThread().setContextClassLoader(isolated);
    isolated
        .loadClass("org.ftmpj.agent.EventLoggerProcess")
        .getMethod("main", String[].class)
        .invoke(null, (Object) args);
  }
}
