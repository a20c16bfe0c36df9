package org.ftmpj.interceptors.weave;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A quick look at a class file: could it call any of some methods? Most classes do not, and those
 * are not parsed. Any thread.
 */
final class ConstantPool {
  private static final int HEADER = 10;

  private final byte[][] words;

  /** Of each method the words of its owner and of its name. */
  private final int[][] methods;

  /** The beginnings of names of classes; one such class is enough. */
  private final byte[][] packages;

  /**
   * @param targets the methods; their descriptors do not matter
   * @param packages internal names, with a slash at the end, of packages whose methods count, too
   */
  ConstantPool(Iterable<Redirections.Target> targets, Collection<String> packages) {
    this.packages =
        packages.stream().map(p -> p.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    List<String> all = new ArrayList<>();
    List<int[]> pairs = new ArrayList<>();
    for (Redirections.Target target : targets) {
      pairs.add(new int[] {index(target.owner(), all), index(target.name(), all)});
    }
    words = all.stream().map(w -> w.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    methods = pairs.toArray(int[][]::new);
  }

  private static int index(String word, List<String> all) {
    if (!all.contains(word)) {
      all.add(word);
    }
    return all.indexOf(word);
  }

  /**
   * Whether the constants hold both the class and the name of such a method. May err towards true.
   *
   * @throws IllegalArgumentException if the class file has constants of an unknown kind
   */
  boolean mayCall(byte[] classFile) {
    boolean[] found = new boolean[words.length];
    int at = HEADER;
    int count = unsignedShort(classFile, HEADER - 2);
    for (int i = 1; i < count; i++) {
      int tag = classFile[at];
      switch (tag) {
        case 1 -> { // Utf8
          int length = unsignedShort(classFile, at + 1);
          if (isInPackage(classFile, at + 3, length)) {
            return true;
          }
          look(classFile, at + 3, length, found);
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
    }
    for (int[] method : methods) {
      if (found[method[0]] && found[method[1]]) {
        return true;
      }
    }
    return false;
  }

  private boolean isInPackage(byte[] classFile, int from, int length) {
    for (byte[] start : packages) {
      if (length > start.length && equal(start, classFile, from)) {
        return true;
      }
    }
    return false;
  }

  private void look(byte[] classFile, int from, int length, boolean[] found) {
    for (int i = 0; i < words.length; i++) {
      byte[] word = words[i];
      if (word.length == length && equal(word, classFile, from)) {
        found[i] = true;
        return;
      }
    }
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
}
