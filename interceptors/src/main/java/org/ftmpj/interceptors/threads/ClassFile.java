package org.ftmpj.interceptors.threads;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * A quick look at a class file: could it bear threads, or hand anything over between them? Classes
 * that do not are not parsed.
 */
public final class ClassFile {
  private static final int HEADER = 10;
  private static final Set<String> NAMES =
      Set.of("start", "wait", "notify", "notifyAll", "isAlive", "Bsend", "Ibsend");

  /** An inner class: the outer one may have volatile fields. */
  private static final String NEST_HOST = "NestHost";

  private static final byte MONITOR_ENTER = (byte) Opcodes.MONITORENTER;

  private final byte[] bytes;
  private int at = HEADER;
  private boolean names;

  private ClassFile(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * May err towards true.
   *
   * @throws IllegalArgumentException if the class file has constants of an unknown kind
   */
  public static boolean mayUseThreads(byte[] classFile) {
    ClassFile file = new ClassFile(classFile);
    file.skipConstants();
    return file.names || file.hasMonitors();
  }

  private void skipConstants() {
    int count = unsignedShort(HEADER - 2);
    for (int i = 1; i < count; i++) {
      int tag = bytes[at];
      switch (tag) {
        case 1 -> { // Utf8
          int length = unsignedShort(at + 1);
          names = names || means(at + 3, length);
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
  }

  private boolean means(int from, int length) {
    boolean mayBeType = length > 10 && bytes[from] == 'j';
    if (length == NEST_HOST.length() && bytes[from] == 'N' && bytes[from + 4] == 'H') {
      return NEST_HOST.equals(new String(bytes, from, length, StandardCharsets.UTF_8));
    }
    boolean mayBeName = length >= 4 && length <= 9;
    boolean mayMakeText = length > 20 && bytes[from] == '(' && bytes[from + length - 2] == 'g';
    if (!mayBeType && !mayBeName && !mayMakeText) {
      return false;
    }
    String constant = new String(bytes, from, length, StandardCharsets.UTF_8);
    if (mayMakeText) {
      return HandOvers.mayMakeText(constant);
    }
    return mayBeType ? HandOvers.mayMean(constant) : NAMES.contains(constant);
  }

  private boolean hasMonitors() {
    at += 6; // access, this, super
    at += 2 + 2 * unsignedShort(at); // interfaces
    if (skipFields()) {
      return true;
    }
    int methods = unsignedShort(at);
    at += 2;
    for (int i = 0; i < methods; i++) {
      int from = at + 6;
      if ((unsignedShort(at) & Opcodes.ACC_SYNCHRONIZED) != 0) {
        return true;
      }
      skipMember();
      for (int b = from; b < at; b++) {
        if (bytes[b] == MONITOR_ENTER) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether one of them is volatile; then the place is anywhere. */
  private boolean skipFields() {
    int count = unsignedShort(at);
    at += 2;
    for (int i = 0; i < count; i++) {
      if ((unsignedShort(at) & Opcodes.ACC_VOLATILE) != 0) {
        return true;
      }
      skipMember();
    }
    return false;
  }

  private void skipMember() {
    int attributes = unsignedShort(at + 6);
    at += 8;
    for (int i = 0; i < attributes; i++) {
      at += 6 + unsignedInt(at + 2);
    }
  }

  private int unsignedInt(int from) {
    return unsignedShort(from) << 16 | unsignedShort(from + 2);
  }

  private int unsignedShort(int from) {
    return (bytes[from] & 0xFF) << 8 | bytes[from + 1] & 0xFF;
  }
}
