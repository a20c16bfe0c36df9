package org.ftmpj.agent.jar;

import java.util.Set;
import java.util.function.Consumer;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The data that Chronicle gathers for its telemetry and announcements, even when both are switched
 * off: versions, addresses and properties of the machine. This takes an eighth of a rank's start.
 * These methods now return nothing.
 */
final class Telemetry extends ChangedMethods {
  private static final String ANALYTICS = "net/openhft/chronicle/core/analytics/AnalyticsFacade.";

  /** The methods, by class and name. */
  static final Set<String> METHODS =
      Set.of(
          ANALYTICS + "standardEventParameters",
          ANALYTICS + "standardAdditionalProperties",
          ANALYTICS + "standardUserProperties",
          "net/openhft/chronicle/core/announcer/Announcer.announce",
          "net/openhft/chronicle/core/pom/PomProperties.version");

  private static final String HASH_MAP = "java/util/HashMap";

  /**
   * @param found is given each of {@link #METHODS} that is found
   */
  Telemetry(ClassVisitor next, Consumer<String> found) {
    super(next, METHODS, found);
  }

  @Override
  MethodVisitor changed(String method, String descriptor, MethodVisitor next) {
    found(method);
    next.visitCode();
    giveNothing(next, Type.getReturnType(descriptor));
    next.visitMaxs(2, Type.getArgumentsAndReturnSizes(descriptor) >> 2);
    next.visitEnd();
    return null;
  }

  private static void giveNothing(MethodVisitor method, Type result) {
    switch (result.getClassName()) {
      case "void" -> {}
      case "java.lang.String" -> method.visitLdcInsn("");
      case "java.util.Map" -> {
        method.visitTypeInsn(Opcodes.NEW, HASH_MAP);
        method.visitInsn(Opcodes.DUP);
        method.visitMethodInsn(Opcodes.INVOKESPECIAL, HASH_MAP, "<init>", "()V", false);
      }
      default -> throw new IllegalStateException("nothing of type " + result.getClassName());
    }
    method.visitInsn(result.getOpcode(Opcodes.IRETURN));
  }
}
