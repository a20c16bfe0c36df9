package org.ftmpj.checkpoint.image;

/**
 * Thrown when something in the heap cannot be in an image. The program is unchanged, and nothing
 * has been written.
 */
public final class NotCapturable extends Exception {
  private static final long serialVersionUID = 1L;

  private final String type;

  /**
   * @param type the class of the object
   * @param why the reason, as a phrase
   * @param path the references that lead to the object, from a static field or the stack
   */
  NotCapturable(String type, String why, String path) {
    super(type + " (" + why + "), reached by " + path);
    this.type = type;
  }

  /** The name of the class of the object that cannot be captured. */
  public String type() {
    return type;
  }
}
