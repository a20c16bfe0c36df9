package org.ftmpj.agent.jar;

import java.util.Set;
import java.util.function.Consumer;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Replacements of parts of the JDK that Chronicle uses at its start for next to nothing:
 *
 * <ul>
 *   <li>the management beans, a hundred classes, to see whether the virtual machine is debugged,
 *       which lengthens some time-outs: it sees no arguments now;
 *   <li>secure random numbers, sixty classes, to spread a time-out: ordinary ones will do.
 * </ul>
 */
final class ChronicleShortcuts extends ChangedMethods {
  private static final String ARGUMENTS = "net/openhft/chronicle/core/Jvm.<clinit>";
  private static final String SPREAD =
      "net/openhft/chronicle/queue/impl/single/SingleChronicleQueue.<init>";

  /** The methods, by class and name. */
  static final Set<String> METHODS = Set.of(ARGUMENTS, SPREAD);

  private static final String MANAGEMENT = "java/lang/management/";
  private static final String SECURE_RANDOM = "java/security/SecureRandom";

  /**
   * @param found is given each of {@link #METHODS} that uses the part that it is named for
   */
  ChronicleShortcuts(ClassVisitor next, Consumer<String> found) {
    super(next, METHODS, found);
  }

  @Override
  MethodVisitor changed(String method, String descriptor, MethodVisitor next) {
    return switch (method) {
      case ARGUMENTS -> new WithoutArguments(next);
      case SPREAD -> new OrdinaryRandom(next);
      default -> throw new IllegalArgumentException(method);
    };
  }

  /** The list of arguments is an empty one. */
  private final class WithoutArguments extends MethodVisitor {
    WithoutArguments(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean ofInterface) {
      if (!owner.startsWith(MANAGEMENT)) {
        super.visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
        return;
      }
      switch (name) {
        case "getRuntimeMXBean" -> {}
        case "getInputArguments" -> {
          found(ARGUMENTS);
          super.visitMethodInsn(
              Opcodes.INVOKESTATIC, "java/util/List", "of", "()Ljava/util/List;", true);
        }
        default -> throw new IllegalStateException(owner + "." + name);
      }
    }
  }

  private final class OrdinaryRandom extends MethodVisitor {
    OrdinaryRandom(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      super.visitTypeInsn(opcode, replaced(type));
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean ofInterface) {
      super.visitMethodInsn(opcode, replaced(owner), name, descriptor, ofInterface);
    }

    private String replaced(String type) {
      if (!type.equals(SECURE_RANDOM)) {
        return type;
      }
      found(SPREAD);
      return "java/util/Random";
    }
  }
}
