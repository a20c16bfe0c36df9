package org.ftmpj.interceptors.threads;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.ftmpj.interceptors.program.Call;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The lines of a class at which it first makes certain calls, or refers to those methods. */
final class CallLines extends ClassVisitor {
  private final Subclasses subclasses;
  private final Set<Call> calls;
  private final Map<Call, Integer> lines = new HashMap<>();

  private CallLines(Subclasses subclasses, Set<Call> calls) {
    super(Opcodes.ASM9);
    this.subclasses = subclasses;
    this.calls = calls;
  }

  /** The lines of calls; calls whose line is not known are not in it. */
  static Map<Call, Integer> of(ClassReader classFile, Subclasses subclasses, Set<Call> calls) {
    CallLines lines = new CallLines(subclasses, calls);
    classFile.accept(lines, ClassReader.SKIP_FRAMES);
    return lines.lines;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    return new Method();
  }

  private final class Method extends MethodVisitor {
    private int line;

    Method() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visitLineNumber(int line, Label start) {
      this.line = line;
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      found(new Call(owner, name, descriptor));
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      for (Object argument : arguments) {
        constant(argument);
      }
    }

    @Override
    public void visitLdcInsn(Object value) {
      constant(value);
    }

    private void constant(Object value) {
      if (value instanceof Handle handle) {
        found(Call.of(handle));
      } else if (value instanceof ConstantDynamic dynamic) {
        for (int i = 0; i < dynamic.getBootstrapMethodArgumentCount(); i++) {
          constant(dynamic.getBootstrapMethodArgument(i));
        }
      }
    }

    private void found(Call named) {
      Call call = subclasses.ofJdk(named);
      if (line > 0 && calls.contains(call)) {
        lines.putIfAbsent(call, line);
      }
    }
  }
}
