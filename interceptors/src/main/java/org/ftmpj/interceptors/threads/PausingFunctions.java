package org.ftmpj.interceptors.threads;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.interceptors.bridge.Threading;
import org.ftmpj.interceptors.program.Call;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Makes, for a functional interface, a class whose objects run a function of the program between
 * two events:
 *
 * <pre>
 *   SharedCalls.pause(receiver);
 *   try { return function.method(...); } finally { SharedCalls.resume(receiver, writes); }
 * </pre>
 */
final class PausingFunctions {
  private static final String MAKE = "of";
  private static final String FUNCTION = "function";
  private static final String RECEIVER = "receiver";
  private static final String WRITES = "writes";
  private static final String OBJECT = "Ljava/lang/Object;";

  private static final Set<Type> MADE = ConcurrentHashMap.newKeySet();

  private final Type face;
  private final String name;

  private PausingFunctions(Type face) {
    this.face = face;
    name = name(face);
  }

  private static String name(Type face) {
    return Adapters.BRIDGE + "Outside_" + face.getInternalName().replace('/', '_');
  }

  /** Receiver, whether the call writes, and function are on the stack; then the object is there. */
  static void make(MethodVisitor code, Type face) {
    synchronized (MADE) {
      if (!MADE.contains(face)) {
        define(face);
        MADE.add(face);
      }
    }
    code.visitMethodInsn(Opcodes.INVOKESTATIC, name(face), MAKE, factory(face), false);
  }

  private static String factory(Type face) {
    String function = face.getDescriptor();
    return "(" + OBJECT + "Z" + function + ")" + function;
  }

  private static void define(Type face) {
    try {
      Class<?> type = Class.forName(face.getClassName(), false, null);
      Threading.lookup().defineClass(new PausingFunctions(face).classFile(method(type)));
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new FtmpjException(ErrorCode.NOT_WOVEN, "no adapter for " + face + ": " + e, e);
    }
  }

  /** The one that is abstract. */
  private static Method method(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .filter(method -> Modifier.isAbstract(method.getModifiers()))
        .findFirst()
        .orElseThrow();
  }

  private byte[] classFile(Method method) {
    ClassWriter writer = new BridgeClass(name, face.getInternalName());
    int kept = Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL;
    writer.visitField(kept, RECEIVER, OBJECT, null, null).visitEnd();
    writer.visitField(kept, WRITES, "Z", null, null).visitEnd();
    writer.visitField(kept, FUNCTION, face.getDescriptor(), null, null).visitEnd();
    constructor(writer.visitMethod(Opcodes.ACC_PRIVATE, "<init>", initializer(), null, null));
    factory(
        writer.visitMethod(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, MAKE, factory(face), null, null));
    String descriptor = Type.getMethodDescriptor(method);
    run(
        writer.visitMethod(Opcodes.ACC_PUBLIC, method.getName(), descriptor, null, null),
        new Call(face.getInternalName(), method.getName(), descriptor));
    writer.visitEnd();
    return writer.toByteArray();
  }

  private String initializer() {
    return "(" + OBJECT + "Z" + face.getDescriptor() + ")V";
  }

  private void constructor(MethodVisitor code) {
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    set(code, Opcodes.ALOAD, 1, RECEIVER, OBJECT);
    set(code, Opcodes.ILOAD, 2, WRITES, "Z");
    set(code, Opcodes.ALOAD, 3, FUNCTION, face.getDescriptor());
    code.visitInsn(Opcodes.RETURN);
    end(code);
  }

  private void set(MethodVisitor code, int load, int local, String field, String descriptor) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitVarInsn(load, local);
    code.visitFieldInsn(Opcodes.PUTFIELD, name, field, descriptor);
  }

  /** Wraps a factory; null stays null, so that the JDK says what it says. */
  private void factory(MethodVisitor code) {
    Label missing = new Label();
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 2);
    code.visitJumpInsn(Opcodes.IFNULL, missing);
    code.visitTypeInsn(Opcodes.NEW, name);
    code.visitInsn(Opcodes.DUP);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitVarInsn(Opcodes.ILOAD, 1);
    code.visitVarInsn(Opcodes.ALOAD, 2);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, name, "<init>", initializer(), false);
    code.visitInsn(Opcodes.ARETURN);
    code.visitLabel(missing);
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitInsn(Opcodes.ARETURN);
    end(code);
  }

  private void run(MethodVisitor code, Call call) {
    Type returned = Type.getReturnType(call.descriptor());
    int result = Type.getArgumentsAndReturnSizes(call.descriptor()) / 4;
    Label begin = new Label();
    Label end = new Label();
    Label failed = new Label();
    code.visitCode();
    code.visitTryCatchBlock(begin, end, failed, null);
    get(code, RECEIVER, OBJECT);
    shared(code, "pause", "(" + OBJECT + ")V");
    code.visitLabel(begin);
    get(code, FUNCTION, face.getDescriptor());
    int local = 1;
    for (Type argument : Type.getArgumentTypes(call.descriptor())) {
      code.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), local);
      local += argument.getSize();
    }
    code.visitMethodInsn(
        Opcodes.INVOKEINTERFACE, call.owner(), call.name(), call.descriptor(), true);
    if (returned != Type.VOID_TYPE) {
      code.visitVarInsn(returned.getOpcode(Opcodes.ISTORE), result);
    }
    code.visitLabel(end);
    resume(code);
    if (returned != Type.VOID_TYPE) {
      code.visitVarInsn(returned.getOpcode(Opcodes.ILOAD), result);
    }
    code.visitInsn(returned.getOpcode(Opcodes.IRETURN));
    code.visitLabel(failed);
    resume(code);
    code.visitInsn(Opcodes.ATHROW);
    end(code);
  }

  private void resume(MethodVisitor code) {
    get(code, RECEIVER, OBJECT);
    get(code, WRITES, "Z");
    shared(code, "resume", "(" + OBJECT + "Z)V");
  }

  private void get(MethodVisitor code, String field, String descriptor) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitFieldInsn(Opcodes.GETFIELD, name, field, descriptor);
  }

  private static void shared(MethodVisitor code, String method, String descriptor) {
    code.visitMethodInsn(Opcodes.INVOKESTATIC, Adapters.SHARED_CALLS, method, descriptor, false);
  }

  private static void end(MethodVisitor code) {
    code.visitMaxs(0, 0);
    code.visitEnd();
  }
}
