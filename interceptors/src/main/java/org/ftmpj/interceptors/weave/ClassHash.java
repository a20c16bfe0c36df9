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
 * Makes the hash codes of classes that a class loader defines follow from their names. {@code
 * Class} has the hash code of identity, which is in the first word of an object's header, so {@code
 * ClassLoader.postDefineClass} is changed to write it there before anything can ask for it.
 */
final class ClassHash extends JdkClassChange {
  private static final String UNSAFE = "jdk/internal/misc/Unsafe";
  private static final long HASH = Integer.MAX_VALUE;
  private static final int LOCK = 7;
  private static final int UNLOCKED = 1;
  private static final int HEADER = 3;

  private final int shift;

  /**
   * @param shift where the hash code begins in the first word of an object
   */
  ClassHash(int shift, Consumer<String> warning) {
    super("java/lang/ClassLoader", "hash codes of classes are not repeated", warning);
    this.shift = shift;
  }

  /** The hash code of a class, from its name. */
  static int of(Class<?> type) {
    return type.getName().hashCode() & Integer.MAX_VALUE | 1;
  }

  @Override
  protected boolean change(ClassReader from, ClassWriter to) {
    OfLoader loader = new OfLoader(to);
    from.accept(loader, 0);
    return loader.found;
  }

  private final class OfLoader extends ClassVisitor {
    private boolean found;

    OfLoader(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      if (!name.equals("postDefineClass") || !descriptor.startsWith("(Ljava/lang/Class;")) {
        return next;
      }
      found = true;
      return new Defined(next);
    }
  }

  /**
   * Before anything else, for the class that is the first argument:
   *
   * <pre>
   *   long header = Unsafe.getUnsafe().getLong(type, 0);
   *   if ((header &amp; NOTHING_ELSE) == UNLOCKED)
   *     Unsafe.getUnsafe().compareAndSetLong(type, 0, header, header | hash &lt;&lt; shift);
   * </pre>
   */
  private final class Defined extends MethodVisitor {

    Defined(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      Label done = new Label();
      atHeader();
      call(UNSAFE, "getLong", "(Ljava/lang/Object;J)J");
      visitVarInsn(Opcodes.LSTORE, HEADER);
      visitVarInsn(Opcodes.LLOAD, HEADER);
      visitLdcInsn(HASH << shift | LOCK);
      visitInsn(Opcodes.LAND);
      visitLdcInsn((long) UNLOCKED);
      visitInsn(Opcodes.LCMP);
      visitJumpInsn(Opcodes.IFNE, done);
      atHeader();
      visitVarInsn(Opcodes.LLOAD, HEADER);
      visitVarInsn(Opcodes.LLOAD, HEADER);
      hash();
      visitInsn(Opcodes.LOR);
      call(UNSAFE, "compareAndSetLong", "(Ljava/lang/Object;JJJ)Z");
      visitInsn(Opcodes.POP);
      visitLabel(done);
      visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    }

    private void atHeader() {
      visitMethodInsn(Opcodes.INVOKESTATIC, UNSAFE, "getUnsafe", "()L" + UNSAFE + ";", false);
      visitVarInsn(Opcodes.ALOAD, 1);
      visitInsn(Opcodes.LCONST_0);
    }

    /** Computes the hash code of {@link ClassHash#of}. */
    private void hash() {
      visitVarInsn(Opcodes.ALOAD, 1);
      call("java/lang/Class", "getName", "()Ljava/lang/String;");
      call("java/lang/String", "hashCode", "()I");
      visitLdcInsn(Integer.MAX_VALUE);
      visitInsn(Opcodes.IAND);
      visitInsn(Opcodes.ICONST_1);
      visitInsn(Opcodes.IOR);
      visitInsn(Opcodes.I2L);
      visitIntInsn(Opcodes.BIPUSH, shift);
      visitInsn(Opcodes.LSHL);
    }

    private void call(String owner, String name, String descriptor) {
      visitMethodInsn(Opcodes.INVOKEVIRTUAL, owner, name, descriptor, false);
    }
  }
}
