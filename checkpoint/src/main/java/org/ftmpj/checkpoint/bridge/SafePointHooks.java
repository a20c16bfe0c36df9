package org.ftmpj.checkpoint.bridge;

/** The hooks for the calls of ftmpj-api. Calls by another thread than main's stop the rank. */
public interface SafePointHooks {

  /** Restricts checkpoints to safe points. Called once. */
  void open();

  /**
   * Called once where the program begins or goes on from a checkpoint.
   *
   * @return the saved state; null if the program begins
   */
  byte[] state();

  /**
   * Records that the program has its state, restored or new, and no longer calls the initial code.
   * Once.
   */
  void begun();

  /**
   * Called at a safe point.
   *
   * @param due whether a checkpoint should be taken if there is no obstacle
   * @param forced whether the program itself wants it
   * @return whether to call {@link #save}
   */
  boolean wants(boolean due, boolean forced);

  /** Takes a checkpoint with that state, which must not change any more. */
  void save(byte[] state);

  /** Stops the rank, whose program state cannot be saved or restored. */
  Error failed(String what, Throwable why);
}
