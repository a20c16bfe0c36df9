package org.ftmpj.checkpoint.image;

/** The kinds of objects that an image has not by fields or elements, and their data instead. */
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
  /** A cached box: class and value. */
  BOX,
  /** An object that a {@link Recipe} makes. */
  RECIPE;

  /**
   * The number of these kinds. Numbers from there on stand for the class of an object with fields
   * or elements.
   */
  static final int KNOWN_OTHERWISE = values().length;
}
