package org.ftmpj.agent.jar;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Opcodes;

/** Passes a class on, and knows its name. */
abstract class NamedClass extends ClassVisitor {
  private String name;

  NamedClass(ClassVisitor next) {
    super(Opcodes.ASM9, next);
  }

  /** Its internal name. */
  final String name() {
    return name;
  }

  @Override
  public void visit(
      int version,
      int access,
      String name,
      String signature,
      String superName,
      String[] interfaces) {
    this.name = name;
    super.visit(version, access, name, signature, superName, interfaces);
  }
}
