package org.ftmpj.interceptors.threads;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.ftmpj.interceptors.bridge.Threading;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Makes, for each type of {@link HandOvers}, a class with a static method for each of its methods,
 * which does the same within an event:
 *
 * <pre>
 *   if (!Threading.enterIfShared(receiver)) return receiver.method(...);
 *   try { return receiver.method(...); } finally { Threading.leave(receiver); }
 * </pre>
 */
final class Adapters {
  private static final String BRIDGE = "org/ftmpj/interceptors/bridge/";
  private static final String THREADING = Type.getInternalName(Threading.class);

  /** By the type's internal name: calls that there are adapters for. */
  private static final Map<String, Set<Call>> MADE = new ConcurrentHashMap<>();

  private Adapters() {}

  /** The adapter of that method, if it is one of an object. */
  static Optional<Call> of(Call call) {
    Set<Call> calls = MADE.computeIfAbsent(call.owner(), Adapters::make);
    return calls.contains(call) ? Optional.of(adapter(call)) : Optional.empty();
  }

  private static Call adapter(Call call) {
    String descriptor = "(L" + call.owner() + ";" + call.descriptor().substring(1);
    return new Call(name(call.owner()), call.name(), descriptor);
  }

  private static String name(String owner) {
    return BRIDGE + "On_" + owner.replace('/', '_').replace('$', '_');
  }

  private static Set<Call> make(String owner) {
    try {
      Class<?> type = Class.forName(owner.replace('/', '.'), false, null);
      Set<Call> calls = new HashSet<>();
      MethodHandles.Lookup lookup = Threading.lookup();
      lookup.defineClass(classFile(type, owner, calls));
      return calls;
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new FtmpjException(ErrorCode.NOT_WOVEN, "no adapters for " + owner + ": " + e, e);
    }
  }

  private static byte[] classFile(Class<?> type, String owner, Set<Call> calls) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(
        Opcodes.V17,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC,
        name(owner),
        null,
        "java/lang/Object",
        null);
    for (Method method : type.getMethods()) {
      Call call = new Call(owner, method.getName(), Type.getMethodDescriptor(method));
      boolean ofObject = !Modifier.isStatic(method.getModifiers());
      if (ofObject && HandOvers.contain(call) && calls.add(call)) {
        write(writer, call, type.isInterface());
      }
    }
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static void write(ClassWriter writer, Call call, boolean isInterface) {
    String descriptor = adapter(call).descriptor();
    MethodVisitor method =
        writer.visitMethod(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, call.name(), descriptor, null, null);
    Type returned = Type.getReturnType(descriptor);
    int result = Type.getArgumentsAndReturnSizes(descriptor) / 4 - 1;
    Label shared = new Label();
    Label end = new Label();
    Label failed = new Label();
    method.visitCode();
    method.visitTryCatchBlock(shared, end, failed, null);
    method.visitVarInsn(Opcodes.ALOAD, 0);
    method.visitMethodInsn(
        Opcodes.INVOKESTATIC, THREADING, "enterIfShared", "(Ljava/lang/Object;)Z", false);
    method.visitJumpInsn(Opcodes.IFNE, shared);
    call(method, call, descriptor, isInterface);
    method.visitInsn(returned.getOpcode(Opcodes.IRETURN));
    method.visitLabel(shared);
    method.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    call(method, call, descriptor, isInterface);
    if (returned != Type.VOID_TYPE) {
      method.visitVarInsn(returned.getOpcode(Opcodes.ISTORE), result);
    }
    method.visitLabel(end);
    leave(method);
    if (returned != Type.VOID_TYPE) {
      method.visitVarInsn(returned.getOpcode(Opcodes.ILOAD), result);
    }
    method.visitInsn(returned.getOpcode(Opcodes.IRETURN));
    method.visitLabel(failed);
    method.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {"java/lang/Throwable"});
    leave(method);
    method.visitInsn(Opcodes.ATHROW);
    method.visitMaxs(0, 0);
    method.visitEnd();
  }

  private static void call(
      MethodVisitor method, Call call, String descriptor, boolean isInterface) {
    int local = 0;
    for (Type argument : Type.getArgumentTypes(descriptor)) {
      method.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), local);
      local += argument.getSize();
    }
    method.visitMethodInsn(
        isInterface ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL,
        call.owner(),
        call.name(),
        call.descriptor(),
        isInterface);
  }

  private static void leave(MethodVisitor method) {
    method.visitVarInsn(Opcodes.ALOAD, 0);
    method.visitMethodInsn(
        Opcodes.INVOKESTATIC, THREADING, "leave", "(Ljava/lang/Object;)V", false);
  }
}
