package org.ftmpj.checkpoint.image;

/** What a trace has to ask of the objects of a class, asked of the class once. */
final class TracedClass {
  private final Class<?> type;
  private final boolean mayBeLeaf;
  private final boolean mayBeToken;
  private final boolean mayHaveRecipe;
  private final String refusal;
  private ImageClass contents;

  TracedClass(Class<?> type, Leaves leaves, Tokens tokens) {
    this.type = type;
    mayBeLeaf = leaves.concerns(type);
    mayBeToken = tokens.concern(type);
    refusal = Refusals.ofClass(type);
    mayHaveRecipe = Tokens.isOfTheJdk(type) && !type.isArray();
  }

  boolean mayBeLeaf() {
    return mayBeLeaf;
  }

  boolean mayBeToken() {
    return mayBeToken;
  }

  /** Whether objects of that class may be known by something else than their fields. */
  boolean mayHaveRecipe() {
    return mayHaveRecipe;
  }

  /** The class as it is in the image, with its objects. */
  ImageClass contents(ClassTable classes) throws Refusal {
    if (contents == null) {
      contents = classes.of(type);
      contents.addObjects();
    }
    return contents;
  }

  /** Why objects of that class cannot be captured by their fields; null if they can. */
  String refusal() {
    return refusal;
  }
}
