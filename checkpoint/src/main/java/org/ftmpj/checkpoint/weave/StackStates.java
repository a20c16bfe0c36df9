package org.ftmpj.checkpoint.weave;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.AnalyzerAdapter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The types in the local variables and on the operand stack before and after instructions of a
 * method, from its stack map frames. The Label before its NEW stands for an uninitialized object.
 */
final class StackStates {
  private final Map<AbstractInsnNode, State> before = new IdentityHashMap<>();

  /** The uninitialized object that each NEW makes. */
  private final Map<AbstractInsnNode, Object> made = new IdentityHashMap<>();

  /**
   * @param locals with TOP after each wide one
   * @param stack without
   */
  record State(List<Object> locals, List<Object> stack) {
    boolean isConstructing() {
      return !locals.isEmpty() && locals.get(0) == Opcodes.UNINITIALIZED_THIS;
    }
  }

  /**
   * @param isAsked the instructions whose state is stored
   */
  StackStates(String owner, MethodNode method, Predicate<AbstractInsnNode> isAsked) {
    AnalyzerAdapter analyzer =
        new AnalyzerAdapter(owner, method.access, method.name, method.desc, null);
    for (AbstractInsnNode instruction : method.instructions) {
      if (analyzer.locals != null && isAsked.test(instruction)) {
        State state = new State(new ArrayList<>(analyzer.locals), Values.compact(analyzer.stack));
        before.put(instruction, state);
      }
      instruction.accept(analyzer);
      if (instruction.getOpcode() == Opcodes.NEW && analyzer.stack != null) {
        made.put(instruction, analyzer.stack.get(analyzer.stack.size() - 1));
      }
    }
  }

  /** Null if it was not requested, or the instruction cannot be reached. */
  State before(AbstractInsnNode instruction) {
    return before.get(instruction);
  }

  Object madeBy(AbstractInsnNode instruction) {
    return made.get(instruction);
  }
}
