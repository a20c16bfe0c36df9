package org.ftmpj.checkpoint.image;

import java.lang.instrument.Instrumentation;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * Makes images of the program's heap: all that its statics and a root lead to. One for each virtual
 * machine, used by the thread that runs main, while no other thread runs code of the program.
 */
public final class ImageWriter {
  private final ProgramTypes types;
  private final Leaves leaves;
  private final Map<String, String> fingerprint;
  private final Tokens tokens = new Tokens();
  private final InitialisedClasses classes;

  /** Null before the first image. */
  private ByteBuffer block;

  /**
   * @param fingerprint what has to be the same where an image is restored, besides the Java virtual
   *     machine, by names that a user understands
   */
  public ImageWriter(
      Instrumentation instrumentation,
      ProgramTypes types,
      Leaves leaves,
      Map<String, String> fingerprint) {
    this.types = types;
    this.leaves = leaves;
    this.fingerprint = Map.copyOf(fingerprint);
    classes = new InitialisedClasses(instrumentation, types, tokens);
  }

  /**
   * Finds all that belongs to an image. The program has to stand still until it is written; nothing
   * of it is changed.
   *
   * @throws NotCapturable if something cannot be in an image; another moment may do
   */
  public HeapTrace trace(Object root) throws NotCapturable {
    classes.update();
    HeapTrace trace = new HeapTrace(fingerprint, types, leaves, tokens, classes.program(), block());
    trace.trace(root);
    return trace;
  }

  /** The block of all images: a new one is a mebibyte of pages to be cleared. */
  private ByteBuffer block() {
    if (block == null) {
      block = ImageOutput.newBlock();
    }
    return block;
  }
}
