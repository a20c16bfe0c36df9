package org.ftmpj.checkpoint.weave;

/** Which classes are the program's, and at which calls it can be captured. Any thread. */
public interface Sites {

  /**
   * @param name internal name of a class
   */
  boolean isProgram(String name);

  /**
   * Whether the program may be captured before that call, which is then made again. No constructor.
   */
  boolean isMessage(String owner, String name, String descriptor);

  /**
   * Whether a thread that waits in that call, a message, may be captured there: then it is thrown
   * out of the call, which is made again.
   */
  default boolean isWait(String owner, String name, String descriptor) {
    return false;
  }
}
