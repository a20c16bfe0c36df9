package org.ftmpj.checkpoint.image;

/** The properties of a class that a trace needs for its objects, determined once. */
final class TracedClass {
  /** The way in which its objects may be identified, if not by their fields. */
  enum Special {
    CLASS,
    STRING,
    BOX,
    BUILT_IN,
    RECIPE,
    NONE
  }

  private final Class<?> type;
  private final boolean mayBeLeaf;
  private final boolean mayBeToken;
  private final Special special;
  private final Recipe recipe;
  private final String refusal;
  private ImageClass contents;

  TracedClass(Class<?> type, Leaves leaves, Tokens tokens) {
    this.type = type;
    mayBeLeaf = leaves.concerns(type);
    mayBeToken = tokens.concern(type);
    refusal = Refusals.ofClass(type);
    recipe = Recipe.of(type);
    special = findSpecial();
  }

  private Special findSpecial() {
    if (type == Class.class) {
      return Special.CLASS;
    } else if (type == String.class) {
      return Special.STRING;
    } else if (Boxes.isBox(type)) {
      return Special.BOX;
    } else if (BuiltIns.concern(type)) {
      return Special.BUILT_IN;
    }
    return recipe == null ? Special.NONE : Special.RECIPE;
  }

  boolean mayBeLeaf() {
    return mayBeLeaf;
  }

  boolean mayBeToken() {
    return mayBeToken;
  }

  Special special() {
    return special;
  }

  /** The recipe for objects of this class; null if there is none. */
  Recipe recipe() {
    return recipe;
  }

  /** The class in the image, with its objects. */
  ImageClass contents(ClassTable classes) throws NotInImage {
    if (contents == null) {
      contents = classes.of(type);
      contents.addObjects();
    }
    return contents;
  }

  /** The reason why objects of this class cannot be captured by their fields; null if they can. */
  String refusal() {
    return refusal;
  }
}
