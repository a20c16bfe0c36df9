package org.ftmpj.agent.jar;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The class of one lambda or method reference: implements the interface's method by a call of the
 * method that holds the lambda's code. The captured values are its fields. A lambda that captures
 * nothing has one instance.
 */
final class LambdaClass {
  private static final String OBJECT = "java/lang/Object";
  private static final String INSTANCE = "INSTANCE";
  private static final String GET = "get";
  private static final String CONSTRUCTOR = "<init>";

  private final String name;
  private final String sam;
  private final String site;
  private final Type[] captured;
  private final Type erased;
  private final Handle code;
  private final Type actual;

  /**
   * @param name internal name of the class
   * @param sam name of the interface's method
   * @param site descriptor of the call site: the captured values, and the interface
   * @param arguments those of the lambda's bootstrap method: descriptor of the interface's method,
   *     the method to call, and the types that replace type variables in the lambda
   */
  LambdaClass(String name, String sam, String site, Object[] arguments) {
    this.name = name;
    this.sam = sam;
    this.site = site;
    this.captured = Type.getArgumentTypes(site);
    this.erased = (Type) arguments[0];
    this.code = (Handle) arguments[1];
    this.actual = (Type) arguments[2];
  }

  String name() {
    return name;
  }

  /** Leaves an instance on the stack, instead of the captured values. */
  void get(MethodVisitor method) {
    if (captured.length == 0) {
      method.visitFieldInsn(Opcodes.GETSTATIC, name, INSTANCE, type());
    } else {
      method.visitMethodInsn(Opcodes.INVOKESTATIC, name, GET, site, false);
    }
  }

  /** The type of an instance as the call site sees it. */
  private String type() {
    return Type.getReturnType(site).getDescriptor();
  }

  byte[] classFile(String nestHost) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(
        Opcodes.V11,
        Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC,
        name,
        null,
        OBJECT,
        new String[] {Type.getReturnType(site).getInternalName()});
    writer.visitNestHost(nestHost);
    constructor(writer);
    if (captured.length == 0) {
      instance(writer);
    } else {
      get(writer);
    }
    interfaceMethod(writer);
    writer.visitEnd();
    return writer.toByteArray();
  }

  private void constructor(ClassWriter writer) {
    String descriptor = Type.getMethodDescriptor(Type.VOID_TYPE, captured);
    MethodVisitor method =
        writer.visitMethod(Opcodes.ACC_PRIVATE, CONSTRUCTOR, descriptor, null, null);
    method.visitCode();
    method.visitVarInsn(Opcodes.ALOAD, 0);
    method.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, CONSTRUCTOR, "()V", false);
    int variable = 1;
    for (int i = 0; i < captured.length; i++) {
      writer
          .visitField(
              Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL,
              field(i),
              captured[i].getDescriptor(),
              null,
              null)
          .visitEnd();
      method.visitVarInsn(Opcodes.ALOAD, 0);
      method.visitVarInsn(captured[i].getOpcode(Opcodes.ILOAD), variable);
      method.visitFieldInsn(Opcodes.PUTFIELD, name, field(i), captured[i].getDescriptor());
      variable += captured[i].getSize();
    }
    end(method, Type.VOID_TYPE);
  }

  private static String field(int captured) {
    return "captured" + captured;
  }

  private void instance(ClassWriter writer) {
    writer
        .visitField(Opcodes.ACC_STATIC | Opcodes.ACC_FINAL, INSTANCE, type(), null, null)
        .visitEnd();
    MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
    method.visitCode();
    create(method);
    method.visitFieldInsn(Opcodes.PUTSTATIC, name, INSTANCE, type());
    end(method, Type.VOID_TYPE);
  }

  private void get(ClassWriter writer) {
    MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, GET, site, null, null);
    method.visitCode();
    create(method);
    end(method, Type.getReturnType(site));
  }

  private void create(MethodVisitor method) {
    method.visitTypeInsn(Opcodes.NEW, name);
    method.visitInsn(Opcodes.DUP);
    int variable = 0;
    for (Type type : captured) {
      method.visitVarInsn(type.getOpcode(Opcodes.ILOAD), variable);
      variable += type.getSize();
    }
    method.visitMethodInsn(
        Opcodes.INVOKESPECIAL,
        name,
        CONSTRUCTOR,
        Type.getMethodDescriptor(Type.VOID_TYPE, captured),
        false);
  }

  private void interfaceMethod(ClassWriter writer) {
    MethodVisitor method =
        writer.visitMethod(Opcodes.ACC_PUBLIC, sam, erased.getDescriptor(), null, null);
    method.visitCode();
    boolean constructs = code.getTag() == Opcodes.H_NEWINVOKESPECIAL;
    if (constructs) {
      method.visitTypeInsn(Opcodes.NEW, code.getOwner());
      method.visitInsn(Opcodes.DUP);
    }
    loadArguments(method);
    method.visitMethodInsn(
        opcode(), code.getOwner(), code.getName(), code.getDesc(), code.isInterface());
    Type result = constructs ? owner() : Type.getReturnType(code.getDesc());
    Conversion.convert(method, result, actual.getReturnType());
    Conversion.convert(method, actual.getReturnType(), erased.getReturnType());
    end(method, erased.getReturnType());
  }

  /** The captured values, followed by the interface method's arguments. */
  private void loadArguments(MethodVisitor method) {
    Type[] expected = expected();
    for (int i = 0; i < captured.length; i++) {
      method.visitVarInsn(Opcodes.ALOAD, 0);
      method.visitFieldInsn(Opcodes.GETFIELD, name, field(i), captured[i].getDescriptor());
      Conversion.convert(method, captured[i], expected[i]);
    }
    Type[] passed = erased.getArgumentTypes();
    Type[] known = actual.getArgumentTypes();
    int variable = 1;
    for (int i = 0; i < passed.length; i++) {
      method.visitVarInsn(passed[i].getOpcode(Opcodes.ILOAD), variable);
      Conversion.convert(method, passed[i], known[i]);
      Conversion.convert(method, known[i], expected[captured.length + i]);
      variable += passed[i].getSize();
    }
  }

  /** The parameters of the method to call, including its receiver. */
  private Type[] expected() {
    Type[] parameters = Type.getArgumentTypes(code.getDesc());
    if (code.getTag() == Opcodes.H_INVOKESTATIC || code.getTag() == Opcodes.H_NEWINVOKESPECIAL) {
      return parameters;
    }
    Type[] all = new Type[parameters.length + 1];
    all[0] = owner();
    System.arraycopy(parameters, 0, all, 1, parameters.length);
    return all;
  }

  private Type owner() {
    return Type.getObjectType(code.getOwner());
  }

  /** A private method is called like any other by a class of the same nest. */
  private int opcode() {
    return switch (code.getTag()) {
      case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
      case Opcodes.H_NEWINVOKESPECIAL -> Opcodes.INVOKESPECIAL;
      case Opcodes.H_INVOKEVIRTUAL, Opcodes.H_INVOKESPECIAL, Opcodes.H_INVOKEINTERFACE ->
          code.isInterface() ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL;
      default -> throw new IllegalStateException("a lambda of " + code);
    };
  }

  private static void end(MethodVisitor method, Type result) {
    method.visitInsn(result.getOpcode(Opcodes.IRETURN));
    method.visitMaxs(0, 0);
    method.visitEnd();
  }
}
