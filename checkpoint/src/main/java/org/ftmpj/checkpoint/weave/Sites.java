package org.ftmpj.checkpoint.weave;

/** The classes of the program, and the calls at which it can be captured. Any thread. */
public interface Sites {

  /**
   * @param name internal name of a class
   */
  boolean isProgram(String name);

  /**
   * Whether the program may be captured before this call, which is then made again. Never a
   * constructor.
   */
  boolean isMessage(String owner, String name, String descriptor);

  /**
   * Whether a thread that waits in this call of MPI may be captured there: it is then thrown out of
   * the call, which is made again.
   */
  default boolean isWait(String owner, String name, String descriptor) {
    return false;
  }
}
