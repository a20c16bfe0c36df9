package org.ftmpj.checkpoint.image;

import java.lang.instrument.Instrumentation;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * Makes images of the program's heap: everything reachable from its statics and a root. One for
 * each virtual machine, used by the thread that runs main, while no other thread runs code of the
 * program.
 */
public final class ImageWriter {
  private final ProgramTypes types;
  private final Leaves leaves;
  private final Map<String, String> fingerprint;
  private final Tokens tokens = new Tokens();
  private final InitialisedClasses classes;

  /** The block of all images; null before the first one. */
  private ByteBuffer block;

  /**
   * @param fingerprint properties that have to be the same at a restart, besides the Java virtual
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
   * Finds all objects of an image. The program has to stand still until the image is written; this
   * changes nothing in it.
   *
   * @throws NotCapturable if an object cannot be in an image; a later attempt may succeed
   */
  public HeapTrace trace(Object root) throws NotCapturable {
    classes.update();
    HeapTrace trace = new HeapTrace(fingerprint, types, leaves, tokens, classes.program(), block());
    trace.trace(root);
    return trace;
  }

  /** The block of all images, since each new one would be a mebibyte of pages to clear. */
  private ByteBuffer block() {
    if (block == null) {
      block = ImageOutput.newBlock();
    }
    return block;
  }
}
