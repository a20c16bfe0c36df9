package org.ftmpj.checkpoint.image;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes images of the program's heap: all that its statics and a root lead to. One for each virtual
 * machine, used by the thread that runs main, while no other thread runs code of the program.
 */
public final class ImageWriter {
  private final Instrumentation instrumentation;
  private final ProgramTypes types;
  private final Leaves leaves;
  private final Map<String, String> fingerprint;
  private final Tokens tokens;

  /**
   * @param fingerprint what has to be the same where an image is restored, besides the Java virtual
   *     machine, by names that a user understands
   */
  public ImageWriter(
      Instrumentation instrumentation,
      ProgramTypes types,
      Leaves leaves,
      Map<String, String> fingerprint) {
    this.instrumentation = instrumentation;
    this.types = types;
    this.leaves = leaves;
    this.fingerprint = Map.copyOf(fingerprint);
    tokens = new Tokens(instrumentation, types);
  }

  /**
   * Finds all that belongs to an image. The program has to stand still until it is written; nothing
   * of it is changed, but that its objects have identity hash codes afterwards.
   *
   * @throws NotCapturable if something cannot be in an image; another moment may do
   */
  public HeapTrace trace(Object root) throws NotCapturable {
    tokens.update();
    HeapTrace trace = new HeapTrace(fingerprint, types, leaves, tokens, program());
    trace.trace(root);
    return trace;
  }

  private List<Class<?>> program() {
    List<Class<?>> program = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (!type.isArray()
          && !type.isHidden()
          && types.isProgram(type)
          && JdkMemory.isInitialised(type)) {
        program.add(type);
      }
    }
    return program;
  }
}
