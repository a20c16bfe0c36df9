package org.ftmpj.interceptors.threads;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.ftmpj.interceptors.bridge.Texts;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Where a class makes text of objects that several threads may use, or compares them, so that to
 * read them is an event: calls get the text, or a copy, instead of the object; the {@code +} of
 * strings becomes a call of a method that is added to the class.
 */
final class TextMaking {
  private static final String TEXTS = Type.getInternalName(Texts.class);
  private static final String NAME = "ftmpj$text$";
  private static final String CONCATENATION = "java/lang/invoke/StringConcatFactory";
  private static final String OBJECT = "(Ljava/lang/Object;)";
  private static final String OBJECTS = "[Ljava/lang/Object;)";

  private static final Set<String> OF_OBJECT =
      Set.of(
          "java/lang/StringBuilder.append",
          "java/lang/StringBuffer.append",
          "java/lang/String.valueOf",
          "java/util/Objects.toString",
          "java/io/PrintStream.print",
          "java/io/PrintStream.println",
          "java/io/PrintWriter.print",
          "java/io/PrintWriter.println");

  private static final Set<String> OF_OBJECTS =
      Set.of(
          "java/lang/String.format",
          "java/lang/String.formatted",
          "java/io/PrintStream.format",
          "java/io/PrintStream.printf",
          "java/io/PrintWriter.format",
          "java/io/PrintWriter.printf",
          "java/util/Formatter.format");

  private static final Call TO_STRING =
      new Call("java/lang/Object", "toString", "()Ljava/lang/String;");
  private static final Call EQUALS =
      new Call("java/lang/Object", "equals", "(Ljava/lang/Object;)Z");
  private static final Call HASH_CODE = new Call("java/lang/Object", "hashCode", "()I");
  private static final Set<Call> OF_ITSELF = Set.of(TO_STRING, EQUALS, HASH_CODE);

  /** A {@code +} of strings. */
  private record Concatenation(
      String name, String descriptor, Handle bootstrap, List<Object> arguments) {}

  private final Map<Concatenation, String> added = new LinkedHashMap<>();

  /** Whether calls of that method get text for what they are given last. */
  static boolean takes(Call call) {
    return takesObject(call) || takesObjects(call) || OF_ITSELF.contains(call);
  }

  private static boolean takesObject(Call call) {
    return call.descriptor().startsWith(OBJECT)
        && OF_OBJECT.contains(call.owner() + "." + call.name());
  }

  private static boolean takesObjects(Call call) {
    return call.descriptor().contains(OBJECTS)
        && OF_OBJECTS.contains(call.owner() + "." + call.name());
  }

  /** To be called before such a call is written. */
  static void before(Call call, MethodVisitor to) {
    if (takesObject(call) || call.equals(TO_STRING)) {
      replace("text", to);
    } else if (takesObjects(call)) {
      to.visitMethodInsn(
          Opcodes.INVOKESTATIC, TEXTS, "texts", "(" + OBJECTS + "[Ljava/lang/Object;", false);
    } else if (call.equals(HASH_CODE)) {
      replace("still", to);
    } else if (call.equals(EQUALS)) {
      replace("still", to);
      to.visitInsn(Opcodes.SWAP);
      replace("still", to);
      to.visitInsn(Opcodes.SWAP);
    }
  }

  /** An object on the stack, by what that method of {@link Texts} makes of it. */
  private static void replace(String method, MethodVisitor to) {
    to.visitMethodInsn(Opcodes.INVOKESTATIC, TEXTS, method, OBJECT + "Ljava/lang/Object;", false);
  }

  /** The method to call instead of that instruction; null if it stays as it is. */
  String instead(String name, String descriptor, Handle bootstrap, Object... arguments) {
    boolean concerned =
        bootstrap.getOwner().equals(CONCATENATION)
            && Arrays.stream(Type.getArgumentTypes(descriptor)).anyMatch(TextMaking::mayBeShared);
    return concerned
        ? added.computeIfAbsent(
            new Concatenation(name, descriptor, bootstrap, List.of(arguments)),
            concatenation -> NAME + added.size())
        : null;
  }

  private static boolean mayBeShared(Type type) {
    return type.getSort() == Type.OBJECT && HandOvers.mayBeShared(type.getInternalName());
  }

  /**
   * @param methods makes a method of that name and descriptor, private and static
   */
  void writeAdded(BiFunction<String, String, MethodVisitor> methods) {
    added.forEach(
        (concatenation, name) ->
            write(concatenation, methods.apply(name, concatenation.descriptor())));
  }

  private static void write(Concatenation concatenation, MethodVisitor method) {
    Type[] types = Type.getArgumentTypes(concatenation.descriptor());
    method.visitCode();
    int local = 0;
    for (int i = 0; i < types.length; i++) {
      method.visitVarInsn(types[i].getOpcode(Opcodes.ILOAD), local);
      local += types[i].getSize();
      if (mayBeShared(types[i])) {
        replace("text", method);
        types[i] = Type.getType(Object.class);
      }
    }
    method.visitInvokeDynamicInsn(
        concatenation.name(),
        Type.getMethodDescriptor(Type.getType(String.class), types),
        concatenation.bootstrap(),
        concatenation.arguments().toArray());
    method.visitInsn(Opcodes.ARETURN);
    method.visitMaxs(Math.max(local, 1), local);
    method.visitEnd();
  }
}
