package org.ftmpj.interceptors.view;

import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.function.BinaryOperator;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A class in {@code java.lang} whose static fields are functions of ours: changed classes of the
 * JDK, which see no other class of FTMPJ, call them.
 */
final class JdkFunctions {
  private static final String CLASS = "java/lang/FtmpjFunctions";
  private static final String FUNCTION = Type.getInternalName(BinaryOperator.class);
  private static final String FUNCTION_TYPE = Type.getDescriptor(BinaryOperator.class);

  private JdkFunctions() {}

  /**
   * Makes the class. {@code java.lang} has to be open to the module of this class.
   *
   * @param functions by the name of their field
   */
  static void define(Map<String, BinaryOperator<Object>> functions)
      throws ReflectiveOperationException {
    ClassWriter writer = new ClassWriter(0);
    int flags = Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC;
    writer.visit(Opcodes.V17, flags, CLASS, null, Type.getInternalName(Object.class), null);
    for (String name : functions.keySet()) {
      int of = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_VOLATILE;
      writer.visitField(of, name, FUNCTION_TYPE, null, null).visitEnd();
    }
    MethodHandles.Lookup lookup =
        MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup());
    Class<?> made = lookup.defineClass(writer.toByteArray());
    for (Map.Entry<String, BinaryOperator<Object>> function : functions.entrySet()) {
      made.getField(function.getKey()).set(null, function.getValue());
    }
  }

  /** Puts the function on the stack. */
  static void load(String name, MethodVisitor code) {
    code.visitFieldInsn(Opcodes.GETSTATIC, CLASS, name, FUNCTION_TYPE);
  }

  /** Calls the function that is on the stack below its two arguments. */
  static void call(MethodVisitor code) {
    code.visitMethodInsn(
        Opcodes.INVOKEINTERFACE,
        FUNCTION,
        "apply",
        "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
        true);
  }
}
