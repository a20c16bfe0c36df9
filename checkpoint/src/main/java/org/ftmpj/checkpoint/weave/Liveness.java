package org.ftmpj.checkpoint.weave;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The local variables that are read later, before they are written, from each instruction on.
 * Others are not captured: they would retain garbage, and objects that cannot be captured.
 */
final class Liveness {
  private final BitSet[] before;

  Liveness(MethodNode method, ControlFlow flow) {
    InsnList code = method.instructions;
    before = new BitSet[code.size()];
    for (int i = 0; i < before.length; i++) {
      before[i] = new BitSet();
    }
    List<AbstractInsnNode> instructions = new ArrayList<>(List.of(code.toArray()));
    boolean isChanged = true;
    while (isChanged) {
      isChanged = false;
      for (int i = before.length - 1; i >= 0; i--) {
        isChanged |= update(i, instructions.get(i), flow);
      }
    }
  }

  private boolean update(int i, AbstractInsnNode instruction, ControlFlow flow) {
    BitSet live = new BitSet();
    for (int next : flow.next(i)) {
      live.or(before[next]);
    }
    if (instruction instanceof VarInsnNode access) {
      live.set(access.var, access.getOpcode() < Opcodes.ISTORE);
    } else if (instruction instanceof IincInsnNode increment) {
      live.set(increment.var);
    }
    for (int handler : flow.handlers(i)) {
      live.or(before[handler]);
    }
    if (live.equals(before[i])) {
      return false;
    }
    before[i] = live;
    return true;
  }

  boolean isLive(int variable, int instruction) {
    return before[instruction].get(variable);
  }
}
