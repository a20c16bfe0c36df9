package org.ftmpj.checkpoint.image;

/** An object cannot be in an image; where it was met is added by who has met it. */
final class NotInImage extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * @param why a phrase
   */
  NotInImage(String why) {
    super(why);
  }
}
