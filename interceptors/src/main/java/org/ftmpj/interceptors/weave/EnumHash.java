package org.ftmpj.interceptors.weave;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.ftmpj.interceptors.program.JdkClassChange;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes the hash codes of the program's enum constants follow from their names: {@code
 * Enum.hashCode} is final and that of identity, so the order of a hash table with such keys is
 * another in every run. The constants of the JDK keep theirs, for it may have put them into tables
 * by now.
 */
public final class EnumHash extends JdkClassChange {
  private static final String ENUM = "java/lang/Enum";
  private static final String CLASS = "java/lang/Class";

  private EnumHash(Consumer<String> warning) {
    super(ENUM, "hash codes of enum constants are not repeated", warning);
  }

  /**
   * Changes {@code Enum}. To be called before the program is loaded.
   *
   * @param others classes to be transformed with it: one call is cheaper than two
   * @param warning told if it cannot be changed
   */
  public static void install(
      Instrumentation instrumentation, List<Class<?>> others, Consumer<String> warning) {
    List<Class<?>> classes = new ArrayList<>(others);
    classes.add(Enum.class);
    new EnumHash(warning).install(instrumentation, classes);
  }

  @Override
  protected boolean change(ClassReader from, ClassWriter to) {
    from.accept(new OfEnum(to), 0);
    return true;
  }

  private static final class OfEnum extends ClassVisitor {

    OfEnum(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      return name.equals("hashCode") && descriptor.equals("()I") ? new Hash(next) : next;
    }
  }

  /**
   * Before anything else: {@code if (getDeclaringClass().getClassLoader() != null) return
   * getDeclaringClass().getName().hashCode() * 31 + name.hashCode();}
   */
  private static final class Hash extends MethodVisitor {

    Hash(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      Label ofTheJdk = new Label();
      declaringClass();
      call(CLASS, "getClassLoader0", "()Ljava/lang/ClassLoader;");
      visitJumpInsn(Opcodes.IFNULL, ofTheJdk);
      declaringClass();
      call(CLASS, "getName", "()Ljava/lang/String;");
      call("java/lang/String", "hashCode", "()I");
      visitIntInsn(Opcodes.BIPUSH, 31);
      visitInsn(Opcodes.IMUL);
      visitVarInsn(Opcodes.ALOAD, 0);
      visitFieldInsn(Opcodes.GETFIELD, ENUM, "name", "Ljava/lang/String;");
      call("java/lang/String", "hashCode", "()I");
      visitInsn(Opcodes.IADD);
      visitInsn(Opcodes.IRETURN);
      visitLabel(ofTheJdk);
      visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    }

    private void declaringClass() {
      visitVarInsn(Opcodes.ALOAD, 0);
      call(ENUM, "getDeclaringClass", "()Ljava/lang/Class;");
    }

    private void call(String owner, String name, String descriptor) {
      visitMethodInsn(Opcodes.INVOKEVIRTUAL, owner, name, descriptor, false);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      super.visitMaxs(Math.max(maxStack, 2), maxLocals);
    }
  }
}
