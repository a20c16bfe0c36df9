package org.ftmpj.interceptors.weave;

import java.util.ArrayList;
import java.util.List;
import org.ftmpj.interceptors.program.Call;
import org.ftmpj.interceptors.threads.UnsafeTypes;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Lambda expressions of a class that capture an object which is not safe for threads: each is made
 * in a method that is added to the class and notes the object. One class, one thread.
 */
final class Captures {
  private static final String NAME = "ftmpj$captured$";
  private static final int FLAGS = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;

  private record Lambda(String method, String type, Handle bootstrap, Object[] arguments) {}

  private final List<Lambda> lambdas = new ArrayList<>();

  /** The name of the static method of the class that makes it, with the captured objects. */
  String instead(String method, String type, Handle bootstrap, Object[] arguments) {
    lambdas.add(new Lambda(method, type, bootstrap, arguments));
    return NAME + (lambdas.size() - 1);
  }

  /** Adds the methods to the class. */
  void writeAdded(ClassVisitor to) {
    for (int i = 0; i < lambdas.size(); i++) {
      Lambda lambda = lambdas.get(i);
      MethodVisitor code = to.visitMethod(FLAGS, NAME + i, lambda.type(), null, null);
      code.visitCode();
      write(code, lambda);
      code.visitEnd();
    }
  }

  private static void write(MethodVisitor code, Lambda lambda) {
    Type[] captured = Type.getArgumentTypes(lambda.type());
    int local = 0;
    for (Type type : captured) {
      if (UnsafeTypes.contain(type)) {
        Call noted = UnsafeTypes.noted(false);
        code.visitVarInsn(Opcodes.ALOAD, local);
        code.visitMethodInsn(
            Opcodes.INVOKESTATIC, noted.owner(), noted.name(), noted.descriptor(), false);
      }
      local += type.getSize();
    }
    int size = local;
    local = 0;
    for (Type type : captured) {
      code.visitVarInsn(type.getOpcode(Opcodes.ILOAD), local);
      local += type.getSize();
    }
    code.visitInvokeDynamicInsn(
        lambda.method(), lambda.type(), lambda.bootstrap(), lambda.arguments());
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(Math.max(size, 1), size);
  }
}
