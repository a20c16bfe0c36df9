package org.ftmpj.interceptors.weave;

import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.ftmpj.interceptors.program.JdkClassChange;
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
public final class ThreadLocalNumbers extends JdkClassChange {
  private static final String STEP = "nextSeed";
  private static final String ID = "()J";

  private ThreadLocalNumbers(Consumer<String> warning) {
    super(
        "java/util/concurrent/ThreadLocalRandom",
        "numbers of ThreadLocalRandom in threads that the program starts are not repeated",
        warning);
  }

  /**
   * Changes {@link ThreadLocalRandom}; at any time.
   *
   * @param warning told if it cannot be changed
   */
  public static void install(Instrumentation instrumentation, Consumer<String> warning) {
    new ThreadLocalNumbers(warning).install(instrumentation, List.of(ThreadLocalRandom.class));
  }

  @Override
  protected boolean change(ClassReader from, ClassWriter to) {
    Numbers numbers = new Numbers(to);
    from.accept(numbers, 0);
    return numbers.changes == 1;
  }

  private static final class Numbers extends ClassVisitor {
    private int changes;

    Numbers(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      return name.equals(STEP) ? new Step(next) : next;
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
}
