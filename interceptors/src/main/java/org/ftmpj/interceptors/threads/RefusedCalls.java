package org.ftmpj.interceptors.threads;

import java.util.Set;
import org.ftmpj.interceptors.bridge.Threading;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Has a class of the program say so before it makes a call whose order is not recorded. */
final class RefusedCalls extends ClassVisitor {
  private static final String THREADING = Type.getInternalName(Threading.class);

  private final Set<Call> refused;

  RefusedCalls(Set<Call> refused, ClassVisitor next) {
    super(Opcodes.ASM9, next);
    this.refused = refused;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    return new Method(super.visitMethod(access, name, descriptor, signature, exceptions));
  }

  private final class Method extends MethodVisitor {

    Method(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      before(new Call(owner, name, descriptor));
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      for (Object argument : arguments) {
        if (argument instanceof Handle handle) {
          before(new Call(handle.getOwner(), handle.getName(), handle.getDesc()));
        }
      }
      super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }

    private void before(Call call) {
      if (refused.contains(call)) {
        super.visitLdcInsn(CoverageTable.nameOf(call));
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC, THREADING, "unrecorded", "(Ljava/lang/String;)V", false);
      }
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      super.visitMaxs(maxStack + 1, maxLocals);
    }
  }
}
