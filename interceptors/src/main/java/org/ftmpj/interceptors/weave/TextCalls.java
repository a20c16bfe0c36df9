package org.ftmpj.interceptors.weave;

import java.util.List;
import java.util.Set;
import org.ftmpj.interceptors.bridge.Concatenations;
import org.ftmpj.interceptors.bridge.IdentityHashes;
import org.ftmpj.interceptors.bridge.SharedTexts;
import org.ftmpj.interceptors.program.Call;
import org.ftmpj.interceptors.program.Purpose;
import org.ftmpj.interceptors.program.Replacement;
import org.ftmpj.interceptors.program.Replacement.How;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The calls by which the program makes text of an object, or compares objects. Threads may share
 * it, so that reading it is an event; and its text may show its identity hash code. Calls get the
 * text, or a copy, instead of the object; the {@code +} of strings gets another bootstrap method.
 */
final class TextCalls {
  private static final String OBJECT = "(Ljava/lang/Object;)";
  private static final String OBJECTS = "[Ljava/lang/Object;)";
  private static final String AN_OBJECT = OBJECT + "Ljava/lang/Object;";
  private static final String ALL_OBJECTS = "(" + OBJECTS + "[Ljava/lang/Object;";

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

  private static final List<Replacement> TEXT_OF_OBJECT =
      List.of(events(How.LAST_ARGUMENT, "text", AN_OBJECT), identities("shown", AN_OBJECT));
  private static final List<Replacement> TEXT_OF_OBJECTS =
      List.of(events(How.LAST_ARGUMENT, "texts", ALL_OBJECTS), identities("allShown", ALL_OBJECTS));
  private static final List<Replacement> TO_STRING =
      List.of(events(How.LAST_ARGUMENT, "text", AN_OBJECT));
  private static final List<Replacement> HASH_CODE =
      List.of(events(How.LAST_ARGUMENT, "still", AN_OBJECT));
  private static final List<Replacement> EQUALS =
      List.of(events(How.LAST_TWO_ARGUMENTS, "still", AN_OBJECT));

  private static final String FACTORY = "java/lang/invoke/StringConcatFactory";
  private static final String WITH_CONSTANTS = "makeConcatWithConstants";

  /** The bootstrap method of ours; see {@link Concatenations}. */
  static final Handle CONCATENATION =
      new Handle(
          Opcodes.H_INVOKESTATIC,
          Type.getInternalName(Concatenations.class),
          WITH_CONSTANTS,
          Concatenations.BOOTSTRAP,
          false);

  /** Stands for an argument, in the recipe of a text. */
  private static final String ARGUMENT = "\u0001";

  /** The JDK's types that are often part of a text and have one of their own. */
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

  private TextCalls() {}

  private static Replacement events(How how, String method, String descriptor) {
    Call to = new Call(Type.getInternalName(SharedTexts.class), method, descriptor);
    return new Replacement(Purpose.THREADS, how, to);
  }

  private static Replacement identities(String method, String descriptor) {
    Call to = new Call(Type.getInternalName(IdentityHashes.class), method, descriptor);
    return new Replacement(Purpose.HASH, How.LAST_ARGUMENT, to);
  }

  /** The treatment of the arguments of that call. */
  static List<Replacement> of(Call call) {
    return switch (call.owner()) {
      case "java/lang/Object" -> ofObject(call);
      case "java/util/Objects" -> ofObjects(call);
      default -> text(call);
    };
  }

  private static List<Replacement> ofObject(Call call) {
    return switch (call.name()) {
      case "toString" -> TO_STRING;
      case "hashCode" -> HASH_CODE;
      case "equals" -> EQUALS;
      default -> List.of();
    };
  }

  private static List<Replacement> ofObjects(Call call) {
    return switch (call.name()) {
      case "hashCode" -> HASH_CODE;
      case "equals" -> EQUALS;
      default -> text(call);
    };
  }

  private static List<Replacement> text(Call call) {
    if (call.descriptor().startsWith(OBJECT)
        && OF_OBJECT.contains(call.owner() + "." + call.name())) {
      return TEXT_OF_OBJECT;
    }
    return call.descriptor().contains(OBJECTS)
            && OF_OBJECTS.contains(call.owner() + "." + call.name())
        ? TEXT_OF_OBJECTS
        : List.of();
  }

  /**
   * Whether a call whose code is made at run time may be the {@code +} of strings with such an
   * object.
   */
  static boolean mayConcatenate(Call dynamic, Set<Purpose> purposes) {
    return dynamic.name().startsWith("makeConcat") && concern(dynamic.descriptor(), purposes);
  }

  static boolean isConcatenation(Handle bootstrap, String descriptor, Set<Purpose> purposes) {
    return bootstrap.getOwner().equals(FACTORY) && concern(descriptor, purposes);
  }

  private static boolean concern(String descriptor, Set<Purpose> purposes) {
    if (!purposes.contains(Purpose.THREADS) && !purposes.contains(Purpose.HASH)) {
      return false;
    }
    for (Type type : Type.getArgumentTypes(descriptor)) {
      if (type.getSort() == Type.ARRAY
          || type.getSort() == Type.OBJECT && !HARMLESS.contains(type.getInternalName())) {
        return true;
      }
    }
    return false;
  }

  /** Arguments of {@link #CONCATENATION}, from those of the JDK's bootstrap method. */
  static Object[] concatenated(
      Set<Purpose> purposes, String name, String descriptor, Object... arguments) {
    boolean withConstants = name.equals(WITH_CONSTANTS);
    Object[] all = new Object[withConstants ? arguments.length + 1 : 2];
    all[0] =
        (purposes.contains(Purpose.THREADS) ? Concatenations.EVENTS : 0)
            | (purposes.contains(Purpose.HASH) ? Concatenations.IDENTITIES : 0);
    if (withConstants) {
      System.arraycopy(arguments, 0, all, 1, arguments.length);
    } else {
      all[1] = ARGUMENT.repeat(Type.getArgumentTypes(descriptor).length);
    }
    return all;
  }
}
