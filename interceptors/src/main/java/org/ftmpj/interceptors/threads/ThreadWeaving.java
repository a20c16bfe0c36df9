package org.ftmpj.interceptors.threads;

import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.ftmpj.interceptors.bridge.Threading;
import org.ftmpj.interceptors.bridge.WorkerLocal;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Redirects, in a class of the program, what bears threads and what hands something over between
 * them. Calls by reflection are not seen.
 */
public final class ThreadWeaving extends ClassVisitor {
  private static final String THREADING = Type.getInternalName(Threading.class);
  private static final String THREAD = "java/lang/Thread";
  private static final String MPI = "mpi/";
  private static final String THREAD_LOCAL = "java/lang/ThreadLocal";
  private static final String WORKER_LOCAL = Type.getInternalName(WorkerLocal.class);

  /** References to methods, and how those are called. */
  private static final Map<Integer, Integer> OPCODES =
      Map.of(
          Opcodes.H_INVOKEVIRTUAL, Opcodes.INVOKEVIRTUAL,
          Opcodes.H_INVOKEINTERFACE, Opcodes.INVOKEINTERFACE,
          Opcodes.H_INVOKESPECIAL, Opcodes.INVOKESPECIAL,
          Opcodes.H_INVOKESTATIC, Opcodes.INVOKESTATIC);

  private final VolatileFields volatileFields;
  private final TextMaking texts = new TextMaking();
  private final HandleCalls handles = new HandleCalls();
  private String name;
  private boolean isInterface;
  private int version;

  /**
   * @param volatileFields of the classes that the loader of this one sees
   */
  public ThreadWeaving(VolatileFields volatileFields, ClassVisitor next) {
    super(Opcodes.ASM9, next);
    this.volatileFields = volatileFields;
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String superName, String[] faces) {
    this.name = name;
    this.isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
    this.version = version & 0xFFFF;
    boolean isLocal = THREAD_LOCAL.equals(superName);
    super.visit(version, access, name, signature, isLocal ? WORKER_LOCAL : superName, faces);
  }

  @Override
  public void visitEnd() {
    int flags = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
    BiFunction<String, String, MethodVisitor> methods =
        (method, descriptor) -> super.visitMethod(flags, method, descriptor, null, null);
    texts.writeAdded(methods);
    handles.writeAdded(methods);
    super.visitEnd();
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String method, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, method, descriptor, signature, exceptions);
    boolean isSynchronized = (access & Opcodes.ACC_SYNCHRONIZED) != 0;
    boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
    // An object that is being made is seen by nobody else.
    boolean fields = !method.startsWith("<");
    return new Method(next, isSynchronized, isStatic, fields);
  }

  /** Whether calls of that method are changed. */
  public static boolean changes(Handle method) {
    if (makesLocal(method.getOwner(), method.getName())) {
      return true;
    }
    Integer opcode = OPCODES.get(method.getTag());
    if (opcode == null) {
      return false;
    }
    Call call = new Call(method.getOwner(), method.getName(), method.getDesc());
    return instead(opcode, call) != null
        || HandOvers.isUnsupported(call)
        || isBufferedSend(opcode, call)
        || mayStart(opcode, call)
        || mayAskIsAlive(opcode, call)
        || opcode != Opcodes.INVOKESPECIAL && TextMaking.takes(call);
  }

  private static boolean makesLocal(String owner, String method) {
    return owner.equals(THREAD_LOCAL) && method.equals("<init>");
  }

  private static boolean isBufferedSend(int opcode, Call call) {
    return isVirtual(opcode)
        && call.owner().startsWith(MPI)
        && HandOvers.isBufferedSend(call.name());
  }

  /** Whether it may start a thread: also of a subclass, or as a subclass does it. */
  private static boolean mayStart(int opcode, Call call) {
    return opcode != Opcodes.INVOKESTATIC
        && call.name().equals("start")
        && call.descriptor().equals("()V")
        && (isOfProgram(call) || call.owner().equals(THREAD));
  }

  private static boolean mayAskIsAlive(int opcode, Call call) {
    return isVirtual(opcode)
        && isOfProgram(call)
        && call.name().equals("isAlive")
        && call.descriptor().equals("()Z");
  }

  private static boolean isVirtual(int opcode) {
    return opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKEINTERFACE;
  }

  private static boolean isOfProgram(Call call) {
    return !call.owner().startsWith("java/") && !call.owner().startsWith("[");
  }

  /** What to call instead; null if it stays as it is. */
  private static Call instead(int opcode, Call call) {
    if (opcode == Opcodes.INVOKESPECIAL) {
      return null;
    }
    if (opcode != Opcodes.INVOKESTATIC) {
      Call monitor = StandIns.ofMonitor(call.name(), call.descriptor());
      if (monitor != null) {
        return monitor;
      }
    }
    Call standIn = StandIns.of(call);
    if (standIn == null && HandOvers.isShared(call.owner())) {
      standIn = StandIns.ofTraversal(call.name(), call.descriptor());
    }
    if (standIn != null || opcode == Opcodes.INVOKESTATIC || !HandOvers.contain(call)) {
      return standIn;
    }
    Optional<Call> adapter = Adapters.of(call);
    return adapter.orElse(null);
  }

  /** Whether a call of that method of the JDK, other than by {@code super}, is an event. */
  static boolean orders(Call call) {
    return mayStart(Opcodes.INVOKEVIRTUAL, call)
        || HandleCalls.areEvents(call)
        || instead(Opcodes.INVOKEVIRTUAL, call) != null;
  }

  private final class Method extends MethodVisitor {
    private final boolean isSynchronized;
    private final boolean isStatic;
    private final boolean fields;

    Method(MethodVisitor next, boolean isSynchronized, boolean isStatic, boolean fields) {
      super(Opcodes.ASM9, next);
      this.fields = fields;
      this.isSynchronized = isSynchronized;
      this.isStatic = isStatic;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      if (!isSynchronized || isStatic && version < Opcodes.V1_5) {
        return;
      }
      if (isStatic) {
        super.visitLdcInsn(Type.getObjectType(name));
      } else {
        super.visitVarInsn(Opcodes.ALOAD, 0);
      }
      tell("entered", "(Ljava/lang/Object;)V");
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode != Opcodes.MONITORENTER) {
        super.visitInsn(opcode);
        return;
      }
      super.visitInsn(Opcodes.DUP);
      super.visitInsn(opcode);
      tell("entered", "(Ljava/lang/Object;)V");
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
      if (!fields || !volatileFields.contain(owner, field)) {
        super.visitFieldInsn(opcode, owner, field, descriptor);
        return;
      }
      boolean wide = descriptor.equals("J") || descriptor.equals("D");
      switch (opcode) {
        case Opcodes.GETFIELD -> super.visitInsn(Opcodes.DUP);
        case Opcodes.PUTFIELD -> bringUpOwner(wide);
        default -> {
          if (!owner.equals(name)) {
            initialize(owner, field, descriptor, wide);
          }
          super.visitLdcInsn(field);
        }
      }
      tell("enterField", "(Ljava/lang/Object;)V");
      super.visitFieldInsn(opcode, owner, field, descriptor);
      tell("leaveField", "()V");
    }

    /** Another class's initializer does not run within the event. */
    private void initialize(String owner, String field, String descriptor, boolean wide) {
      super.visitFieldInsn(Opcodes.GETSTATIC, owner, field, descriptor);
      super.visitInsn(wide ? Opcodes.POP2 : Opcodes.POP);
    }

    /** From owner, value to owner, value, owner. */
    private void bringUpOwner(boolean wide) {
      if (wide) {
        super.visitInsn(Opcodes.DUP2_X1);
        super.visitInsn(Opcodes.POP2);
        super.visitInsn(Opcodes.DUP_X2);
      } else {
        super.visitInsn(Opcodes.DUP2);
        super.visitInsn(Opcodes.POP);
      }
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      boolean makesLocal = opcode == Opcodes.NEW && type.equals(THREAD_LOCAL);
      super.visitTypeInsn(opcode, makesLocal ? WORKER_LOCAL : type);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String called, String descriptor, boolean isInterface) {
      if (makesLocal(owner, called)) {
        super.visitMethodInsn(opcode, WORKER_LOCAL, called, descriptor, false);
        return;
      }
      Call call = new Call(owner, called, descriptor);
      if (opcode != Opcodes.INVOKESPECIAL) {
        TextMaking.before(call, mv);
      }
      Call to = instead(opcode, call);
      if (to != null) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, to.owner(), to.name(), to.descriptor(), false);
        return;
      }
      if (HandleCalls.areEvents(call)) {
        Call access = handles.instead(call, name);
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC,
            access.owner(),
            access.name(),
            access.descriptor(),
            ThreadWeaving.this.isInterface);
        return;
      }
      if (HandOvers.isUnsupported(call)) {
        super.visitLdcInsn(owner.substring(owner.lastIndexOf('/') + 1) + "." + called);
        tell("unsupported", "(Ljava/lang/String;)V");
      } else if (isBufferedSend(opcode, call)) {
        tell("bufferedSend", "()V");
      } else if (mayStart(opcode, call)) {
        super.visitInsn(Opcodes.DUP);
        tell("beforeStart", "(Ljava/lang/Object;)V");
      } else if (mayAskIsAlive(opcode, call)) {
        super.visitInsn(Opcodes.DUP);
        super.visitMethodInsn(opcode, owner, called, descriptor, isInterface);
        tell("wasAlive", "(Ljava/lang/Object;Z)Z");
        return;
      }
      super.visitMethodInsn(opcode, owner, called, descriptor, isInterface);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String implemented, String descriptor, Handle bootstrap, Object... arguments) {
      String instead = texts.instead(implemented, descriptor, bootstrap, arguments);
      if (instead == null) {
        super.visitInvokeDynamicInsn(implemented, descriptor, bootstrap, arguments);
      } else {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, name, instead, descriptor, isInterface);
      }
    }

    /** Two words more than before, at most. */
    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      super.visitMaxs(maxStack + 2, maxLocals);
    }

    private void tell(String method, String descriptor) {
      super.visitMethodInsn(Opcodes.INVOKESTATIC, THREADING, method, descriptor, false);
    }
  }
}
