package org.ftmpj.checkpoint.image;

/**
 * What an image holds of an object instead of its fields or elements, and by what the object is
 * found or made again.
 */
enum ObjectKind {
  /** A leaf of {@link Leaves}: its name. */
  LEAF,
  /** A constant of {@link BuiltIns}: its name. */
  BUILT_IN,
  /** A constant of {@link Tokens}: class and name of the field. */
  TOKEN,
  /** A class. */
  CLASS,
  /** A string that literals and {@code String.intern} share: its characters. */
  INTERNED,
  /** A box that all who box its value share: class and value. */
  BOX,
  /** What a {@link Recipe} makes. */
  RECIPE;

  /**
   * How many kinds of objects there are that are not made of what is in the image. A number from
   * there on is that of the object's class.
   */
  static final int KNOWN_OTHERWISE = values().length;
}
