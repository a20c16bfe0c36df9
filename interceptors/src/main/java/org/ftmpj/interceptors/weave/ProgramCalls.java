package org.ftmpj.interceptors.weave;

import java.util.Set;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Redirects calls in classes of the program to the bridge: reads of values from outside MPI, and
 * the ends that the program makes of its process. References to such methods are {@link
 * MethodReferences}; calls by reflection are not seen.
 */
final class ProgramCalls extends ClassVisitor {
  private final Redirections redirections;
  private final Measurements measurements;
  private final Set<Values> recorded;

  ProgramCalls(
      ClassVisitor next,
      Redirections redirections,
      Measurements measurements,
      Set<Values> recorded) {
    super(Opcodes.ASM9, next);
    this.redirections = redirections;
    this.measurements = measurements;
    this.recorded = recorded;
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String superName, String[] faces) {
    String above = Constructions.superclass(superName, recorded);
    super.visit(version, access, name, signature, above, faces);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    MethodVisitor calls = new Calls(new Constructions(next, recorded));
    return recorded.contains(Values.HASH)
        ? new IdentityTexts(new IdentityHash.Calls(calls))
        : calls;
  }

  private final class Calls extends MethodVisitor {

    Calls(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      Redirections.Target to =
          opcode == Opcodes.INVOKESPECIAL ? null : redirections.of(owner, name, descriptor);
      if (to != null) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, to.owner(), to.name(), to.descriptor(), false);
        return;
      }
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      if (opcode != Opcodes.INVOKESPECIAL && measurements.contain(owner, name, descriptor)) {
        Measurements.record(descriptor, mv);
      }
    }
  }
}
