package org.ftmpj.agent.jar;

import java.util.function.Consumer;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes a class of every lambda and method reference of one class. The virtual machine does the
 * same at the first use of each, which costs many times as much as loading a class. Serializable
 * lambdas are unchanged.
 */
final class LambdaClasses extends NamedClass {
  private static final String FACTORY = "java/lang/invoke/LambdaMetafactory";

  private final Consumer<LambdaClass> made;
  private String nestHost;
  private int count;

  /**
   * @param made is given each additional class to write
   */
  LambdaClasses(ClassVisitor next, Consumer<LambdaClass> made) {
    super(next);
    this.made = made;
  }

  @Override
  public void visitNestHost(String host) {
    nestHost = host;
    super.visitNestHost(host);
  }

  /** Internal name of the class whose nest the lambdas' classes belong to. */
  String nestHost() {
    return nestHost == null ? name() : nestHost;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String method, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, method, descriptor, signature, exceptions);
    return new MethodVisitor(Opcodes.ASM9, next) {
      @Override
      public void visitInvokeDynamicInsn(
          String sam, String site, Handle bootstrap, Object... arguments) {
        if (bootstrap.getOwner().equals(FACTORY) && bootstrap.getName().equals("metafactory")) {
          // The name resembles those that the virtual machine gives; Chronicle looks for it.
          LambdaClass lambda =
              new LambdaClass(name() + "$$Lambda$" + ++count, sam, site, arguments);
          made.accept(lambda);
          lambda.get(this);
        } else {
          super.visitInvokeDynamicInsn(sam, site, bootstrap, arguments);
        }
      }
    };
  }
}
