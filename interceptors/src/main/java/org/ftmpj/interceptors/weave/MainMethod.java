package org.ftmpj.interceptors.weave;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Tells the bridge how the program's main method ends. The method behaves as before: what it throws
 * goes on.
 */
final class MainMethod extends ClassVisitor {
  private static final String NAME = "main";

  private final String descriptor;
  private int version;

  private MainMethod(ClassVisitor next, String descriptor) {
    super(Opcodes.ASM9, next);
    this.descriptor = descriptor;
  }

  /**
   * @return a visitor for the class that the Java launcher was given, or a superclass; null if it
   *     declares no main method, so that the launcher takes that of its superclass
   */
  static ClassVisitor of(ClassReader program, ClassVisitor next) {
    Finder finder = new Finder();
    program.accept(finder, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
    return finder.descriptor == null ? null : new MainMethod(next, finder.descriptor);
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

  /** The launcher prefers main(String[]) to Java 25's main(). */
  private static final class Finder extends ClassVisitor {
    private String descriptor;

    Finder() {
      super(Opcodes.ASM9);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String desc, String signature, String[] exceptions) {
      boolean classic = desc.equals("([Ljava/lang/String;)V");
      if (name.equals(NAME) && (classic || desc.equals("()V") && descriptor == null)) {
        descriptor = desc;
      }
      return null;
    }
  }
}
