package org.ftmpj.agent.entry;

import java.lang.instrument.Instrumentation;

/** Crosses into the isolated class loader. */
public final class Entry {
  private static ClassLoader isolated;
  private static boolean asked;

  private Entry() {}

  /**
   * Called by {@link Premain}, once for each time the agent is given. It may be given by {@code
   * JAVA_TOOL_OPTIONS} and on the command line: without arguments, the second one does nothing.
   */
  public static void start(String arguments, Instrumentation instrumentation) throws Exception {
    boolean again = asked;
    asked = true;
    if (again ? isolated == null || arguments == null : !Membership.isOfJob(arguments)) {
      return;
    }
    if (isolated == null) {
      isolated = IsolatedLoader.ofThisJar();
    }
    isolated
        .loadClass("org.ftmpj.agent.Agent")
        .getMethod("start", String.class, Instrumentation.class)
        .invoke(null, arguments, instrumentation);
  }
}
