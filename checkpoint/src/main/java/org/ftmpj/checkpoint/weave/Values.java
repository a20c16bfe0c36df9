package org.ftmpj.checkpoint.weave;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FrameNode;

/** The types of values, in the form of stack map frames, and the instructions for them. */
final class Values {
  private Values() {}

  /** The stack map type of a value; not for void. */
  static Object inFrames(Type type) {
    return switch (type.getSort()) {
      case Type.BOOLEAN, Type.BYTE, Type.CHAR, Type.SHORT, Type.INT -> Opcodes.INTEGER;
      case Type.LONG -> Opcodes.LONG;
      case Type.FLOAT -> Opcodes.FLOAT;
      case Type.DOUBLE -> Opcodes.DOUBLE;
      default -> type.getInternalName();
    };
  }

  static boolean isWide(Object value) {
    return value == Opcodes.LONG || value == Opcodes.DOUBLE;
  }

  static int size(Object value) {
    return isWide(value) ? 2 : 1;
  }

  static int load(Object value) {
    return type(value).getOpcode(Opcodes.ILOAD);
  }

  static int store(Object value) {
    return type(value).getOpcode(Opcodes.ISTORE);
  }

  /** The type for instructions, which treat all objects alike. */
  static Type type(Object value) {
    if (value == Opcodes.INTEGER) {
      return Type.INT_TYPE;
    } else if (value == Opcodes.LONG) {
      return Type.LONG_TYPE;
    } else if (value == Opcodes.FLOAT) {
      return Type.FLOAT_TYPE;
    } else if (value == Opcodes.DOUBLE) {
      return Type.DOUBLE_TYPE;
    }
    return Type.getType(Object.class);
  }

  /** Zero, or null. */
  static int zero(Object value) {
    if (value == Opcodes.INTEGER) {
      return Opcodes.ICONST_0;
    } else if (value == Opcodes.LONG) {
      return Opcodes.LCONST_0;
    } else if (value == Opcodes.FLOAT) {
      return Opcodes.FCONST_0;
    } else if (value == Opcodes.DOUBLE) {
      return Opcodes.DCONST_0;
    }
    return Opcodes.ACONST_NULL;
  }

  /**
   * The types of the local variables at the beginning of a method, with TOP after each wide one.
   */
  static List<Object> parameters(String owner, int access, String descriptor) {
    List<Object> parameters = new ArrayList<>();
    if ((access & Opcodes.ACC_STATIC) == 0) {
      parameters.add(owner);
    }
    for (Type type : Type.getArgumentTypes(descriptor)) {
      Object parameter = inFrames(type);
      parameters.add(parameter);
      if (isWide(parameter)) {
        parameters.add(Opcodes.TOP);
      }
    }
    return parameters;
  }

  /** The types without the TOP that follows a wide one. */
  static List<Object> compact(List<Object> values) {
    List<Object> compact = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      compact.add(values.get(i));
      if (isWide(values.get(i))) {
        i++;
      }
    }
    return compact;
  }

  /**
   * @param locals with TOP after each wide one
   * @param stack without
   */
  static FrameNode frame(List<Object> locals, List<Object> stack) {
    Object[] compact = compact(locals).toArray();
    return new FrameNode(Opcodes.F_NEW, compact.length, compact, stack.size(), stack.toArray());
  }
}
