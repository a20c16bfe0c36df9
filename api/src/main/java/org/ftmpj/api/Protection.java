package org.ftmpj.api;

/**
 * The protection of this process, by FTMPJ or by nothing. FTMPJ, or nothing. Called by the thread
 * that runs main.
 */
interface Protection {

  /** Makes checkpoints be taken at safe points only from now on. */
  void open();

  /** The saved state of the rank's newest checkpoint; null if it begins without one. */
  byte[] state();

  /** Records that the program has its saved state, or has begun without one. */
  void begun();

  /**
   * Whether {@link #save} has to follow.
   *
   * @param forced whether the program wants it, although none may be due
   */
  boolean wants(boolean forced);

  /**
   * Takes a checkpoint with that state, which is not changed afterwards. Not changed afterwards.
   */
  void save(byte[] state);

  /** Stops the rank, if there is one; else returns the error to throw. */
  Error failed(String what, Throwable why);

  /** The protection by FTMPJ if its agent is in this process, else none. */
  static Protection ofThisProcess() {
    try {
      return new AgentProtection(
          Class.forName(AgentProtection.CLASS, true, ClassLoader.getSystemClassLoader()));
    } catch (ClassNotFoundException e) {
      return new NoProtection();
    }
  }
}
