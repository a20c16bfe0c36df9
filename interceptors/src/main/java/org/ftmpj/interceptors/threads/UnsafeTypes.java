package org.ftmpj.interceptors.threads;

import java.util.Set;
import org.ftmpj.interceptors.bridge.UnsafeObjects;
import org.ftmpj.interceptors.program.Call;
import org.ftmpj.interceptors.program.ClassOutline;
import org.ftmpj.interceptors.program.ProgramClass;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Types of the JDK that are not safe for threads, and that programs share all the same. A call of
 * one costs more than a look at who uses the object; of collections and string builders that is not
 * so, and they are left alone.
 */
public final class UnsafeTypes {
  private static final String OBJECTS = Type.getInternalName(UnsafeObjects.class);
  private static final String OF_OBJECT = "(Ljava/lang/Object;)V";
  private static final Call STORED = new Call(OBJECTS, "stored", OF_OBJECT);
  private static final Call STORED_FOR_ALL = new Call(OBJECTS, "storedForAll", OF_OBJECT);

  private static final Set<String> ALL =
      Set.of(
          "java/nio/charset/CharsetDecoder",
          "java/nio/charset/CharsetEncoder",
          "java/security/MessageDigest",
          "java/security/Signature",
          "java/text/BreakIterator",
          "java/text/ChoiceFormat",
          "java/text/CollationElementIterator",
          "java/text/Collator",
          "java/text/CompactNumberFormat",
          "java/text/DateFormat",
          "java/text/DecimalFormat",
          "java/text/Format",
          "java/text/MessageFormat",
          "java/text/NumberFormat",
          "java/text/RuleBasedCollator",
          "java/text/SimpleDateFormat",
          "java/util/Calendar",
          "java/util/Formatter",
          "java/util/GregorianCalendar",
          "java/util/Scanner",
          "java/util/StringTokenizer",
          "java/util/regex/MatchResult",
          "java/util/regex/Matcher",
          "java/util/zip/Deflater",
          "java/util/zip/Inflater",
          "javax/crypto/Cipher",
          "javax/crypto/Mac");

  /** Methods that wait for others, are values, or show nothing that a call changes. */
  private static final Set<String> NO_EVENT =
      Set.of(
          "close", // ends a read that goes on
          "equals",
          "getAlgorithm",
          "getClass",
          "getProvider",
          "hashCode",
          "init",
          "initSign",
          "notify",
          "notifyAll",
          "pattern",
          "wait");

  private UnsafeTypes() {}

  /** Whether calls of that method are events if several threads use the object. */
  static boolean contain(Call call) {
    return ALL.contains(call.owner()) && !NO_EVENT.contains(call.name()) && !call.isConstructor();
  }

  /** Whether it is one of these types. */
  public static boolean contain(Type type) {
    return type.getSort() == Type.OBJECT && ALL.contains(type.getInternalName());
  }

  /**
   * The call for such an object that is stored where another thread may find it.
   *
   * @param forAll whether the place is a static field
   */
  public static Call noted(boolean forAll) {
    return forAll ? STORED_FOR_ALL : STORED;
  }

  /** Whether a lambda expression captures such an object. */
  public static boolean areCaptured(String descriptor) {
    for (Type captured : Type.getArgumentTypes(descriptor)) {
      if (contain(captured)) {
        return true;
      }
    }
    return false;
  }

  /** Whether that class has a field of such a type, or captures such an object. */
  public static boolean areStoredBy(ProgramClass type) {
    for (ClassOutline.Member field : type.outline().fields()) {
      if (contain(Type.getType(field.descriptor()))) {
        return true;
      }
    }
    for (Call field : type.constants().fields()) {
      if (contain(Type.getType(field.descriptor()))) {
        return true;
      }
    }
    for (Call dynamic : type.constants().dynamic()) {
      if (areCaptured(dynamic.descriptor())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Writes a static method that makes a call as an event if that is due:
   *
   * <pre>
   *   if (!UnsafeObjects.enter(receiver)) return receiver.method(...);
   *   try { return receiver.method(...); } finally { UnsafeObjects.leave(); }
   * </pre>
   *
   * @param call makes the call, with the method's arguments
   * @param result the first local variable after the arguments
   */
  static void write(MethodVisitor code, Type returned, int result, Runnable call) {
    Label event = new Label();
    Label end = new Label();
    Label failed = new Label();
    Label direct = new Label();
    code.visitCode();
    code.visitTryCatchBlock(event, end, failed, null);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    objects(code, "enter", "(Ljava/lang/Object;)Z");
    code.visitJumpInsn(Opcodes.IFEQ, direct);
    code.visitLabel(event);
    call.run();
    if (returned != Type.VOID_TYPE) {
      code.visitVarInsn(returned.getOpcode(Opcodes.ISTORE), result);
    }
    code.visitLabel(end);
    objects(code, "leave", "()V");
    if (returned != Type.VOID_TYPE) {
      code.visitVarInsn(returned.getOpcode(Opcodes.ILOAD), result);
    }
    code.visitInsn(returned.getOpcode(Opcodes.IRETURN));
    code.visitLabel(failed);
    objects(code, "leave", "()V");
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(direct);
    call.run();
    code.visitInsn(returned.getOpcode(Opcodes.IRETURN));
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  private static void objects(MethodVisitor code, String method, String descriptor) {
    code.visitMethodInsn(Opcodes.INVOKESTATIC, OBJECTS, method, descriptor, false);
  }
}
