package org.ftmpj.interceptors.weave;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ftmpj.interceptors.bridge.SerializedReferences;
import org.ftmpj.interceptors.program.Call;
import org.ftmpj.interceptors.program.ObjectMethods;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Turns references to methods whose calls are replaced into references to methods of the class
 * itself which call them, as the compiler does for a lambda expression. So what follows has to know
 * calls only, and a reference means exactly what a call in the same class means.
 *
 * <p>A reference that can be serialized goes out under the name of the added method. {@code
 * $deserializeLambda$} compares with what the compiler wrote, so there the original is put back.
 */
final class MethodReferences extends ClassVisitor {
  private static final String NAME = "ftmpj$reference$";
  private static final String TABLE = "ftmpj$references";
  private static final String TABLE_TYPE = "()Ljava/lang/String;";
  private static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";
  private static final int IMPLEMENTATION = 1;
  private static final String DESERIALIZE = "$deserializeLambda$";
  private static final String DESERIALIZE_TYPE =
      "(Ljava/lang/invoke/SerializedLambda;)Ljava/lang/Object;";

  private static final Map<Integer, Integer> OPCODES =
      Map.of(
          Opcodes.H_INVOKEVIRTUAL, Opcodes.INVOKEVIRTUAL,
          Opcodes.H_INVOKEINTERFACE, Opcodes.INVOKEINTERFACE,
          Opcodes.H_INVOKESPECIAL, Opcodes.INVOKESPECIAL,
          Opcodes.H_INVOKESTATIC, Opcodes.INVOKESTATIC,
          Opcodes.H_NEWINVOKESPECIAL, Opcodes.INVOKESPECIAL);

  /**
   * A reference.
   *
   * @param written as the compiler has written it
   * @param method as a call would name it
   * @param receiver the type of the object that it is called on; null if there is none
   */
  private record Reference(Handle written, Handle method, Type receiver) {

    // These two by hand, as those of Call.

    @Override
    public boolean equals(Object other) {
      return other instanceof Reference that
          && written.equals(that.written)
          && method.equals(that.method)
          && Objects.equals(receiver, that.receiver);
    }

    @Override
    public int hashCode() {
      return (written.hashCode() * 31 + method.hashCode()) * 31 + Objects.hashCode(receiver);
    }
  }

  private final Replacements replacements;
  private final UnaryOperator<Call> names;
  private final Map<Reference, Handle> added = new LinkedHashMap<>();
  private String name;
  private boolean isInterface;
  private boolean deserializes;

  /**
   * @param names gives calls the names of the JDK's classes
   */
  MethodReferences(Replacements replacements, UnaryOperator<Call> names, ClassVisitor next) {
    super(Opcodes.ASM9, next);
    this.replacements = replacements;
    this.names = names;
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String superName, String[] faces) {
    this.name = name;
    this.isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
    super.visit(version, access, name, signature, superName, faces);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String method, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, method, descriptor, signature, exceptions);
    boolean reads = method.equals(DESERIALIZE) && descriptor.equals(DESERIALIZE_TYPE);
    deserializes = deserializes || reads;
    return new Constants(next, reads);
  }

  @Override
  public void visitEnd() {
    added.forEach(this::write);
    if (deserializes) {
      writeTable();
    }
    super.visitEnd();
  }

  /** The reference to call instead; the same one if it is not redirected. */
  private Handle instead(Handle handle) {
    return instead(handle, handle, Type.getObjectType(handle.getOwner()));
  }

  /**
   * @param referred the one that is referred to, as a call would name it
   * @param receiver the type of the object that it is called on, if it is not static
   */
  private Handle instead(Handle handle, Handle referred, Type receiver) {
    Handle method = ofObject(referred);
    Integer opcode = OPCODES.get(method.getTag());
    if (opcode == null) {
      return handle;
    }
    Call written = Call.of(method);
    Call call = opcode == Opcodes.INVOKEVIRTUAL ? names.apply(written) : written;
    if (!replacements.change(opcode, call)) {
      return handle;
    }
    Type type =
        switch (method.getTag()) {
          case Opcodes.H_INVOKESTATIC, Opcodes.H_NEWINVOKESPECIAL -> null;
          case Opcodes.H_INVOKESPECIAL -> Type.getObjectType(name);
          default -> receiver;
        };
    return added.computeIfAbsent(
        new Reference(handle, method, type),
        reference ->
            new Handle(
                Opcodes.H_INVOKESTATIC,
                name,
                NAME + added.size(),
                descriptor(reference),
                isInterface));
  }

  /** A reference to a method of {@code Object} by the name of an interface, by its own name. */
  private static Handle ofObject(Handle method) {
    Call written = Call.of(method);
    Call named =
        method.getTag() == Opcodes.H_INVOKEINTERFACE ? ObjectMethods.named(written) : written;
    return named == written
        ? method
        : new Handle(
            Opcodes.H_INVOKEVIRTUAL, named.owner(), named.name(), named.descriptor(), false);
  }

  /**
   * Compilers before that of Java 18 name the class that declares the method, where calls name the
   * one of the object.
   */
  private static Handle asCalled(Handle method, Type receiver) {
    boolean virtual =
        method.getTag() == Opcodes.H_INVOKEVIRTUAL || method.getTag() == Opcodes.H_INVOKEINTERFACE;
    if (!virtual || !receiver.getClassName().startsWith("java.")) {
      return method;
    }
    try {
      boolean ofInterface = Class.forName(receiver.getClassName(), false, null).isInterface();
      return new Handle(
          ofInterface ? Opcodes.H_INVOKEINTERFACE : Opcodes.H_INVOKEVIRTUAL,
          receiver.getInternalName(),
          method.getName(),
          method.getDesc(),
          ofInterface);
    } catch (ClassNotFoundException notOfTheBootLoader) {
      return method;
    }
  }

  private static String descriptor(Reference reference) {
    Handle method = reference.method();
    if (method.getTag() == Opcodes.H_NEWINVOKESPECIAL) {
      return Type.getMethodDescriptor(
          Type.getObjectType(method.getOwner()), Type.getArgumentTypes(method.getDesc()));
    }
    return reference.receiver() == null
        ? method.getDesc()
        : "(" + reference.receiver().getDescriptor() + method.getDesc().substring(1);
  }

  private void write(Reference reference, Handle to) {
    MethodVisitor method = addMethod(to.getName(), to.getDesc());
    Handle from = reference.method();
    boolean makes = from.getTag() == Opcodes.H_NEWINVOKESPECIAL;
    if (makes) {
      method.visitTypeInsn(Opcodes.NEW, from.getOwner());
      method.visitInsn(Opcodes.DUP);
    }
    int local = 0;
    for (Type argument : Type.getArgumentTypes(to.getDesc())) {
      method.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), local);
      local += argument.getSize();
    }
    method.visitMethodInsn(
        OPCODES.get(from.getTag()),
        from.getOwner(),
        from.getName(),
        from.getDesc(),
        from.isInterface());
    Type returned = Type.getReturnType(to.getDesc());
    method.visitInsn(returned.getOpcode(Opcodes.IRETURN));
    method.visitMaxs(Math.max(local + (makes ? 2 : 0), returned.getSize()), local);
    method.visitEnd();
  }

  private MethodVisitor addMethod(String method, String descriptor) {
    int flags = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
    MethodVisitor next = super.visitMethod(flags, method, descriptor, null, null);
    next.visitCode();
    return next;
  }

  /** A method that says which references stand for which; see {@link SerializedReferences}. */
  private void writeTable() {
    String table =
        added.entrySet().stream()
            .map(e -> row(e.getValue(), e.getKey().written()))
            .collect(Collectors.joining("\n"));
    MethodVisitor method = addMethod(TABLE, TABLE_TYPE);
    method.visitLdcInsn(table);
    method.visitInsn(Opcodes.ARETURN);
    method.visitMaxs(1, 0);
    method.visitEnd();
  }

  private static String row(Handle to, Handle from) {
    return String.join(
        " ",
        to.getName(),
        Integer.toString(from.getTag()),
        from.getOwner(),
        from.getName(),
        from.getDesc());
  }

  private final class Constants extends MethodVisitor {
    private final boolean deserializes;

    Constants(MethodVisitor next, boolean deserializes) {
      super(Opcodes.ASM9, next);
      this.deserializes = deserializes;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      if (deserializes) {
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitLdcInsn(Type.getObjectType(name));
        super.visitMethodInsn(Opcodes.INVOKESTATIC, name, TABLE, TABLE_TYPE, isInterface);
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC,
            Type.getInternalName(SerializedReferences.class),
            "original",
            SerializedReferences.ORIGINAL,
            false);
        super.visitVarInsn(Opcodes.ASTORE, 0);
      }
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      super.visitMaxs(deserializes ? Math.max(maxStack, 3) : maxStack, maxLocals);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String implemented, String descriptor, Handle bootstrap, Object... arguments) {
      Object[] changed = Arrays.stream(arguments).map(this::constant).toArray();
      if (bootstrap.getOwner().equals(METAFACTORY)
          && arguments[IMPLEMENTATION] instanceof Handle method) {
        Type[] captured = Type.getArgumentTypes(descriptor);
        Type[] passed = ((Type) arguments[IMPLEMENTATION + 1]).getArgumentTypes();
        boolean bound = captured.length > 0;
        Type[] first = bound ? captured : passed;
        Handle called = first.length == 0 ? method : asCalled(method, first[0]);
        Type receiver = bound ? captured[0] : Type.getObjectType(called.getOwner());
        changed[IMPLEMENTATION] = instead(method, called, receiver);
      }
      super.visitInvokeDynamicInsn(implemented, descriptor, bootstrap, changed);
    }

    @Override
    public void visitLdcInsn(Object value) {
      super.visitLdcInsn(constant(value));
    }

    private Object constant(Object value) {
      if (value instanceof Handle handle) {
        return instead(handle);
      }
      if (value instanceof ConstantDynamic dynamic) {
        return new ConstantDynamic(
            dynamic.getName(),
            dynamic.getDescriptor(),
            dynamic.getBootstrapMethod(),
            IntStream.range(0, dynamic.getBootstrapMethodArgumentCount())
                .mapToObj(i -> constant(dynamic.getBootstrapMethodArgument(i)))
                .toArray());
      }
      return value;
    }
  }
}
