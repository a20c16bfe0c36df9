package org.ftmpj.checkpoint.weave;

import java.util.Arrays;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * Finds the instructions that call in the methods of a class file, and passes over all others by
 * their lengths (Java Virtual Machine Specification, 6.5). When a rank starts, it reads all classes
 * of its program. A visitor of ASM decodes each instruction, so the Java virtual machine would
 * compile ASM's decoder, which takes longer than the reading.
 */
final class CallScanner {
  /** The receiver of the calls that are found. */
  interface Listener {
    /** A method with code; its calls follow. */
    void method(String name, String descriptor);

    /**
     * A call, except by {@code invokedynamic}.
     *
     * @param reference the number of the constant that names the method called
     */
    void call(int reference);
  }

  private static final String CODE = "Code";
  private static final int CODE_LENGTH = 4;
  private static final int CODE_START = 8;

  /** Bytes of a field or method before its attributes. */
  private static final int MEMBER_HEAD = 6;

  /** Bytes of an attribute before its content. */
  static final int ATTRIBUTE_HEAD = 6;

  private static final int WIDE = 196;
  private static final int LAST_OPCODE = 201;

  /** The length of instructions whose length varies. */
  private static final byte VARIES = 0;

  private static final byte[] LENGTHS = lengths();

  private final ClassReader reader;
  private final char[] buffer;
  private final Listener listener;

  private CallScanner(ClassReader reader, Listener listener) {
    this.reader = reader;
    this.buffer = new char[reader.getMaxStringLength()];
    this.listener = listener;
  }

  /**
   * @throws RuntimeException if the bytes are not a class file, as ASM does
   */
  static void scan(ClassReader reader, Listener listener) {
    new CallScanner(reader, listener).scan();
  }

  /**
   * Where the attributes of a class begin: their number.
   *
   * @return an offset, as the reader counts them
   */
  static int attributes(ClassReader reader) {
    return skipMembers(reader, skipMembers(reader, fields(reader)));
  }

  /** The offset after an attribute. */
  static int afterAttribute(ClassReader reader, int attribute) {
    return attribute + ATTRIBUTE_HEAD + reader.readInt(attribute + 2);
  }

  private static int fields(ClassReader reader) {
    int interfaces = reader.header + MEMBER_HEAD;
    return interfaces + 2 + 2 * reader.readUnsignedShort(interfaces);
  }

  private static int skipMembers(ClassReader reader, int members) {
    int at = members + 2;
    for (int left = reader.readUnsignedShort(members); left > 0; left--) {
      at = skipAttributes(reader, at + MEMBER_HEAD);
    }
    return at;
  }

  private static int skipAttributes(ClassReader reader, int attributes) {
    int at = attributes + 2;
    for (int left = reader.readUnsignedShort(attributes); left > 0; left--) {
      at = afterAttribute(reader, at);
    }
    return at;
  }

  private void scan() {
    int methods = skipMembers(reader, fields(reader));
    int at = methods + 2;
    for (int left = reader.readUnsignedShort(methods); left > 0; left--) {
      at = method(at);
    }
  }

  /** The offset after it. */
  private int method(int method) {
    int attributes = method + MEMBER_HEAD;
    int at = attributes + 2;
    for (int left = reader.readUnsignedShort(attributes); left > 0; left--) {
      if (reader.readUTF8(at, buffer).equals(CODE)) {
        listener.method(reader.readUTF8(method + 2, buffer), reader.readUTF8(method + 4, buffer));
        int code = at + ATTRIBUTE_HEAD;
        code(code + CODE_START, reader.readInt(code + CODE_LENGTH));
      }
      at = afterAttribute(reader, at);
    }
    return at;
  }

  private void code(int start, int length) {
    int end = start + length;
    for (int at = start; at < end; ) {
      int opcode = reader.readByte(at);
      if (opcode >= Opcodes.INVOKEVIRTUAL && opcode <= Opcodes.INVOKEINTERFACE) {
        listener.call(reader.readUnsignedShort(at + 1));
      }
      int known = opcode <= LAST_OPCODE ? LENGTHS[opcode] : VARIES;
      at += known != VARIES ? known : varying(opcode, at, start);
    }
  }

  private int varying(int opcode, int at, int start) {
    // The operands of a switch begin at a multiple of four bytes of the code.
    int operands = at + 4 - (at - start & 3);
    return switch (opcode) {
      case Opcodes.TABLESWITCH ->
          operands
              - at
              + 12
              + 4 * (reader.readInt(operands + 8) - reader.readInt(operands + 4) + 1);
      case Opcodes.LOOKUPSWITCH -> operands - at + 8 + 8 * reader.readInt(operands + 4);
      case WIDE -> reader.readByte(at + 1) == Opcodes.IINC ? 6 : 4;
      default -> throw new IllegalArgumentException("no instruction: " + opcode);
    };
  }

  private static byte[] lengths() {
    byte[] lengths = new byte[LAST_OPCODE + 1];
    set(lengths, 1, 0, LAST_OPCODE);
    set(lengths, 2, Opcodes.BIPUSH, Opcodes.BIPUSH);
    set(lengths, 3, Opcodes.SIPUSH, Opcodes.SIPUSH);
    set(lengths, 2, Opcodes.LDC, Opcodes.LDC);
    set(lengths, 3, 19, 20); // LDC_W, LDC2_W
    set(lengths, 2, Opcodes.ILOAD, Opcodes.ALOAD);
    set(lengths, 2, Opcodes.ISTORE, Opcodes.ASTORE);
    set(lengths, 3, Opcodes.IINC, Opcodes.IINC);
    set(lengths, 3, Opcodes.IFEQ, Opcodes.JSR);
    set(lengths, 2, Opcodes.RET, Opcodes.RET);
    set(lengths, VARIES, Opcodes.TABLESWITCH, Opcodes.LOOKUPSWITCH);
    set(lengths, 3, Opcodes.GETSTATIC, Opcodes.INVOKESTATIC);
    set(lengths, 5, Opcodes.INVOKEINTERFACE, Opcodes.INVOKEDYNAMIC);
    set(lengths, 3, Opcodes.NEW, Opcodes.NEW);
    set(lengths, 2, Opcodes.NEWARRAY, Opcodes.NEWARRAY);
    set(lengths, 3, Opcodes.ANEWARRAY, Opcodes.ANEWARRAY);
    set(lengths, 3, Opcodes.CHECKCAST, Opcodes.INSTANCEOF);
    set(lengths, VARIES, WIDE, WIDE);
    set(lengths, 4, Opcodes.MULTIANEWARRAY, Opcodes.MULTIANEWARRAY);
    set(lengths, 3, Opcodes.IFNULL, Opcodes.IFNONNULL);
    set(lengths, 5, 200, LAST_OPCODE); // GOTO_W, JSR_W
    return lengths;
  }

  private static void set(byte[] lengths, int length, int first, int last) {
    Arrays.fill(lengths, first, last + 1, (byte) length);
  }
}
