package org.ftmpj.checkpoint.weave;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** The possible successors of each instruction of a method, by their indices. */
final class ControlFlow {
  private final int[][] next;
  private final int[][] handlers;

  ControlFlow(MethodNode method) {
    InsnList code = method.instructions;
    next = new int[code.size()][];
    handlers = new int[code.size()][];
    for (int i = 0; i < next.length; i++) {
      next[i] = next(code, code.get(i), i);
      handlers[i] = new int[0];
    }
    BitSet isCaught = new BitSet();
    for (TryCatchBlockNode block : method.tryCatchBlocks) {
      int handler = code.indexOf(block.handler);
      for (int i = code.indexOf(block.start); i < code.indexOf(block.end); i++) {
        if (!isCaught.get(i)) {
          handlers[i] =
              IntStream.concat(IntStream.of(handlers[i]), IntStream.of(handler)).toArray();
        }
        isCaught.set(i, isCaught.get(i) || block.type == null);
      }
    }
  }

  private static int[] next(InsnList code, AbstractInsnNode instruction, int index) {
    if (instruction instanceof JumpInsnNode jump) {
      int target = code.indexOf(jump.label);
      boolean isAlways = jump.getOpcode() == Opcodes.GOTO;
      return isAlways ? new int[] {target} : new int[] {target, index + 1};
    }
    if (instruction instanceof TableSwitchInsnNode choice) {
      return targets(code, choice.labels, choice.dflt);
    }
    if (instruction instanceof LookupSwitchInsnNode choice) {
      return targets(code, choice.labels, choice.dflt);
    }
    int opcode = instruction.getOpcode();
    boolean isEnd =
        opcode == Opcodes.ATHROW || opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
    return isEnd || index + 1 == code.size() ? new int[0] : new int[] {index + 1};
  }

  private static int[] targets(InsnList code, List<LabelNode> labels, LabelNode otherwise) {
    return Stream.concat(labels.stream(), Stream.of(otherwise)).mapToInt(code::indexOf).toArray();
  }

  /** The successors of an instruction that throws nothing. */
  int[] next(int instruction) {
    return next[instruction];
  }

  /**
   * The successors of an instruction that throws: its handlers, up to the first that catches
   * everything.
   */
  int[] handlers(int instruction) {
    return handlers[instruction];
  }
}
