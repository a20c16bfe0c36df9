package org.ftmpj.agent.jar;

import java.util.Set;
import java.util.function.Consumer;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Chronicle Wire makes four formats for dates in texts before its first use, for which the JDK
 * loads its data of all locales. Our logs have no texts, so the formats are removed; reading or
 * writing a date with Chronicle Wire would fail.
 */
final class DateFormats extends ChangedMethods {
  private static final String OWNER = "net/openhft/chronicle/wire/Wires$SerializeJavaLang";
  private static final String FORMAT = "java/text/SimpleDateFormat";

  /** The method, by class and name. */
  static final String METHOD = OWNER + ".<clinit>";

  /**
   * @param found is given {@link #METHOD} if it still makes formats
   */
  DateFormats(ClassVisitor next, Consumer<String> found) {
    super(next, Set.of(METHOD), found);
  }

  @Override
  MethodVisitor changed(String method, String descriptor, MethodVisitor next) {
    return new WithoutFormats(next);
  }

  /** Makes null instead of a format; arguments of calls with it are removed from the stack. */
  private final class WithoutFormats extends MethodVisitor {
    WithoutFormats(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      if (opcode == Opcodes.NEW && type.equals(FORMAT)) {
        found(METHOD);
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
