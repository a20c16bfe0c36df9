package org.ftmpj.interceptors.weave;

import java.util.function.Consumer;
import org.ftmpj.interceptors.program.JdkClassChange;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes the hash codes of enum constants follow from their names, those of the JDK, too: {@code
 * Enum.hashCode} is final and that of identity, so the order of a hash table with such keys is
 * another in every run. Only the constants that the JDK has put into hash tables before an agent
 * starts keep theirs.
 */
final class EnumHash extends JdkClassChange {
  private static final String ENUM = "java/lang/Enum";
  private static final String CLASS = "java/lang/Class";
  private static final String STRING = "java/lang/String";
  private static final String IN_TABLES = "java.lang.reflect.AccessFlag$Location";

  EnumHash(Consumer<String> warning) {
    super(ENUM, "hash codes of enum constants are not repeated", warning);
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
   * Before anything else: {@code if (!getDeclaringClass().getName().equals(IN_TABLES)) return
   * getDeclaringClass().getName().hashCode() * 31 + name.hashCode();}
   */
  private static final class Hash extends MethodVisitor {

    Hash(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      Label inTables = new Label();
      declaringClass();
      visitLdcInsn(IN_TABLES);
      call(STRING, "equals", "(Ljava/lang/Object;)Z");
      visitJumpInsn(Opcodes.IFNE, inTables);
      declaringClass();
      call(STRING, "hashCode", "()I");
      visitIntInsn(Opcodes.BIPUSH, 31);
      visitInsn(Opcodes.IMUL);
      visitVarInsn(Opcodes.ALOAD, 0);
      visitFieldInsn(Opcodes.GETFIELD, ENUM, "name", "Ljava/lang/String;");
      call(STRING, "hashCode", "()I");
      visitInsn(Opcodes.IADD);
      visitInsn(Opcodes.IRETURN);
      visitLabel(inTables);
      visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    }

    /** The name of the declaring class. */
    private void declaringClass() {
      visitVarInsn(Opcodes.ALOAD, 0);
      call(ENUM, "getDeclaringClass", "()Ljava/lang/Class;");
      call(CLASS, "getName", "()Ljava/lang/String;");
    }

    private void call(String owner, String name, String descriptor) {
      visitMethodInsn(Opcodes.INVOKEVIRTUAL, owner, name, descriptor, false);
    }
  }
}
