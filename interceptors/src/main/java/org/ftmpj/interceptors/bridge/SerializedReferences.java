package org.ftmpj.interceptors.bridge;

import java.lang.invoke.SerializedLambda;
import java.util.stream.IntStream;

/**
 * Serialized references to methods that are redirected: they name a method that weaving has added,
 * where the compiler's {@code $deserializeLambda$} knows the original only.
 */
public final class SerializedReferences {
  /** The type of {@link #original}. */
  public static final String ORIGINAL =
      "(Ljava/lang/invoke/SerializedLambda;Ljava/lang/Class;Ljava/lang/String;)"
          + "Ljava/lang/invoke/SerializedLambda;";

  private SerializedReferences() {}

  /**
   * Restores the reference that the compiler has written, if it was changed.
   *
   * @param of the class of the reference
   * @param table a line for each added method: its name, and kind, class, name and type of the
   *     original, separated by blanks
   */
  public static SerializedLambda original(SerializedLambda read, Class<?> of, String table) {
    for (String line : table.split("\n")) {
      String[] words = line.split(" ");
      if (words[0].equals(read.getImplMethodName())) {
        return new SerializedLambda(
            of,
            read.getFunctionalInterfaceClass(),
            read.getFunctionalInterfaceMethodName(),
            read.getFunctionalInterfaceMethodSignature(),
            Integer.parseInt(words[1]),
            words[2],
            words[3],
            words[4],
            read.getInstantiatedMethodType(),
            IntStream.range(0, read.getCapturedArgCount())
                .mapToObj(read::getCapturedArg)
                .toArray());
      }
    }
    return read;
  }
}
