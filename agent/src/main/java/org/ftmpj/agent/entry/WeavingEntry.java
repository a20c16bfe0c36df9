package org.ftmpj.agent.entry;

/** Weaves the MPJ Express on the class path for ranks that will start. */
public final class WeavingEntry {
  private WeavingEntry() {}

  public static void main(String[] args) throws Exception {
    IsolatedLoader.run("org.ftmpj.interceptors.doorway.WeavingAhead", args);
  }
}
