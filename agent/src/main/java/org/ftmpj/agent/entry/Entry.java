package org.ftmpj.agent.entry;

import java.io.File;
import java.lang.instrument.Instrumentation;

/** Crosses into the isolated class loader. */
public final class Entry {
  private Entry() {}

  /** Called by {@link Premain}. */
  public static void start(String arguments, Instrumentation instrumentation) throws Exception {
    File jar = new File(Entry.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    ClassLoader isolated = new IsolatedLoader(jar, Entry.class.getClassLoader());
    isolated
        .loadClass("org.ftmpj.agent.Agent")
        .getMethod("start", String.class, Instrumentation.class)
        .invoke(null, arguments, instrumentation);
  }
}
