package org.ftmpj.checkpoint.weave;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/**
 * The number of monitors that a method may have entered by instructions, before each of its
 * instructions. A frame with a monitor is not captured; compilers would not compile a method that
 * is entered in the middle of a synchronized block.
 */
final class MonitorCounts {
  private static final int UNKNOWN = -1;

  /** More than any program has; ends the search in code that does not balance them. */
  private static final int MOST = 64;

  private final int[] held;

  MonitorCounts(MethodNode method, ControlFlow flow) {
    int size = method.instructions.size();
    held = new int[size];
    Arrays.fill(held, UNKNOWN);
    Deque<Integer> toVisit = new ArrayDeque<>();
    if (size > 0) {
      raise(0, 0, toVisit);
    }
    while (!toVisit.isEmpty()) {
      int i = toVisit.remove();
      for (int handler : flow.handlers(i)) {
        raise(handler, held[i], toVisit);
      }
      int after = held[i];
      switch (method.instructions.get(i).getOpcode()) {
        case Opcodes.MONITORENTER -> after = Math.min(MOST, after + 1);
        case Opcodes.MONITOREXIT -> after = Math.max(0, after - 1);
        default -> {}
      }
      for (int next : flow.next(i)) {
        raise(next, after, toVisit);
      }
    }
  }

  private void raise(int instruction, int to, Deque<Integer> toVisit) {
    if (to > held[instruction]) {
      held[instruction] = to;
      toVisit.add(instruction);
    }
  }

  boolean isFree(int instruction) {
    return held[instruction] <= 0;
  }
}
