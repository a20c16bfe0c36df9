package org.ftmpj.interceptors.weave;

import org.ftmpj.interceptors.program.ClassOutline;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Tells the bridge how the program's main method ends. The method behaves as before: what it throws
 * goes on.
 */
final class MainMethod extends ClassVisitor {
  private static final String NAME = "main";

  /** The launcher prefers main(String[]) to Java 25's main(). */
  private static final String[] DESCRIPTORS = {"([Ljava/lang/String;)V", "()V"};

  private final String descriptor;
  private int version;

  private MainMethod(ClassVisitor next, String descriptor) {
    super(Opcodes.ASM9, next);
    this.descriptor = descriptor;
  }

  /** Whether that class declares a main method. */
  static boolean isIn(ClassOutline type) {
    return descriptor(type) != null;
  }

  /**
   * @param type declares a main method
   */
  static ClassVisitor into(ClassOutline type, ClassVisitor next) {
    return new MainMethod(next, descriptor(type));
  }

  private static String descriptor(ClassOutline type) {
    for (String descriptor : DESCRIPTORS) {
      if (type.hasMethod(NAME, descriptor)) {
        return descriptor;
      }
    }
    return null;
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String superName, String[] faces) {
    this.version = version;
    super.visit(version, access, name, signature, superName, faces);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String desc, String signature, String[] exceptions) {
    MethodVisitor method = super.visitMethod(access, name, desc, signature, exceptions);
    boolean found = name.equals(NAME) && desc.equals(descriptor);
    return found && (access & Opcodes.ACC_ABSTRACT) == 0
        ? new MethodEnd(method, "mainEnded", version)
        : method;
  }
}
