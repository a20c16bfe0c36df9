package org.ftmpj.interceptors.bridge;

import java.util.Collection;
import java.util.Comparator;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.Stack;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.ftmpj.interceptors.bridge.SharedCalls.What;

/**
 * The ways in which threads share objects of a JDK class, and in which these run the program's
 * code.
 */
enum Sharing {
  /** Not shared, or by a class of the program. */
  NONE,
  /** Shared by a monitor that programs know and enter, too. */
  MONITOR,
  /**
   * Shared by hash codes and no lock that matters; functions that change one key have a
   * replacement.
   */
  HASH,
  /** Sorted by a comparator, without a lock. */
  SORTED,
  /** Sorted by a comparator, with a lock. */
  PRIORITY,
  /** Stored in an array that is copied with a lock, and read without. */
  COPIED,
  /** Guarded by a lock during functions. */
  LOCKED,
  /** Changed by a function given at construction. */
  ACCUMULATED,
  /** Shared in another way, without a lock during functions. */
  OTHER;

  private static final String CONCURRENT = "java.util.concurrent.";
  private static final Set<String> MONITORS =
      Set.of(
          "java.lang.StringBuffer", "java.util.Vector", "java.util.Stack", "java.util.Hashtable");

  /** Comparators of the JDK that only ask the elements. */
  private static final Set<String> NATURAL =
      Set.of(
          "java.util.Collections$ReverseComparator",
          "java.util.Comparators$NaturalOrderComparator",
          "java.lang.String$CaseInsensitiveComparator");

  private static final ClassValue<Sharing> KNOWN =
      new ClassValue<>() {
        @Override
        protected Sharing computeValue(Class<?> type) {
          Class<?> ofJdk = ProgramSubclasses.extendedWithoutChange(type);
          return ofJdk == null ? NONE : of(ofJdk.getName());
        }
      };

  static Sharing of(Object object) {
    if (object == null) {
      return NONE;
    }
    Class<?> type = object.getClass();
    // Those that programs call most, without a look-up.
    if (type == ConcurrentHashMap.class) {
      return HASH;
    }
    if (type == AtomicInteger.class || type == AtomicLong.class || type == AtomicReference.class) {
      return OTHER;
    }
    return isPlain(type) ? MONITOR : KNOWN.get(type);
  }

  /** Whether its monitor is the object's own, as its class shows at once. */
  static boolean isPlain(Object object) {
    return isPlain(object.getClass());
  }

  private static boolean isPlain(Class<?> type) {
    return type == StringBuffer.class || type == Vector.class || type == Stack.class;
  }

  private static Sharing of(String type) {
    if (MONITORS.contains(type) || type.startsWith("java.util.Collections$Synchronized")) {
      return MONITOR;
    }
    if (!type.startsWith(CONCURRENT)) {
      return NONE;
    }
    String name = type.substring(CONCURRENT.length());
    if (name.startsWith("ConcurrentHashMap")) {
      return HASH;
    }
    if (name.startsWith("ConcurrentSkipList")) {
      return SORTED;
    }
    if (name.startsWith("CopyOnWrite")) {
      return COPIED;
    }
    return switch (name) {
      case "PriorityBlockingQueue", "DelayQueue" -> PRIORITY;
      case "ArrayBlockingQueue" -> LOCKED;
      case "atomic.LongAccumulator", "atomic.DoubleAccumulator" -> ACCUMULATED;
      default -> OTHER;
    };
  }

  /** Whether a call runs code of the program that cannot be run between two events. */
  boolean callsWithLock(What what, Object receiver, Object first, Object second) {
    return switch (what) {
      case NOTHING -> false;
      case FUNCTION -> this == COPIED || this == LOCKED || this == PRIORITY;
      case FOR_EACH -> this == LOCKED || this == PRIORITY;
      case LOOKUP -> compares(receiver, first) || second != null && !SimpleComparison.is(second);
      case INSERTION -> differ(receiver) && compares(receiver, first);
      case REMOVAL -> isSorted() && compares(receiver, sample(receiver));
      case BULK -> of(first) == NONE || of(first) == MONITOR;
      case ACCUMULATION -> this == ACCUMULATED;
      case ANYTHING -> true;
    };
  }

  /** Whether a call is an event in which no code of the program can run, as its arguments show. */
  boolean runsNothing(What what, Object receiver, Object first, Object second) {
    return this != NONE
        && this != MONITOR
        && (what == What.NOTHING || !isSorted() && !callsWithLock(what, receiver, first, second));
  }

  /** Whether a new element is compared with those that are there. */
  private boolean differ(Object receiver) {
    return isSorted() || receiver instanceof Set;
  }

  private boolean isSorted() {
    return this == SORTED || this == PRIORITY;
  }

  private boolean compares(Object receiver, Object element) {
    Comparator<?> order = isSorted() ? comparator(receiver) : null;
    return order != null && !NATURAL.contains(order.getClass().getName())
        || !SimpleComparison.is(element);
  }

  private static Comparator<?> comparator(Object receiver) {
    if (receiver instanceof PriorityBlockingQueue<?> queue) {
      return queue.comparator();
    }
    if (receiver instanceof SortedMap<?, ?> map) {
      return map.comparator();
    }
    return receiver instanceof SortedSet<?> set ? set.comparator() : null;
  }

  /** Some element; null if there is none. */
  private static Object sample(Object receiver) {
    if (receiver instanceof PriorityBlockingQueue<?> queue) {
      return queue.peek();
    }
    if (receiver instanceof ConcurrentSkipListMap<?, ?> map) {
      return map.isEmpty() ? null : map.firstKey();
    }
    if (receiver instanceof ConcurrentSkipListSet<?> set) {
      return set.isEmpty() ? null : set.first();
    }
    return receiver instanceof Collection ? receiver : null; // a view: who knows
  }
}
