package org.ftmpj.interceptors.weave;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Redirects calls in classes of the program to the bridge, method references included: reads of the
 * clock, and the ends that the program makes of its process. Calls by reflection are not seen.
 */
final class ProgramCalls extends ClassVisitor {
  private static final String BRIDGE = "org/ftmpj/interceptors/bridge/Bridge";

  private static final Map<Target, Target> REDIRECTED =
      Map.of(
          new Target("java/lang/System", "nanoTime", "()J"), to("nanoTime", "()J"),
          new Target("java/lang/System", "currentTimeMillis", "()J"),
              to("currentTimeMillis", "()J"),
          new Target("mpi/MPI", "Wtime", "()D"), to("wtime", "()D"),
          new Target("java/lang/System", "exit", "(I)V"), to("exit", "(I)V"),
          new Target("java/lang/Runtime", "exit", "(I)V"), to("exit", "(Ljava/lang/Runtime;I)V"),
          new Target("java/lang/Runtime", "halt", "(I)V"), to("halt", "(Ljava/lang/Runtime;I)V"));

  /** A method as call sites name it. */
  private record Target(String owner, String name, String descriptor) {}

  ProgramCalls(ClassVisitor next) {
    super(Opcodes.ASM9, next);
  }

  static Set<String> owners() {
    return REDIRECTED.keySet().stream().map(Target::owner).collect(Collectors.toSet());
  }

  static Set<String> names() {
    return REDIRECTED.keySet().stream().map(Target::name).collect(Collectors.toSet());
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    return new Calls(super.visitMethod(access, name, descriptor, signature, exceptions));
  }

  private static Target to(String name, String descriptor) {
    return new Target(BRIDGE, name, descriptor);
  }

  private static final class Calls extends MethodVisitor {

    Calls(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      Target to = REDIRECTED.get(new Target(owner, name, descriptor));
      if (to == null) {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      } else {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, to.owner(), to.name(), to.descriptor(), false);
      }
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      super.visitInvokeDynamicInsn(
          name, descriptor, redirect(bootstrap), each(arguments, Calls::constant));
    }

    @Override
    public void visitLdcInsn(Object value) {
      super.visitLdcInsn(constant(value));
    }

    private static Object constant(Object value) {
      if (value instanceof Handle handle) {
        return redirect(handle);
      }
      if (value instanceof ConstantDynamic dynamic) {
        Object[] arguments = new Object[dynamic.getBootstrapMethodArgumentCount()];
        Arrays.setAll(arguments, dynamic::getBootstrapMethodArgument);
        return new ConstantDynamic(
            dynamic.getName(),
            dynamic.getDescriptor(),
            redirect(dynamic.getBootstrapMethod()),
            each(arguments, Calls::constant));
      }
      return value;
    }

    private static Handle redirect(Handle handle) {
      Target to = REDIRECTED.get(new Target(handle.getOwner(), handle.getName(), handle.getDesc()));
      return to == null
          ? handle
          : new Handle(Opcodes.H_INVOKESTATIC, to.owner(), to.name(), to.descriptor(), false);
    }

    private static Object[] each(Object[] values, Function<Object, Object> change) {
      return Arrays.stream(values).map(change).toArray();
    }
  }
}
