package org.ftmpj.agent.checkpoint;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counters of the JDK from which names are made that a program may print, such as {@code Thread-3}
 * and {@code pool-2-thread-1}: they continue where they were. The thread that runs main.
 */
final class JdkNumbers implements CheckpointPart {
  /** Java 17 has the number of threads in the last one, later ones in the one before. */
  private static final String[][] COUNTERS = {
    {"java.util.concurrent.Executors$DefaultThreadFactory", "poolNumber"},
    {"java.util.concurrent.ForkJoinPool", "poolIds"},
    {"java.util.Timer", "nextSerialNumber"},
    {"java.lang.Thread$ThreadNumbering", "next"},
    {"java.lang.Thread", "threadInitNumber"},
  };

  private final List<Field> counters = counters();

  private static List<Field> counters() {
    List<Field> found = new ArrayList<>();
    for (String[] counter : COUNTERS) {
      try {
        Field field = Class.forName(counter[0]).getDeclaredField(counter[1]);
        field.setAccessible(true);
        found.add(field);
      } catch (ReflectiveOperationException e) {
        // The other release's.
      }
    }
    if (found.size() != COUNTERS.length - 1) {
      throw new IllegalStateException("this JDK counts its threads elsewhere: " + found);
    }
    return found;
  }

  @Override
  public Object saved() {
    int[] numbers = new int[counters.size()];
    for (int i = 0; i < numbers.length; i++) {
      try {
        Object value = counters.get(i).get(null);
        numbers[i] = value instanceof AtomicInteger number ? number.get() : (int) value;
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e); // they are open
      }
    }
    return numbers;
  }

  @Override
  public void restore(Object saved) {
    int[] numbers = (int[]) saved;
    for (int i = 0; i < numbers.length; i++) {
      try {
        if (counters.get(i).get(null) instanceof AtomicInteger number) {
          number.set(numbers[i]);
        } else {
          counters.get(i).setInt(null, numbers[i]);
        }
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e); // they are open
      }
    }
  }
}
