package org.ftmpj.interceptors.bridge.value;

/** The services of the rank for processes of the program. Any thread. */
public interface ChildHooks {

  /** Whether what the calling thread does is recorded. */
  boolean isRecorded();

  /** The gate before something leaves the rank. */
  void commit();

  /** Whether checkpoints may need what processes that run were given. */
  boolean storesInput();

  /**
   * A process is run again.
   *
   * @param what in words
   */
  void repeats(String what);

  /**
   * A process that was run again has ended, and perhaps made this file again, which the program had
   * removed.
   */
  void removeAgain(String file);

  /**
   * A process that was run again has written something else, or less, than before. Stops the rank.
   *
   * @param what in words
   */
  RuntimeException differs(String what);

  /**
   * A process that had not ended cannot be run again. Stops the rank.
   *
   * @param what in words
   */
  RuntimeException isNotRepeated(String what, Exception why);
}
