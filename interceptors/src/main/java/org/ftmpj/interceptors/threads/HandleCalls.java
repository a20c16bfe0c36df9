package org.ftmpj.interceptors.threads;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.ftmpj.interceptors.bridge.Reflected;
import org.ftmpj.interceptors.bridge.Threading;
import org.ftmpj.interceptors.program.Call;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Calls by reflection, and accesses of a class to variables by {@link VarHandle}s. Their types are
 * those of the call site, so there can be no adapter for all of them: a call becomes a call of a
 * method that is added to the class, which makes the access as an event:
 *
 * <pre>
 *   if (!Threading.areEvents()) return handle.access(...);
 *   Threading.enter();
 *   try { return handle.access(...); } finally { Threading.leave(null); }
 * </pre>
 */
public final class HandleCalls {
  private static final String HANDLE = "java/lang/invoke/VarHandle";

  private static final String THREADING = Type.getInternalName(Threading.class);
  private static final String REFLECTED = Type.getInternalName(Reflected.class);
  private static final String OBJECT = "Ljava/lang/Object;";

  /** The method, the object and the arguments of a call by reflection. */
  private static final int INVOCATION = 3;

  private static final String NAME = "ftmpj$handle$";
  private static final Set<String> ACCESSES =
      Arrays.stream(VarHandle.AccessMode.values())
          .map(VarHandle.AccessMode::methodName)
          .collect(Collectors.toUnmodifiableSet());

  /** Accesses without any order in memory. */
  private static final Set<String> PLAIN = Set.of("get", "set");

  /** The types whose bytes can be viewed as wider values. */
  private static final Set<String> BYTES =
      Set.of("[B", "Ljava/nio/ByteBuffer;", "Ljava/lang/foreign/MemorySegment;");

  private static final Set<Type> WIDE =
      Set.of(
          Type.CHAR_TYPE,
          Type.SHORT_TYPE,
          Type.INT_TYPE,
          Type.LONG_TYPE,
          Type.FLOAT_TYPE,
          Type.DOUBLE_TYPE);

  private final Map<Call, String> added = new LinkedHashMap<>();

  /** Whether calls of that method are events. */
  static boolean areEvents(Call call) {
    return call.owner().equals(HANDLE) && ACCESSES.contains(call.name()) && !isOfBytes(call);
  }

  /** Reads or writes a number among bytes, as programs do that decode data. */
  private static boolean isOfBytes(Call call) {
    Type[] arguments = Type.getArgumentTypes(call.descriptor());
    boolean ofBytes = arguments.length > 1 && BYTES.contains(arguments[0].getDescriptor());
    if (!ofBytes || !PLAIN.contains(call.name())) {
      return false;
    }
    boolean reads = call.name().equals("get");
    Type value = reads ? Type.getReturnType(call.descriptor()) : arguments[arguments.length - 1];
    return WIDE.contains(value);
  }

  /** The method to call instead, with the handle as its first argument. */
  public Call instead(Call call, String type) {
    String name = added.computeIfAbsent(call, c -> NAME + added.size());
    return new Call(type, name, descriptor(call));
  }

  private static String descriptor(Call call) {
    return "(L" + call.owner() + ";" + call.descriptor().substring(1);
  }

  /**
   * @param version of the class file
   * @param methods makes a method of that name and descriptor, private and static
   */
  public void writeAdded(int version, BiFunction<String, String, MethodVisitor> methods) {
    boolean hasFrames = (version & 0xFFFF) >= Opcodes.V1_6;
    added.forEach((call, name) -> write(call, hasFrames, methods.apply(name, descriptor(call))));
  }

  private static void write(Call call, boolean hasFrames, MethodVisitor code) {
    if (call.owner().equals(HANDLE)) {
      writeAccess(call, code);
    } else {
      writeInvocation(call, hasFrames, code);
    }
  }

  /**
   * A call by reflection, from the class itself, for what it may call depends on that:
   *
   * <pre>
   *   Object instead = Reflected.instead(method);
   *   return instead == null
   *       ? method.invoke(receiver, arguments)
   *       : Reflected.invoke(instead, method, receiver, arguments);
   * </pre>
   *
   * @param hasFrames whether class files of that version have frames
   */
  private static void writeInvocation(Call call, boolean hasFrames, MethodVisitor code) {
    Label direct = new Label();
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    reflected(code, "instead", "(L" + call.owner() + ";)" + OBJECT);
    code.visitInsn(Opcodes.DUP);
    code.visitJumpInsn(Opcodes.IFNULL, direct);
    loadAll(code);
    reflected(code, "invoke", "(" + OBJECT + descriptor(call).substring(1));
    code.visitInsn(Opcodes.ARETURN);
    code.visitLabel(direct);
    if (hasFrames) {
      code.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {"java/lang/Object"});
    }
    code.visitInsn(Opcodes.POP);
    loadAll(code);
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL, call.owner(), call.name(), call.descriptor(), false);
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(INVOCATION + 1, INVOCATION);
    code.visitEnd();
  }

  private static void loadAll(MethodVisitor code) {
    for (int i = 0; i < INVOCATION; i++) {
      code.visitVarInsn(Opcodes.ALOAD, i);
    }
  }

  private static void reflected(MethodVisitor code, String method, String descriptor) {
    code.visitMethodInsn(Opcodes.INVOKESTATIC, REFLECTED, method, descriptor, false);
  }

  private static void writeAccess(Call call, MethodVisitor code) {
    Type returned = Type.getReturnType(call.descriptor());
    int arguments = Type.getArgumentsAndReturnSizes(call.descriptor()) >> 2;
    Label direct = new Label();
    Label begin = new Label();
    Label end = new Label();
    Label failed = new Label();
    code.visitCode();
    code.visitTryCatchBlock(begin, end, failed, null);
    tell(code, "areEvents", "()Z");
    code.visitJumpInsn(Opcodes.IFEQ, direct);
    tell(code, "enter", "()V");
    code.visitLabel(begin);
    access(code, call);
    code.visitLabel(end);
    leave(code);
    code.visitInsn(returned.getOpcode(Opcodes.IRETURN));
    code.visitLabel(failed);
    code.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {"java/lang/Throwable"});
    leave(code);
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(direct);
    code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    access(code, call);
    code.visitInsn(returned.getOpcode(Opcodes.IRETURN));
    code.visitMaxs(Math.max(arguments, returned.getSize() + 1), arguments);
    code.visitEnd();
  }

  private static void access(MethodVisitor code, Call call) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    int local = 1;
    for (Type argument : Type.getArgumentTypes(call.descriptor())) {
      code.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), local);
      local += argument.getSize();
    }
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL, HANDLE, strong(call.name()), call.descriptor(), false);
  }

  /** A weak access may fail for no reason, so a repetition could take another way. */
  private static String strong(String name) {
    return name.startsWith("weakCompareAndSet") ? "compareAndSet" : name;
  }

  private static void leave(MethodVisitor code) {
    code.visitInsn(Opcodes.ACONST_NULL);
    tell(code, "leave", "(Ljava/lang/Object;)V");
  }

  private static void tell(MethodVisitor code, String method, String descriptor) {
    code.visitMethodInsn(Opcodes.INVOKESTATIC, THREADING, method, descriptor, false);
  }
}
