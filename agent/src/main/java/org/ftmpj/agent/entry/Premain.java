package org.ftmpj.agent.entry;

import java.lang.instrument.Instrumentation;

/**
 * Where the virtual machine enters the agent. Compiled for Java 8, so that an old one is told what
 * it needs instead of that it cannot read a class.
 */
public final class Premain {
  private static final int LEAST = 17;
  private static final int REFUSED = 70;

  private Premain() {}

  /** Called by the virtual machine, in the thread that will run main. */
  public static void premain(String arguments, Instrumentation instrumentation) throws Exception {
    String version = System.getProperty("java.specification.version");
    if (isTooOld(version) && isOfJob()) {
      System.err.println(
          "ftmpj: FTMPJ-1003: this is Java " + version + ". Use Java " + LEAST + " or newer.");
      Runtime.getRuntime().halt(REFUSED);
    }
    if (isTooOld(version)) {
      return;
    }
    Class.forName("org.ftmpj.agent.entry.Entry")
        .getMethod("start", String.class, Instrumentation.class)
        .invoke(null, arguments, instrumentation);
  }

  /** Other processes that are given the agent are left alone, whatever Java they have. */
  private static boolean isOfJob() {
    return System.getenv("FT_JOB_DIR") != null
        || System.getProperty("sun.java.command", "").startsWith("runtime.");
  }

  static boolean isTooOld(String version) {
    return version.startsWith("1.") || Integer.parseInt(version) < LEAST;
  }
}
