package org.ftmpj.checkpoint.image;

import java.util.ArrayList;
import java.util.List;

/** By which references an object was reached, for who has to be told why it cannot be captured. */
final class ReferencePath {
  private static final int SHOWN_AT_EACH_END = 6;

  private final ObjectTable objects;
  private final List<Class<?>> program;

  ReferencePath(ObjectTable objects, List<Class<?>> program) {
    this.objects = objects;
    this.program = program;
  }

  /** Such as {@code static p.Main.pool -> java.util.ArrayList.elementData -> [3]}. */
  String to(int number) {
    List<String> steps = new ArrayList<>();
    for (int each = number; each != 0; each = objects.parent(each)) {
      steps.add(0, step(objects.parent(each), objects.get(each)));
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
    return holder instanceof Object[] elements
        ? "[" + indexOf(child, elements) + "]"
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
