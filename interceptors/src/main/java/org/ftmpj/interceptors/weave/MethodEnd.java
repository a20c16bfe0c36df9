package org.ftmpj.interceptors.weave;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Reports the end of a method without a result to the bridge: with null if it returns, else with
 * its exception. The method behaves as before: its exceptions go on.
 */
class MethodEnd extends MethodVisitor {
  static final String BRIDGE = "org/ftmpj/interceptors/bridge/Bridge";

  private final String to;
  private final boolean hasFrames;
  private final Label start = new Label();

  /**
   * @param to method of the bridge
   * @param version of the class file
   */
  MethodEnd(MethodVisitor next, String to, int version) {
    super(Opcodes.ASM9, next);
    this.to = to;
    this.hasFrames = (version & 0xFFFF) >= Opcodes.V1_6;
  }

  @Override
  public void visitCode() {
    super.visitCode();
    super.visitLabel(start);
  }

  @Override
  public void visitInsn(int opcode) {
    if (opcode == Opcodes.RETURN) {
      super.visitInsn(Opcodes.ACONST_NULL);
      tellBridge();
    }
    super.visitInsn(opcode);
  }

  /** The handler covers everything, comes last and uses no local variable. */
  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    Label end = new Label();
    super.visitLabel(end);
    super.visitTryCatchBlock(start, end, end, null);
    if (hasFrames) {
      Object[] thrown = {"java/lang/Throwable"};
      super.visitFrame(Opcodes.F_FULL, 0, new Object[0], 1, thrown);
    }
    super.visitInsn(Opcodes.DUP);
    tellBridge();
    super.visitInsn(Opcodes.ATHROW);
    super.visitMaxs(Math.max(maxStack + 1, 2), maxLocals);
  }

  private void tellBridge() {
    super.visitMethodInsn(Opcodes.INVOKESTATIC, BRIDGE, to, "(Ljava/lang/Throwable;)V", false);
  }
}
