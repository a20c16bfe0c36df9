package org.ftmpj.checkpoint.image;

import java.util.ArrayList;
import java.util.List;
import org.ftmpj.checkpoint.bridge.FrameRecord;

/** The path of references to an object that cannot be captured, for the user. */
final class ReferencePath {
  private static final String LAMBDA = "$$Lambda";
  private static final int SHOWN_AT_EACH_END = 6;

  private final ObjectTable objects;
  private final List<Class<?>> program;
  private final Leaves leaves;

  ReferencePath(ObjectTable objects, List<Class<?>> program, Leaves leaves) {
    this.objects = objects;
    this.program = program;
    this.leaves = leaves;
  }

  /**
   * Returns text such as {@code static p.Main.pool -> java.util.ArrayList.elementData -> [3]}, or
   * {@code local variable `x` of p.Main.solve(Main.java:42)}.
   */
  String to(int number) {
    List<String> steps = new ArrayList<>();
    Object last = null;
    Object lastButOne = null;
    for (int each = number; each != 0; each = objects.parent(each)) {
      Object object = objects.get(each);
      if (object instanceof FrameRecord frame && last != null) {
        boolean isValue = last == frame.values() && lastButOne != null;
        if (isValue) {
          steps.remove(0);
        }
        steps.set(0, leaves.variable(frame, isValue ? indexOf(lastButOne, frame.values()) : -1));
        break;
      }
      steps.add(0, step(objects.parent(each), object));
      lastButOne = last;
      last = object;
    }
    int left = steps.size() - SHOWN_AT_EACH_END;
    if (left > SHOWN_AT_EACH_END) {
      steps.subList(SHOWN_AT_EACH_END, left).clear();
      steps.add(SHOWN_AT_EACH_END, "...");
    }
    return String.join(" -> ", steps);
  }

  private String step(int parent, Object child) {
    if (parent == 0) {
      return root(child);
    }
    Object holder = objects.get(parent);
    if (holder instanceof Object[] elements) {
      return "[" + indexOf(child, elements) + "]";
    }
    int lambda = holder.getClass().isHidden() ? holder.getClass().getName().indexOf(LAMBDA) : -1;
    return lambda >= 0
        ? "a variable of a lambda of " + holder.getClass().getName().substring(0, lambda)
        : field(holder, Layout.ofObjects(holder.getClass()), child, "its value of the thread");
  }

  private String root(Object child) {
    for (Class<?> type : program) {
      String field = field(type, Layout.ofStatics(type), child, null);
      if (field != null) {
        return "static " + field;
      }
    }
    return "the stack";
  }

  private static String field(Object holder, Layout layout, Object child, String otherwise) {
    for (long offset : layout.references()) {
      if (JdkMemory.getReference(holder, offset) == child) {
        return layout.nameAt(offset);
      }
    }
    return otherwise;
  }

  private static int indexOf(Object child, Object[] elements) {
    for (int i = 0; i < elements.length; i++) {
      if (elements[i] == child) {
        return i;
      }
    }
    return -1;
  }
}
