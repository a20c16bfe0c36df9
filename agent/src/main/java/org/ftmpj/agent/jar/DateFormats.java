package org.ftmpj.agent.jar;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Chronicle Wire makes four formats for dates in texts before its first use, for which the JDK
 * loads what it knows of all locales. Our logs have no texts: there are no formats now, and to read
 * or write a date with Chronicle Wire would fail.
 */
final class DateFormats extends ClassVisitor {
  private static final String OWNER = "net/openhft/chronicle/wire/Wires$SerializeJavaLang";
  private static final String FORMAT = "java/text/SimpleDateFormat";

  private boolean makesFormats;

  DateFormats(ClassVisitor next) {
    super(Opcodes.ASM9, next);
  }

  @Override
  public void visit(
      int version,
      int access,
      String name,
      String signature,
      String superName,
      String[] interfaces) {
    makesFormats = name.equals(OWNER);
    super.visit(version, access, name, signature, superName, interfaces);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String method, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, method, descriptor, signature, exceptions);
    return makesFormats && method.equals("<clinit>") ? new WithoutFormats(next) : next;
  }

  /** Null is made instead of a format; what would be called with it is taken from the stack. */
  private static final class WithoutFormats extends MethodVisitor {
    WithoutFormats(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      if (opcode == Opcodes.NEW && type.equals(FORMAT)) {
        super.visitInsn(Opcodes.ACONST_NULL);
      } else {
        super.visitTypeInsn(opcode, type);
      }
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean ofInterface) {
      if (!owner.equals(FORMAT)) {
        super.visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
        return;
      }
      switch (descriptor) {
        case "(Ljava/lang/String;)V", "(Ljava/util/TimeZone;)V" -> super.visitInsn(Opcodes.POP2);
        case "(Ljava/lang/String;Ljava/util/Locale;)V" -> {
          super.visitInsn(Opcodes.POP2);
          super.visitInsn(Opcodes.POP);
        }
        default -> throw new IllegalStateException(owner + "." + name + descriptor);
      }
    }
  }
}
