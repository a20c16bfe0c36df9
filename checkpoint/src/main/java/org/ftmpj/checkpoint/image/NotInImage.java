package org.ftmpj.checkpoint.image;

/** Thrown when an object cannot be in an image; the trace adds the path to it. */
final class NotInImage extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * @param why a phrase
   */
  NotInImage(String why) {
    super(why);
  }
}
