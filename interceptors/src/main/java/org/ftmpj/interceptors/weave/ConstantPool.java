package org.ftmpj.interceptors.weave;

import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * A quick look at a class file: could it call any of the methods that {@link ProgramCalls}
 * redirects? Almost no class does, and those that do not are not parsed.
 */
final class ConstantPool {
  private static final int HEADER = 10;
  private static final byte[][] OWNERS = utf8(ProgramCalls.owners());
  private static final byte[][] NAMES = utf8(ProgramCalls.names());

  private ConstantPool() {}

  /**
   * Whether the constants hold both the class and the name of such a method. May err towards true.
   *
   * @throws IllegalArgumentException if the class file has constants of an unknown kind
   */
  static boolean mayCall(byte[] classFile) {
    boolean owner = false;
    boolean name = false;
    int at = HEADER;
    int count = unsignedShort(classFile, HEADER - 2);
    for (int i = 1; i < count; i++) {
      int tag = classFile[at];
      switch (tag) {
        case 1 -> { // Utf8
          int length = unsignedShort(classFile, at + 1);
          owner = owner || isOneOf(OWNERS, classFile, at + 3, length);
          name = name || isOneOf(NAMES, classFile, at + 3, length);
          at += 3 + length;
        }
        case 5, 6 -> { // Long and Double take two places
          at += 9;
          i++;
        }
        case 3, 4, 9, 10, 11, 12, 17, 18 -> at += 5; // numbers and pairs of references
        case 15 -> at += 4; // MethodHandle
        case 7, 8, 16, 19, 20 -> at += 3; // single references
        default -> throw new IllegalArgumentException("constant of unknown kind " + tag);
      }
      if (owner && name) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOneOf(byte[][] words, byte[] classFile, int from, int length) {
    for (byte[] word : words) {
      if (word.length == length && equal(word, classFile, from)) {
        return true;
      }
    }
    return false;
  }

  private static boolean equal(byte[] word, byte[] classFile, int from) {
    for (int i = 0; i < word.length; i++) {
      if (word[i] != classFile[from + i]) {
        return false;
      }
    }
    return true;
  }

  private static int unsignedShort(byte[] bytes, int at) {
    return (bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF;
  }

  private static byte[][] utf8(Set<String> words) {
    return words.stream().map(w -> w.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
  }
}
