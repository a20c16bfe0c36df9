package org.ftmpj.checkpoint.weave;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The monitors that a method holds before each of its instructions: those that it has entered by
 * instructions, by the local variables from which compilers have it leave them.
 */
final class HeldMonitors {
  /** A monitor that is in no known variable. */
  private static final int UNKNOWN = -1;

  /** More than any program has; ends the search in code that does not balance them. */
  private static final int MOST = 64;

  private final AbstractInsnNode[] code;
  private final Held[] before;

  /**
   * The monitors that may be held at an instruction.
   *
   * @param variables of the monitors, in the order of entry
   * @param isCertain whether they are the same on all ways to the instruction
   */
  private record Held(List<Integer> variables, boolean isCertain) {
    static final Held NONE = new Held(List.of(), true);

    Held enter(int variable) {
      if (variables.size() == MOST) {
        return this;
      }
      List<Integer> more = new ArrayList<>(variables);
      more.add(variable);
      return new Held(List.copyOf(more), isCertain);
    }

    Held leave(int variable) {
      int size = variables.size();
      if (size <= 1) {
        return NONE;
      }
      boolean isLast = variables.get(size - 1) == variable;
      return new Held(variables.subList(0, size - 1), isCertain && isLast);
    }

    /** A variable is written. */
    Held write(int variable) {
      return variables.contains(variable) ? new Held(variables, false) : this;
    }

    // Not the record's own comparison: its first call makes the virtual machine generate code, at
    // every start of a rank.
    boolean isSame(Held other) {
      return isCertain == other.isCertain && variables.equals(other.variables);
    }

    /** The monitors where this way and another one meet. */
    Held or(Held other) {
      if (isSame(other)) {
        return this;
      }
      boolean isLonger = variables.size() > other.variables.size();
      return new Held(isLonger ? variables : other.variables, false);
    }
  }

  HeldMonitors(MethodNode method, ControlFlow flow) {
    code = method.instructions.toArray();
    before = new Held[code.length];
    Deque<Integer> toVisit = new ArrayDeque<>();
    if (code.length > 0) {
      reach(0, Held.NONE, toVisit);
    }
    while (!toVisit.isEmpty()) {
      int i = toVisit.remove();
      for (int handler : flow.handlers(i)) {
        reach(handler, before[i], toVisit);
      }
      Held after =
          switch (code[i].getOpcode()) {
            case Opcodes.MONITORENTER -> before[i].enter(entered(code[i]));
            case Opcodes.MONITOREXIT -> before[i].leave(left(code[i]));
            case Opcodes.ASTORE -> before[i].write(((VarInsnNode) code[i]).var);
            default -> before[i];
          };
      for (int next : flow.next(i)) {
        reach(next, after, toVisit);
      }
    }
  }

  private void reach(int instruction, Held held, Deque<Integer> toVisit) {
    Held known = before[instruction];
    Held both = known == null ? held : held.or(known);
    if (known == null || !both.isSame(known)) {
      before[instruction] = both;
      toVisit.add(instruction);
    }
  }

  /** The variable of the monitor that an instruction enters: stored before, or loaded. */
  private static int entered(AbstractInsnNode entry) {
    AbstractInsnNode at = before(entry);
    while (at != null && at.getOpcode() == Opcodes.DUP) {
      at = before(at);
    }
    if (at == null) {
      return UNKNOWN;
    }
    boolean isLoaded = at.getOpcode() == Opcodes.ALOAD;
    boolean isStored = at.getOpcode() == Opcodes.ASTORE && isCopied(at);
    return isLoaded || isStored ? ((VarInsnNode) at).var : UNKNOWN;
  }

  private static boolean isCopied(AbstractInsnNode store) {
    AbstractInsnNode copy = before(store);
    return copy != null && copy.getOpcode() == Opcodes.DUP;
  }

  private static int left(AbstractInsnNode exit) {
    AbstractInsnNode at = before(exit);
    return at != null && at.getOpcode() == Opcodes.ALOAD ? ((VarInsnNode) at).var : UNKNOWN;
  }

  /** The instruction before that one; null if a jump may come in between. */
  private static AbstractInsnNode before(AbstractInsnNode instruction) {
    AbstractInsnNode at = instruction.getPrevious();
    while (at != null && at.getOpcode() < 0 && at.getType() != AbstractInsnNode.FRAME) {
      at = at.getPrevious();
    }
    return at == null || at.getType() == AbstractInsnNode.FRAME ? null : at;
  }

  /**
   * The local variables of the monitors, in the order of entry; null if they are not known.
   *
   * @param instruction that can be reached
   */
  List<Integer> variables(int instruction) {
    Held held = before[instruction];
    boolean isKnown = held.isCertain() && !held.variables().contains(UNKNOWN);
    return isKnown || held.variables().isEmpty() ? held.variables() : null;
  }
}
