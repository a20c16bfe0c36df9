package org.ftmpj.checkpoint.bridge;

/** Where calls of ftmpj-api go. All by the thread that runs main, or they stop the rank. */
public interface SafePointHooks {

  /** Makes checkpoints be taken at safe points only. Once. */
  void open();

  /**
   * The program has come to where it goes on from a checkpoint, or begins. Once.
   *
   * @return what was saved; null if the program begins
   */
  byte[] state();

  /**
   * Records that the program has its state, restored or new, and no longer calls the initial code.
   * Once.
   */
  void begun();

  /**
   * A safe point.
   *
   * @param due whether a checkpoint is to be taken if nothing is in the way
   * @param forced whether that is because the program says so
   * @return whether {@link #save} is to follow
   */
  boolean wants(boolean due, boolean forced);

  /** Takes a checkpoint with that state, which nothing changes any more. */
  void save(byte[] state);

  /** The program's state cannot be saved or restored: stops the rank. */
  Error failed(String what, Throwable why);
}
