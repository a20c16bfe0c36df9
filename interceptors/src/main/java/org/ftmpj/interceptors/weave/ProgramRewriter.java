package org.ftmpj.interceptors.weave;

import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.ftmpj.interceptors.bridge.FilteredCalls;
import org.ftmpj.interceptors.program.Call;
import org.ftmpj.interceptors.program.ClassOutline;
import org.ftmpj.interceptors.program.ObjectMethods;
import org.ftmpj.interceptors.program.ProgramClass;
import org.ftmpj.interceptors.program.Purpose;
import org.ftmpj.interceptors.program.Replacement;
import org.ftmpj.interceptors.threads.HandleCalls;
import org.ftmpj.interceptors.threads.MonitorEntries;
import org.ftmpj.interceptors.threads.SharedFields;
import org.ftmpj.interceptors.threads.Synchronization;
import org.ftmpj.interceptors.threads.UnsafeTypes;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Rewrites the code of a class of the program: its calls as {@link Replacements} says, what it
 * makes ({@link Constructions}), and the instructions by which its threads meet ({@link
 * Synchronization}, {@link MonitorEntries}). References to methods are {@link MethodReferences};
 * calls by reflection are not seen.
 */
final class ProgramRewriter extends ClassVisitor {
  private static final String OBJECT = "java/lang/Object";
  private static final Call GET_CLASS = new Call(OBJECT, "getClass", "()Ljava/lang/Class;");

  private static final Handle FILTERED =
      new Call(Type.getInternalName(FilteredCalls.class), "bootstrap", FilteredCalls.BOOTSTRAP)
          .asStatic(false);

  private final ClassOutline outline;
  private final Replacements replacements;
  private final UnaryOperator<Call> names;
  private final SharedFields sharedFields;
  private final boolean mayEnterMonitors;
  private final HandleCalls handles = new HandleCalls();
  private final Captures captures = new Captures();
  private final boolean notes;
  private boolean isInterface;
  private int version;

  /**
   * @param type the class
   * @param names gives calls the names of the JDK's classes
   * @param sharedFields of the classes that the loader of this one sees; null if no order of
   *     threads is recorded
   */
  ProgramRewriter(
      ProgramClass type,
      Replacements replacements,
      UnaryOperator<Call> names,
      SharedFields sharedFields,
      ClassVisitor next) {
    super(Opcodes.ASM9, next);
    this.outline = type.outline();
    this.replacements = replacements;
    this.names = names;
    this.sharedFields = sharedFields;
    this.notes = replacements.purposes().contains(Purpose.THREADS);
    this.mayEnterMonitors = sharedFields != null && type.mayEnterMonitors();
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String superName, String[] faces) {
    this.isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
    this.version = version;
    String above = Constructions.superclass(superName, replacements.purposes());
    super.visit(version, access, name, signature, above, faces);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    MethodVisitor code = new Constructions(next, replacements.purposes());
    if (sharedFields != null) {
      code = name.equals(Initializer.NAME) ? new Initializer(outline.name(), code, version) : code;
      ClassOutline.Member method = new ClassOutline.Member(access, name, descriptor);
      code = new Synchronization(outline, method, version, sharedFields, code);
    }
    boolean compares = name.equals("equals") && descriptor.equals("(Ljava/lang/Object;)Z");
    code = new Calls(compares, code);
    return mayEnterMonitors
        ? new MonitorEntries(access, name, descriptor, signature, exceptions, code)
        : code;
  }

  @Override
  public void visitEnd() {
    int flags = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
    handles.writeAdded(
        version, (method, descriptor) -> super.visitMethod(flags, method, descriptor, null, null));
    captures.writeAdded(cv);
    super.visitEnd();
  }

  private final class Calls extends MethodVisitor {
    private static final int MORE_STACK = 2;

    private final boolean compares;

    /**
     * @param compares whether the method compares its object with another: then classes are often
     *     asked for, and are the same or not whichever of them are seen
     */
    Calls(boolean compares, MethodVisitor next) {
      super(Opcodes.ASM9, next);
      this.compares = compares;
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean ofInterface) {
      Call written = new Call(owner, name, descriptor);
      if (opcode == Opcodes.INVOKEINTERFACE && ObjectMethods.named(written) != written) {
        visitMethodInsn(Opcodes.INVOKEVIRTUAL, OBJECT, name, descriptor, false);
        return;
      }
      Call call = opcode == Opcodes.INVOKEVIRTUAL ? names.apply(written) : written;
      boolean made = false;
      for (Replacement replacement : replacements(opcode, call)) {
        if (replacement.how().makesCall()) {
          made = true;
          make(replacement, opcode, call, ofInterface);
        } else {
          before(replacement, call);
        }
      }
      if (!made) {
        invoke(opcode, written, ofInterface);
      }
    }

    /** Notes what is stored that is not safe for threads: by a field it may get to another one. */
    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      boolean stores = opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC;
      if (notes && stores && UnsafeTypes.contain(Type.getType(descriptor))) {
        super.visitInsn(Opcodes.DUP);
        invoke(UnsafeTypes.noted(opcode == Opcodes.PUTSTATIC));
      }
      super.visitFieldInsn(opcode, owner, name, descriptor);
    }

    private List<Replacement> replacements(int opcode, Call call) {
      return compares && call.equals(GET_CLASS) ? List.of() : replacements.of(opcode, call);
    }

    private void before(Replacement replacement, Call call) {
      switch (replacement.how()) {
        case BEFORE_WITH_NAME -> super.visitLdcInsn(call.inWords());
        case BEFORE_WITH_OBJECT -> super.visitInsn(Opcodes.DUP);
        case BEFORE_WITH_RECEIVER -> copyFirst(Type.getArgumentCount(call.descriptor()) + 1);
        case BEFORE_WITH_FIRST_ARGUMENT -> copyFirst(Type.getArgumentCount(call.descriptor()));
        case LAST_TWO_ARGUMENTS -> {
          invoke(replacement.to());
          super.visitInsn(Opcodes.SWAP);
          invoke(replacement.to());
          super.visitInsn(Opcodes.SWAP);
          return;
        }
        default -> {}
      }
      invoke(replacement.to());
    }

    /** Puts the first of so many values on top of them. */
    private void copyFirst(int arguments) {
      switch (arguments) {
        case 1 -> super.visitInsn(Opcodes.DUP);
        case 2 -> {
          super.visitInsn(Opcodes.DUP2);
          super.visitInsn(Opcodes.POP);
        }
        case 3 -> {
          super.visitInsn(Opcodes.DUP2_X1);
          super.visitInsn(Opcodes.POP2);
          super.visitInsn(Opcodes.DUP_X2);
        }
        default -> throw new IllegalArgumentException(arguments + " arguments");
      }
    }

    /** Makes the call itself, or another one instead. */
    private void make(Replacement replacement, int opcode, Call call, boolean ofInterface) {
      switch (replacement.how()) {
        case INSTEAD -> {}
        case AS_EVENT -> {
          invoke(Opcodes.INVOKESTATIC, handles.instead(call, outline.name()), isInterface);
          return;
        }
        case EACH_ARGUMENT -> {
          super.visitInvokeDynamicInsn(
              call.name(),
              call.descriptor(),
              FILTERED,
              call.asStatic(ofInterface),
              replacement.to().asStatic(false));
          return;
        }
        case RESULT -> invoke(opcode, call, ofInterface);
        case AFTER_WITH_RESULT -> {
          invoke(opcode, call, ofInterface);
          super.visitInsn(Opcodes.DUP);
        }
        case OBJECT_AND_RESULT -> {
          super.visitInsn(Opcodes.DUP);
          invoke(opcode, call, ofInterface);
        }
        default -> throw new IllegalArgumentException(replacement.toString());
      }
      invoke(replacement.to());
    }

    private void invoke(Call method) {
      invoke(Opcodes.INVOKESTATIC, method, false);
    }

    private void invoke(int opcode, Call call, boolean ofInterface) {
      super.visitMethodInsn(opcode, call.owner(), call.name(), call.descriptor(), ofInterface);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String implemented, String descriptor, Handle bootstrap, Object... arguments) {
      Set<Purpose> purposes = replacements.purposes();
      if (KeyCalls.asksComponents(bootstrap, implemented, purposes)) {
        componentsAreHashed(arguments);
      }
      if (TextCalls.isConcatenation(bootstrap, descriptor, purposes)) {
        Object[] changed =
            TextCalls.concatenated(purposes, bootstrap.getName(), descriptor, arguments);
        super.visitInvokeDynamicInsn(implemented, descriptor, TextCalls.CONCATENATION, changed);
      } else if (notes && UnsafeTypes.areCaptured(descriptor)) {
        String made = captures.instead(implemented, descriptor, bootstrap, arguments);
        super.visitMethodInsn(Opcodes.INVOKESTATIC, outline.name(), made, descriptor, isInterface);
      } else {
        super.visitInvokeDynamicInsn(implemented, descriptor, bootstrap, arguments);
      }
    }

    /** A record is on the stack; the arguments are those of the bootstrap method. */
    private void componentsAreHashed(Object... arguments) {
      for (Object argument : arguments) {
        if (argument instanceof Handle getter && KeyCalls.mayBeByIdentity(getter)) {
          super.visitInsn(Opcodes.DUP);
          super.visitFieldInsn(
              Opcodes.GETFIELD, getter.getOwner(), getter.getName(), getter.getDesc());
          invoke(KeyCalls.KEY.to());
        }
      }
    }

    /** A class that the JDK loads may still have to get its hash code. */
    @Override
    public void visitLdcInsn(Object value) {
      super.visitLdcInsn(value);
      if (value instanceof Type type && KeyCalls.mayHashClass(type, replacements.purposes())) {
        super.visitInsn(Opcodes.DUP);
        invoke(KeyCalls.KEY.to());
      }
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      super.visitMaxs(maxStack + MORE_STACK, maxLocals);
    }
  }
}
