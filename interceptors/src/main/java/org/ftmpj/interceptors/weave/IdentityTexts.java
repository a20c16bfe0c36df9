package org.ftmpj.interceptors.weave;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Where a class makes text of an object, which may tell the hash code of its identity: what is
 * given to methods of the JDK is the text instead, and the {@code +} of strings gets another
 * bootstrap.
 */
final class IdentityTexts extends MethodVisitor {
  private static final String VALUE = "org/ftmpj/interceptors/bridge/value/";
  private static final String OBJECT = "(Ljava/lang/Object;)";
  private static final String APPEND = "append";
  private static final String PRINT = "print";
  private static final String PRINTLN = "println";

  private static final Set<Redirections.Target> OF_OBJECT =
      Set.of(
          target("java/lang/StringBuilder", APPEND, "Ljava/lang/StringBuilder;"),
          target("java/lang/StringBuffer", APPEND, "Ljava/lang/StringBuffer;"),
          target("java/lang/String", "valueOf", "Ljava/lang/String;"),
          target("java/util/Objects", "toString", "Ljava/lang/String;"),
          target("java/io/PrintStream", PRINT, "V"),
          target("java/io/PrintStream", PRINTLN, "V"),
          target("java/io/PrintWriter", PRINT, "V"),
          target("java/io/PrintWriter", PRINTLN, "V"));

  private static final String CONCATENATION = "java/lang/invoke/StringConcatFactory";
  private static final String WITH_CONSTANTS = "makeConcatWithConstants";

  /** Those of the JDK that often are part of a text and have one of their own. */
  private static final Set<String> HARMLESS =
      Set.of(
          "java/lang/String",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Double",
          "java/lang/Float",
          "java/lang/Boolean",
          "java/lang/Character",
          "java/lang/Short",
          "java/lang/Byte",
          "java/lang/StringBuilder");

  IdentityTexts(MethodVisitor next) {
    super(Opcodes.ASM9, next);
  }

  private static Redirections.Target target(String owner, String name, String result) {
    return new Redirections.Target(owner, name, OBJECT + result);
  }

  /** What calls have to be looked for. */
  static List<Redirections.Target> watched() {
    List<Redirections.Target> watched = new ArrayList<>(OF_OBJECT);
    watched.add(new Redirections.Target(CONCATENATION, WITH_CONSTANTS, ""));
    return watched;
  }

  /** Whether calls of that method are changed. */
  static boolean contain(Handle method) {
    return OF_OBJECT.contains(
        new Redirections.Target(method.getOwner(), method.getName(), method.getDesc()));
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    if (opcode != Opcodes.INVOKESPECIAL
        && OF_OBJECT.contains(new Redirections.Target(owner, name, descriptor))) {
      super.visitMethodInsn(
          Opcodes.INVOKESTATIC,
          VALUE + "Identities",
          "shown",
          OBJECT + "Ljava/lang/Object;",
          false);
    }
    super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
  }

  @Override
  public void visitInvokeDynamicInsn(
      String name, String descriptor, Handle bootstrap, Object... arguments) {
    boolean concerned =
        bootstrap.getOwner().equals(CONCATENATION)
            && bootstrap.getName().equals(WITH_CONSTANTS)
            && Arrays.stream(Type.getArgumentTypes(descriptor)).anyMatch(IdentityTexts::mayTell);
    Handle to =
        concerned
            ? new Handle(
                bootstrap.getTag(),
                VALUE + "Concatenations",
                WITH_CONSTANTS,
                bootstrap.getDesc(),
                false)
            : bootstrap;
    super.visitInvokeDynamicInsn(name, descriptor, to, arguments);
  }

  private static boolean mayTell(Type type) {
    return type.getSort() == Type.ARRAY
        || type.getSort() == Type.OBJECT && !HARMLESS.contains(type.getInternalName());
  }
}
