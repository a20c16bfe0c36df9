package org.ftmpj.agent.jar;

import java.util.Map;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The conversions that a lambda's arguments and result may need: casts, boxing, widening. */
final class Conversion {
  private static final Map<Integer, String> WRAPPERS =
      Map.of(
          Type.BOOLEAN, "java/lang/Boolean",
          Type.BYTE, "java/lang/Byte",
          Type.CHAR, "java/lang/Character",
          Type.SHORT, "java/lang/Short",
          Type.INT, "java/lang/Integer",
          Type.LONG, "java/lang/Long",
          Type.FLOAT, "java/lang/Float",
          Type.DOUBLE, "java/lang/Double");

  private Conversion() {}

  /** Converts the value on the stack. */
  static void convert(MethodVisitor method, Type from, Type to) {
    if (from.equals(to)) {
      return;
    }
    if (to.getSort() == Type.VOID) {
      method.visitInsn(from.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
    } else if (isPrimitive(from)) {
      fromPrimitive(method, from, to);
    } else if (isPrimitive(to)) {
      unbox(method, from, to);
    } else if (!to.getInternalName().equals("java/lang/Object")) {
      method.visitTypeInsn(Opcodes.CHECKCAST, to.getInternalName());
    }
  }

  private static boolean isPrimitive(Type type) {
    return WRAPPERS.containsKey(type.getSort());
  }

  private static void fromPrimitive(MethodVisitor method, Type from, Type to) {
    if (isPrimitive(to)) {
      widen(method, from, to);
      return;
    }
    String wrapper = WRAPPERS.get(from.getSort());
    String descriptor = Type.getMethodDescriptor(Type.getObjectType(wrapper), from);
    method.visitMethodInsn(Opcodes.INVOKESTATIC, wrapper, "valueOf", descriptor, false);
  }

  private static void unbox(MethodVisitor method, Type from, Type to) {
    Type held = from;
    if (!WRAPPERS.containsValue(from.getInternalName())) {
      held = Type.getObjectType(WRAPPERS.get(to.getSort()));
      method.visitTypeInsn(Opcodes.CHECKCAST, held.getInternalName());
    }
    Type value = primitive(held);
    method.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL,
        held.getInternalName(),
        value.getClassName() + "Value",
        Type.getMethodDescriptor(value),
        false);
    widen(method, value, to);
  }

  private static Type primitive(Type wrapper) {
    for (Type type :
        new Type[] {
          Type.BOOLEAN_TYPE,
          Type.BYTE_TYPE,
          Type.CHAR_TYPE,
          Type.SHORT_TYPE,
          Type.INT_TYPE,
          Type.LONG_TYPE,
          Type.FLOAT_TYPE,
          Type.DOUBLE_TYPE
        }) {
      if (WRAPPERS.get(type.getSort()).equals(wrapper.getInternalName())) {
        return type;
      }
    }
    throw new IllegalArgumentException(wrapper.toString());
  }

  /** Widens a value; types below int are ints on the stack. */
  private static void widen(MethodVisitor method, Type from, Type to) {
    int opcode =
        switch (stackType(from) + "" + stackType(to)) {
          case "II", "JJ", "FF", "DD" -> Opcodes.NOP;
          case "IJ" -> Opcodes.I2L;
          case "IF" -> Opcodes.I2F;
          case "ID" -> Opcodes.I2D;
          case "JF" -> Opcodes.L2F;
          case "JD" -> Opcodes.L2D;
          case "FD" -> Opcodes.F2D;
          default -> throw new IllegalArgumentException(from + " is not converted to " + to);
        };
    if (opcode != Opcodes.NOP) {
      method.visitInsn(opcode);
    }
  }

  private static char stackType(Type type) {
    return switch (type.getSort()) {
      case Type.LONG, Type.FLOAT, Type.DOUBLE -> type.getDescriptor().charAt(0);
      default -> 'I';
    };
  }
}
