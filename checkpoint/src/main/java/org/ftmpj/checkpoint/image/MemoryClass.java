package org.ftmpj.checkpoint.image;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Generates the class that implements {@link ObjectMemory} by calls of {@code
 * jdk.internal.misc.Unsafe}, which the compiler refuses. Method handles would work as well, but for
 * them the JDK makes some forty classes, which would delay each process.
 */
final class MemoryClass {
  private static final String UNSAFE = "jdk/internal/misc/Unsafe";
  private static final String OBJECT = Type.getInternalName(Object.class);
  private static final String CONSTRUCTOR = "<init>";
  private static final String NOTHING = "()V";

  private MemoryClass() {}

  /** To be called once in a virtual machine. */
  static ObjectMemory make() {
    try {
      Class<?> made = MethodHandles.lookup().defineClass(bytes());
      return (ObjectMemory) made.getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] bytes() {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    String face = Type.getInternalName(ObjectMemory.class);
    writer.visit(
        Opcodes.V17,
        Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC,
        face + "OfJdk",
        null,
        OBJECT,
        new String[] {face});
    MethodVisitor constructor = writer.visitMethod(0, CONSTRUCTOR, NOTHING, null, null);
    constructor.visitVarInsn(Opcodes.ALOAD, 0);
    constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, CONSTRUCTOR, NOTHING, false);
    constructor.visitInsn(Opcodes.RETURN);
    constructor.visitMaxs(0, 0);
    for (Method method : ObjectMemory.class.getDeclaredMethods()) {
      add(writer, method.getName(), Type.getType(method));
    }
    return writer.toByteArray();
  }

  private static void add(ClassWriter writer, String name, Type type) {
    String descriptor = type.getDescriptor();
    MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC, name, descriptor, null, null);
    method.visitMethodInsn(Opcodes.INVOKESTATIC, UNSAFE, "getUnsafe", "()L" + UNSAFE + ";", false);
    int local = 1;
    for (Type parameter : type.getArgumentTypes()) {
      method.visitVarInsn(parameter.getOpcode(Opcodes.ILOAD), local);
      local += parameter.getSize();
    }
    method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, UNSAFE, name, descriptor, false);
    method.visitInsn(type.getReturnType().getOpcode(Opcodes.IRETURN));
    method.visitMaxs(0, 0);
  }
}
