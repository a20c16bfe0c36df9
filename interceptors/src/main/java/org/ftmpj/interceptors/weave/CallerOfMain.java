package org.ftmpj.interceptors.weave;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The doorway in MPJ Express's {@code Wrapper}, which calls the program's main in a thread of its
 * own and swallows what main throws. It is on the class path only of what MPJ Express's own
 * launcher starts.
 */
final class CallerOfMain extends ClassVisitor {
  static final String WRAPPER = "runtime.daemon.Wrapper";

  private static final String METHOD = "execute";

  private int version;

  private CallerOfMain(ClassVisitor next) {
    super(Opcodes.ASM9, next);
  }

  static byte[] into(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new CallerOfMain(writer), 0);
    return writer.toByteArray();
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String superName, String[] faces) {
    this.version = version;
    super.visit(version, access, name, signature, superName, faces);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
    return name.equals(METHOD) ? new Execute(method, version) : method;
  }

  private static final class Execute extends MethodEnd {

    Execute(MethodVisitor next, int version) {
      super(next, "callerOfMainEnded", version);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      visitMethodInsn(Opcodes.INVOKESTATIC, BRIDGE, "callerOfMainBegins", "()V", false);
    }
  }
}
