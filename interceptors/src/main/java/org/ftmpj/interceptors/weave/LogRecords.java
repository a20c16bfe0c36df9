package org.ftmpj.interceptors.weave;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.function.Consumer;
import org.ftmpj.interceptors.program.JdkClassChange;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Makes the records of {@code java.util.logging}, to which {@code System.Logger} writes, too, carry
 * recorded times, numbers and threads. Their class is one of the JDK and does not see the bridge,
 * so what it calls are method handles that a dynamic constant looks up by the application's loader.
 */
final class LogRecords extends JdkClassChange {
  private static final String CLASS = "java.util.logging.LogRecord";
  private static final String INTERNAL_NAME = CLASS.replace('.', '/');
  private static final String CONSTRUCTOR = "(Ljava/util/logging/Level;Ljava/lang/String;)V";
  private static final String BRIDGE = "org.ftmpj.interceptors.bridge.value.Logs";
  private static final String HANDLE = Type.getInternalName(MethodHandle.class);

  private static final String LOADER = Type.getDescriptor(ClassLoader.class);
  private static final String LOOKUP = Type.getDescriptor(MethodHandles.Lookup.class);

  /** The bootstrap method {@link ConstantBootstraps#invoke}. */
  private static final Handle INVOKE =
      new Handle(
          Opcodes.H_INVOKESTATIC,
          Type.getInternalName(ConstantBootstraps.class),
          "invoke",
          "("
              + LOOKUP
              + "Ljava/lang/String;Ljava/lang/Class;L"
              + HANDLE
              + ";[Ljava/lang/Object;)Ljava/lang/Object;",
          false);

  /** The time, the number, the thread. */
  private static final int VALUES = 3;

  private LogRecords(Consumer<String> warning) {
    super(INTERNAL_NAME, "times of java.util.logging are not repeated", warning);
  }

  /**
   * Changes the class, if this Java has it. To be called before the program is loaded.
   *
   * @param warning told if it cannot be changed
   */
  static void install(Instrumentation instrumentation, Consumer<String> warning) {
    try {
      Class<?> type = Class.forName(CLASS, false, null);
      new LogRecords(warning).install(instrumentation, List.of(type));
    } catch (ClassNotFoundException e) {
      return; // a Java without the module java.logging
    }
  }

  @Override
  protected boolean change(ClassReader from, ClassWriter to) {
    Record record = new Record(to);
    from.accept(record, 0);
    return record.values == VALUES;
  }

  private static final class Record extends ClassVisitor {
    private int values;

    Record(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      return name.equals("<init>") && descriptor.equals(CONSTRUCTOR) ? new Constructor(next) : next;
    }

    private final class Constructor extends MethodVisitor {

      Constructor(MethodVisitor next) {
        super(Opcodes.ASM9, next);
      }

      @Override
      public void visitMethodInsn(
          int opcode, String owner, String name, String descriptor, boolean isInterface) {
        if (owner.equals("java/time/Instant") && name.equals("now")) {
          visitLdcInsn(handle("instant", descriptor));
          call(descriptor);
          return;
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        switch (name) {
          case "getAndIncrement" -> replace("sequenceNumber");
          case "getId", "threadId" -> replace("thread");
          default -> {}
        }
      }

      /** The number on the stack, by one that is recorded. */
      private void replace(String by) {
        String descriptor = "(J)J";
        visitLdcInsn(handle(by, descriptor));
        visitInsn(Opcodes.DUP_X2);
        visitInsn(Opcodes.POP);
        call(descriptor);
      }

      private void call(String descriptor) {
        super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, HANDLE, "invokeExact", descriptor, false);
        values++;
      }
    }
  }

  /** {@code publicLookup().findStatic(getSystemClassLoader().loadClass(BRIDGE), name, type)}. */
  private static ConstantDynamic handle(String name, String descriptor) {
    ConstantDynamic loader =
        result(Opcodes.H_INVOKESTATIC, ClassLoader.class, "getSystemClassLoader", "()" + LOADER);
    ConstantDynamic bridge =
        result(
            Opcodes.H_INVOKEVIRTUAL,
            ClassLoader.class,
            "loadClass",
            "(Ljava/lang/String;)" + Type.getDescriptor(Class.class),
            loader,
            BRIDGE);
    ConstantDynamic lookup =
        result(Opcodes.H_INVOKESTATIC, MethodHandles.class, "publicLookup", "()" + LOOKUP);
    return result(
        Opcodes.H_INVOKEVIRTUAL,
        MethodHandles.Lookup.class,
        "findStatic",
        "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;)L" + HANDLE + ";",
        lookup,
        bridge,
        name,
        Type.getMethodType(descriptor));
  }

  /** The result of that method. */
  private static ConstantDynamic result(
      int kind, Class<?> owner, String method, String descriptor, Object... arguments) {
    Object[] all = new Object[arguments.length + 1];
    all[0] = new Handle(kind, Type.getInternalName(owner), method, descriptor, false);
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return new ConstantDynamic(method, Type.getReturnType(descriptor).getDescriptor(), INVOKE, all);
  }
}
