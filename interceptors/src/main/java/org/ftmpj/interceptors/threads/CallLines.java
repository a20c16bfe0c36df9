package org.ftmpj.interceptors.threads;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The lines of a class at which it first makes certain calls, or refers to those methods. */
final class CallLines extends ClassVisitor {
  private final Set<Call> calls;
  private final Map<Call, Integer> lines = new HashMap<>();

  private CallLines(Set<Call> calls) {
    super(Opcodes.ASM9);
    this.calls = calls;
  }

  /** By call; calls whose line is not known are not in it. */
  static Map<Call, Integer> of(ClassReader classFile, Subclasses subclasses, Set<Call> calls) {
    CallLines lines = new CallLines(calls);
    classFile.accept(subclasses.renamed(lines), ClassReader.SKIP_FRAMES);
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
        if (argument instanceof Handle handle) {
          found(new Call(handle.getOwner(), handle.getName(), handle.getDesc()));
        }
      }
    }

    private void found(Call call) {
      if (line > 0 && calls.contains(call)) {
        lines.putIfAbsent(call, line);
      }
    }
  }
}
