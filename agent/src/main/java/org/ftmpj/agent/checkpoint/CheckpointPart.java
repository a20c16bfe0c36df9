package org.ftmpj.agent.checkpoint;

/**
 * Knowledge of FTMPJ about the program that a checkpoint has to store beside the program's own
 * objects. Called by the thread that runs main, between two operations.
 */
public interface CheckpointPart {

  /** The value to store, as an object of the JDK's types. Nothing changes it any more. */
  Object saved();

  /** Its description, for a message that names an object which it refers to. */
  default String what() {
    return "what FTMPJ keeps of the program";
  }

  /**
   * Restores the value that {@link #saved} returned in an earlier incarnation, before the program
   * continues.
   */
  void restore(Object saved);
}
