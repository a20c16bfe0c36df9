package org.ftmpj.interceptors.weave;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.concurrent.ThreadLocalRandom;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes the numbers of {@link ThreadLocalRandom} follow from their seed alone. The JDK adds the
 * thread's id at each step, and a thread that the program starts has another id in every run. The
 * thread that runs main always has id 1, so its numbers stay as they are.
 */
public final class ThreadLocalNumbers implements ClassFileTransformer {
  private static final String CLASS = "java/util/concurrent/ThreadLocalRandom";
  private static final String STEP = "nextSeed";
  private static final String ID = "()J";

  private int changes;

  private ThreadLocalNumbers() {}

  /**
   * Changes {@link ThreadLocalRandom}; at any time.
   *
   * @throws UnmodifiableClassException if this Java does not permit that
   * @throws IllegalStateException if this Java's class is another one than is known
   */
  public static void install(Instrumentation instrumentation) throws UnmodifiableClassException {
    ThreadLocalNumbers transformer = new ThreadLocalNumbers();
    instrumentation.addTransformer(transformer, true);
    try {
      instrumentation.retransformClasses(ThreadLocalRandom.class);
    } finally {
      instrumentation.removeTransformer(transformer);
    }
    if (transformer.changes != 1) {
      throw new IllegalStateException(STEP + " was not changed");
    }
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String name,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (!CLASS.equals(name)) {
      return null;
    }
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new Numbers(writer), 0);
    return writer.toByteArray();
  }

  private final class Numbers extends ClassVisitor {

    Numbers(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      return name.equals(STEP) ? new Step(next) : next;
    }
  }

  /** Instead of {@code thread.getId()}, from Java 19 on {@code thread.threadId()}: 1. */
  private final class Step extends MethodVisitor {

    Step(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean ofInterface) {
      if (owner.equals("java/lang/Thread") && descriptor.equals(ID)) {
        visitInsn(Opcodes.POP);
        visitInsn(Opcodes.LCONST_1);
        changes++;
      } else {
        super.visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
      }
    }
  }
}
