package org.ftmpj.interceptors.weave;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Reports the begin and the end of a static initializer to the bridge. */
final class Initializer extends MethodEnd {
  static final String NAME = "<clinit>";

  private final String type;

  /**
   * @param type internal name of the class
   * @param version of the class file
   */
  Initializer(String type, MethodVisitor next, int version) {
    super(next, "initializerEnded", version);
    this.type = Type.getObjectType(type).getClassName();
  }

  @Override
  public void visitCode() {
    super.visitCode();
    visitLdcInsn(type);
    visitMethodInsn(
        Opcodes.INVOKESTATIC, BRIDGE, "initializerBegins", "(Ljava/lang/String;)V", false);
  }
}
