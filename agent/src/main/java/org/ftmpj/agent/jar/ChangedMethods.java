package org.ftmpj.agent.jar;

import java.util.Set;
import java.util.function.Consumer;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;

/** Passes classes on, but some of their methods changed. */
abstract class ChangedMethods extends NamedClass {
  private final Set<String> methods;
  private final Consumer<String> found;

  /**
   * @param methods to be changed, by class and name
   * @param found is given each of them in which there is something to change
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

  /** What is given the method, to pass it on changed; null if nothing is to be given it. */
  abstract MethodVisitor changed(String method, String descriptor, MethodVisitor next);

  /** There is something to change in that method. */
  final void found(String method) {
    found.accept(method);
  }
}
