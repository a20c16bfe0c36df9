package org.ftmpj.api;

/** What protects this process: FTMPJ, or nothing. Called by the thread that runs main. */
interface Protection {

  /** From now on checkpoints are taken at safe points only. */
  void open();

  /** What was saved by the rank's newest checkpoint; null if it begins without one. */
  byte[] state();

  /** The program has what was saved, or has begun without. */
  void begun();

  /**
   * Whether {@link #save} is to follow.
   *
   * @param forced whether the program wants it, although none may be due
   */
  boolean wants(boolean forced);

  /** Takes a checkpoint with that in it. Not changed afterwards. */
  void save(byte[] state);

  /** Stops the rank, if there is one; else what to throw. */
  Error failed(String what, Throwable why);

  /** That of FTMPJ if its agent is in this process. */
  static Protection ofThisProcess() {
    try {
      return new AgentProtection(
          Class.forName(AgentProtection.CLASS, true, ClassLoader.getSystemClassLoader()));
    } catch (ClassNotFoundException e) {
      return new NoProtection();
    }
  }
}
