package org.ftmpj.agent.entry;

import java.io.File;
import java.lang.instrument.Instrumentation;

/** Crosses into the isolated class loader. */
public final class Entry {
  private static ClassLoader isolated;

  private Entry() {}

  /** Called by {@link Premain}, once for each time the agent is given. */
  public static void start(String arguments, Instrumentation instrumentation) throws Exception {
    if (isolated == null) {
      File jar = new File(Entry.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      isolated = new IsolatedLoader(jar, Entry.class.getClassLoader());
    }
    isolated
        .loadClass("org.ftmpj.agent.Agent")
        .getMethod("start", String.class, Instrumentation.class)
        .invoke(null, arguments, instrumentation);
  }
}
