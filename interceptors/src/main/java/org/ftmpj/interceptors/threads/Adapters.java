package org.ftmpj.interceptors.threads;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.interceptors.bridge.Computing;
import org.ftmpj.interceptors.bridge.SharedCalls;
import org.ftmpj.interceptors.bridge.Threading;
import org.ftmpj.interceptors.program.Call;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Makes, for each type of {@link SharedTypes} and {@link UnsafeTypes}, a class with a static method
 * for each of its methods, which does the same as an event; for the former:
 *
 * <pre>
 *   if (SharedCalls.enterAlone(receiver, ...))
 *     try { return receiver.method(...); } finally { SharedCalls.leaveAlone(receiver); }
 *   if (!SharedCalls.areEvents(receiver)) return receiver.method(...);
 *   Object monitor = SharedCalls.monitor(receiver, ...);
 *   if (monitor != null)
 *     synchronized (monitor) { Threading.entered(monitor); return receiver.method(...); }
 *   if (SharedCalls.hasMonitor(receiver)) return receiver.method(...);
 *   boolean outside = SharedCalls.enter(receiver, ...);
 *   try {
 *     if (outside) function = PausingFunctions.of(receiver, function);
 *     return receiver.method(...);
 *   } finally { SharedCalls.leave(receiver); }
 * </pre>
 */
final class Adapters {
  static final String BRIDGE = "org/ftmpj/interceptors/bridge/";
  static final String SHARED_CALLS = Type.getInternalName(SharedCalls.class);

  private static final String THREADING = Type.getInternalName(Threading.class);
  private static final String COMPUTING = Type.getInternalName(Computing.class);
  private static final String WHAT = Type.getInternalName(SharedCalls.What.class);

  /**
   * The values of {@code What} with which a call may run no code of the program, depending on its
   * arguments.
   */
  private static final Set<SharedCalls.What> MAY_RUN_NOTHING =
      EnumSet.of(
          SharedCalls.What.NOTHING,
          SharedCalls.What.LOOKUP,
          SharedCalls.What.INSERTION,
          SharedCalls.What.REMOVAL);

  private static final Type OBJECT = Type.getType(Object.class);

  /** The calls that there are adapters for, by the type's internal name. */
  private static final Map<String, Set<Call>> MADE = new ConcurrentHashMap<>();

  private final MethodVisitor code;
  private final Call call;
  private final String descriptor;
  private final Type[] arguments;
  private final Type returned;
  private final boolean isInterface;

  private Adapters(MethodVisitor code, Call call, boolean isInterface) {
    this.code = code;
    this.call = call;
    this.isInterface = isInterface;
    descriptor = adapter(call).descriptor();
    arguments = Type.getArgumentTypes(descriptor);
    returned = Type.getReturnType(descriptor);
  }

  /** The adapter of that method, if it is one of an object. */
  static Optional<Call> of(Call call) {
    Set<Call> calls = MADE.computeIfAbsent(call.owner(), Adapters::make);
    return calls.contains(call) ? Optional.of(adapter(call)) : Optional.empty();
  }

  /** Whether calls of that method are events, if the object is one that threads share. */
  static boolean mayBeEvents(Call call) {
    return SharedTypes.contain(call) || UnsafeTypes.contain(call);
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
    ClassWriter writer = new BridgeClass(name(owner));
    for (Method method : type.getMethods()) {
      Call call = new Call(owner, method.getName(), Type.getMethodDescriptor(method));
      boolean ofObject = !Modifier.isStatic(method.getModifiers());
      if (ofObject && mayBeEvents(call) && calls.add(call)) {
        MethodVisitor code =
            writer.visitMethod(
                Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC,
                call.name(),
                adapter(call).descriptor(),
                null,
                null);
        Adapters adapter = new Adapters(code, call, type.isInterface());
        if (UnsafeTypes.contain(call)) {
          UnsafeTypes.write(code, adapter.returned, adapter.free(), adapter::call);
        } else {
          adapter.write();
        }
      }
    }
    writer.visitEnd();
    return writer.toByteArray();
  }

  private void write() {
    Label direct = new Label();
    Label event = new Label();
    code.visitCode();
    if (MAY_RUN_NOTHING.contains(Effects.of(call))) {
      alone();
    }
    if (Effects.hasThreshold(call)) { // the calling thread does it all
      code.visitLdcInsn(Long.MAX_VALUE);
      code.visitVarInsn(Opcodes.LSTORE, local(1));
    }
    code.visitVarInsn(Opcodes.ALOAD, 0);
    shared("areEvents", "(Ljava/lang/Object;)Z");
    code.visitJumpInsn(Opcodes.IFEQ, direct);
    if (Effects.computes(call)) {
      compute();
    }
    underMonitor();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    shared("hasMonitor", "(Ljava/lang/Object;)Z");
    code.visitJumpInsn(Opcodes.IFEQ, event);
    stillArgument();
    code.visitJumpInsn(Opcodes.GOTO, direct);
    code.visitLabel(event);
    asEvent();
    code.visitLabel(direct);
    call();
    code.visitInsn(returned.getOpcode(Opcodes.IRETURN));
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  private void compute() {
    Label others = new Label();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKESTATIC, COMPUTING, "of", "(Ljava/lang/Object;)Z", false);
    code.visitJumpInsn(Opcodes.IFEQ, others);
    loadArguments();
    Type[] general = arguments.clone();
    general[0] = OBJECT;
    String method = Type.getMethodDescriptor(returned, general);
    code.visitMethodInsn(Opcodes.INVOKESTATIC, COMPUTING, call.name(), method, false);
    code.visitInsn(Opcodes.ARETURN);
    code.visitLabel(others);
  }

  /** The first local variable after the arguments: those from there on are free. */
  private int free() {
    return Type.getArgumentsAndReturnSizes(descriptor) / 4 - 1;
  }

  private void underMonitor() {
    int monitor = free();
    Label none = new Label();
    Label begin = new Label();
    Label end = new Label();
    Label failed = new Label();
    code.visitTryCatchBlock(begin, end, failed, null);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    loadOrNull(Effects.collection(call));
    shared("monitor", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;");
    code.visitVarInsn(Opcodes.ASTORE, monitor);
    code.visitVarInsn(Opcodes.ALOAD, monitor);
    code.visitJumpInsn(Opcodes.IFNULL, none);
    code.visitVarInsn(Opcodes.ALOAD, monitor);
    code.visitInsn(Opcodes.MONITORENTER);
    code.visitLabel(begin);
    code.visitVarInsn(Opcodes.ALOAD, monitor);
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC, THREADING, "entered", "(Ljava/lang/Object;)V", false);
    if (readsAnother()) {
      loadArguments();
      Call self = adapter(call);
      code.visitMethodInsn(Opcodes.INVOKESTATIC, self.owner(), self.name(), descriptor, false);
    } else {
      call();
    }
    code.visitVarInsn(Opcodes.ALOAD, monitor);
    code.visitInsn(Opcodes.MONITOREXIT);
    code.visitLabel(end);
    code.visitInsn(returned.getOpcode(Opcodes.IRETURN));
    code.visitLabel(failed);
    code.visitVarInsn(Opcodes.ALOAD, monitor);
    code.visitInsn(Opcodes.MONITOREXIT);
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(none);
  }

  /** Whether it reads another collection, which may have a monitor, too. */
  private boolean readsAnother() {
    return call.name().equals("equals") || Effects.collection(call) >= 0;
  }

  /** Copies an argument that others may change while the call has a monitor of the receiver. */
  private void stillArgument() {
    boolean compared = call.name().equals("equals");
    int argument = compared ? 0 : Effects.collection(call);
    if (argument < 0) {
      return;
    }
    int local = local(argument + 1);
    code.visitVarInsn(Opcodes.ALOAD, local);
    code.visitInsn(compared ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
    shared("still", "(Ljava/lang/Object;Z)Ljava/lang/Object;");
    code.visitTypeInsn(Opcodes.CHECKCAST, arguments[argument + 1].getInternalName());
    code.visitVarInsn(Opcodes.ASTORE, local);
  }

  private void alone() {
    Label others = new Label();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitFieldInsn(Opcodes.GETSTATIC, WHAT, Effects.of(call).name(), "L" + WHAT + ";");
    loadOrNull(Effects.first(call));
    loadOrNull(Effects.second(call));
    shared("enterAlone", "(Ljava/lang/Object;L" + WHAT + ";Ljava/lang/Object;Ljava/lang/Object;)Z");
    code.visitJumpInsn(Opcodes.IFEQ, others);
    callAndLeave("leaveAlone", () -> {});
    code.visitLabel(others);
  }

  private void asEvent() {
    enter();
    callAndLeave("leave", this::functionsOutside);
  }

  private void callAndLeave(String leave, Runnable before) {
    Label begin = new Label();
    Label end = new Label();
    Label failed = new Label();
    code.visitTryCatchBlock(begin, end, failed, null);
    code.visitLabel(begin);
    before.run();
    call();
    int result = free() + 1;
    if (returned != Type.VOID_TYPE) {
      code.visitVarInsn(returned.getOpcode(Opcodes.ISTORE), result);
    }
    code.visitLabel(end);
    leave(leave);
    if (returned != Type.VOID_TYPE) {
      code.visitVarInsn(returned.getOpcode(Opcodes.ILOAD), result);
    }
    code.visitInsn(returned.getOpcode(Opcodes.IRETURN));
    code.visitLabel(failed);
    leave(leave);
    code.visitInsn(Opcodes.ATHROW);
  }

  /** Leaves in a local whether functions have to be run outside of the event. */
  private void enter() {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitFieldInsn(Opcodes.GETSTATIC, WHAT, Effects.of(call).name(), "L" + WHAT + ";");
    code.visitInsn(Effects.writes(call) ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
    loadOrNull(Effects.first(call));
    loadOrNull(Effects.second(call));
    shared("enter", "(Ljava/lang/Object;L" + WHAT + ";ZLjava/lang/Object;Ljava/lang/Object;)Z");
    code.visitVarInsn(Opcodes.ISTORE, free());
  }

  private void functionsOutside() {
    Label inside = new Label();
    code.visitVarInsn(Opcodes.ILOAD, free());
    code.visitJumpInsn(Opcodes.IFEQ, inside);
    for (int i = 1; i < arguments.length; i++) {
      if (Effects.isFunction(arguments[i])) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitInsn(Effects.writes(call) ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
        code.visitVarInsn(Opcodes.ALOAD, local(i));
        PausingFunctions.make(code, arguments[i]);
        code.visitVarInsn(Opcodes.ASTORE, local(i));
      }
    }
    code.visitLabel(inside);
  }

  private int local(int argument) {
    int local = 0;
    for (int i = 0; i < argument; i++) {
      local += arguments[i].getSize();
    }
    return local;
  }

  /** An argument as an object; null if the index is negative. */
  private void loadOrNull(int index) {
    if (index < 0) {
      code.visitInsn(Opcodes.ACONST_NULL);
      return;
    }
    code.visitVarInsn(Opcodes.ALOAD, local(index + 1));
  }

  private void loadArguments() {
    for (int i = 0; i < arguments.length; i++) {
      code.visitVarInsn(arguments[i].getOpcode(Opcodes.ILOAD), local(i));
    }
  }

  private void call() {
    loadArguments();
    code.visitMethodInsn(
        isInterface ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL,
        call.owner(),
        call.name(),
        call.descriptor(),
        isInterface);
  }

  private void leave(String method) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    shared(method, "(Ljava/lang/Object;)V");
  }

  private void shared(String method, String descriptor) {
    code.visitMethodInsn(Opcodes.INVOKESTATIC, SHARED_CALLS, method, descriptor, false);
  }
}
