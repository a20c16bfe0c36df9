package org.ftmpj.agent.jar;

import java.util.Set;
import java.util.function.Consumer;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;

/** Passes classes on, with some of their methods changed. */
abstract class ChangedMethods extends NamedClass {
  private final Set<String> methods;
  private final Consumer<String> found;

  /**
   * @param methods to be changed, by class and name
   * @param found is given each of them that has something to change
   */
  ChangedMethods(ClassVisitor next, Set<String> methods, Consumer<String> found) {
    super(next);
    this.methods = methods;
    this.found = found;
  }

  @Override
  public final MethodVisitor visitMethod(
      int access, String method, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, method, descriptor, signature, exceptions);
    String known = name() + "." + method;
    return methods.contains(known) ? changed(known, descriptor, next) : next;
  }

  /** The visitor that passes the method on changed; null to drop it. */
  abstract MethodVisitor changed(String method, String descriptor, MethodVisitor next);

  /** Reports that a method has something to change. */
  final void found(String method) {
    found.accept(method);
  }
}
