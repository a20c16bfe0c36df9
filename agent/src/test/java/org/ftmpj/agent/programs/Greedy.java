package org.ftmpj.agent.programs;

import java.lang.instrument.Instrumentation;

/** Another agent, one that loads MPJ Express too early. */
public final class Greedy {
  private Greedy() {}

  /** Called by the virtual machine. */
  public static void premain(String arguments, Instrumentation instrumentation) throws Exception {
    Class.forName("mpi.Request");
    Class.forName("mpjdev.javampjdev.MPJDev", false, ClassLoader.getSystemClassLoader());
  }
}
