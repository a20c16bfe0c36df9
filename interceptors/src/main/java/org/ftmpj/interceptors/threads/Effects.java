package org.ftmpj.interceptors.threads;

import java.util.Set;
import org.ftmpj.interceptors.bridge.SharedCalls.What;
import org.ftmpj.interceptors.program.Call;
import org.objectweb.asm.Type;

/**
 * The program's code that methods of the JDK's collections and atomics may run, and their changes.
 */
final class Effects {
  private static final String FUNCTIONS = "java/util/function/";
  private static final String ATOMIC = "java/util/concurrent/atomic/";
  private static final String OBJECT = "java/lang/Object";
  private static final int NONE = -1;

  private static final Set<String> COMPUTING =
      Set.of("compute", "computeIfAbsent", "computeIfPresent", "merge");

  private static final Set<String> INSERTING =
      Set.of("add", "addFirst", "addLast", "offer", "offerFirst", "offerLast", "push", "put");

  private static final Set<String> REMOVING =
      Set.of(
          "clear",
          "poll",
          "pollFirst",
          "pollFirstEntry",
          "pollLast",
          "pollLastEntry",
          "pop",
          "remove",
          "removeFirst",
          "removeLast");

  private static final Set<String> ALL = Set.of("equals", "hashCode", "toString");

  /** Methods that change nothing; others may. */
  private static final Set<String> READING =
      Set.of(
          "ceiling",
          "ceilingEntry",
          "ceilingKey",
          "comparator",
          "contains",
          "containsAll",
          "containsKey",
          "containsValue",
          "descendingKeySet",
          "descendingMap",
          "descendingSet",
          "element",
          "elementAt",
          "elements",
          "entrySet",
          "equals",
          "first",
          "firstEntry",
          "firstKey",
          "floor",
          "floorEntry",
          "floorKey",
          "forEach",
          "get",
          "getFirst",
          "getLast",
          "getOrDefault",
          "hashCode",
          "headMap",
          "headSet",
          "higher",
          "higherEntry",
          "higherKey",
          "indexOf",
          "isEmpty",
          "keySet",
          "keys",
          "last",
          "lastEntry",
          "lastIndexOf",
          "lastKey",
          "lower",
          "lowerEntry",
          "lowerKey",
          "mappingCount",
          "navigableKeySet",
          "peek",
          "peekFirst",
          "peekLast",
          "remainingCapacity",
          "size",
          "subList",
          "subMap",
          "subSet",
          "tailMap",
          "tailSet",
          "toArray",
          "toString",
          "values");

  private Effects() {}

  /** The part of the program's code that a call may run. */
  static What of(Call call) {
    Type[] arguments = arguments(call);
    boolean functions = false;
    for (Type argument : arguments) {
      functions |= isFunction(argument) || is(argument, "java/util/Comparator");
    }
    if (functions) {
      return ofFunctions(call);
    }
    if (collection(call) >= 0) {
      return What.BULK;
    }
    if (ALL.contains(call.name())) {
      return What.ANYTHING;
    }
    if (call.owner().startsWith(ATOMIC)) {
      return call.name().equals("accumulate") ? What.ACCUMULATION : What.NOTHING;
    }
    if (arguments.length == 0) {
      return REMOVING.contains(call.name()) ? What.REMOVAL : What.NOTHING;
    }
    if (!is(arguments[0], OBJECT)) {
      return What.NOTHING;
    }
    boolean ofMap = call.name().equals("put") && arguments.length > 1;
    return INSERTING.contains(call.name()) && !ofMap ? What.INSERTION : What.LOOKUP;
  }

  private static What ofFunctions(Call call) {
    boolean copies = call.name().equals("forEach") || call.name().equals("toArray");
    return copies ? What.FOR_EACH : What.FUNCTION;
  }

  /** Whether its first argument says for how many elements threads of the JDK take part. */
  static boolean hasThreshold(Call call) {
    Type[] arguments = arguments(call);
    return call.owner().equals("java/util/concurrent/ConcurrentHashMap")
        && arguments.length > 1
        && arguments[0] == Type.LONG_TYPE;
  }

  /** Whether it changes one key of a map by a function. */
  static boolean computes(Call call) {
    return COMPUTING.contains(call.name());
  }

  /** Whether it may change anything. */
  static boolean writes(Call call) {
    return !READING.contains(call.name());
  }

  /** The index of an argument that is another collection; negative if there is none. */
  static int collection(Call call) {
    Type[] arguments = arguments(call);
    for (int i = 0; i < arguments.length; i++) {
      if (is(arguments[i], "java/util/Collection") || is(arguments[i], "java/util/Map")) {
        return i;
      }
    }
    return NONE;
  }

  /** The index of the argument that decides which code may run; negative if there is none. */
  static int first(Call call) {
    return switch (of(call)) {
      case BULK -> collection(call);
      case LOOKUP, INSERTION -> 0;
      default -> NONE;
    };
  }

  /** The index of a value that the call may compare; negative if there is none. */
  static int second(Call call) {
    int count = arguments(call).length;
    boolean compares =
        call.name().equals("remove") && count == 2 || call.name().equals("replace") && count == 3;
    return compares && of(call) == What.LOOKUP ? 1 : NONE;
  }

  static boolean isFunction(Type type) {
    return type.getSort() == Type.OBJECT && type.getInternalName().startsWith(FUNCTIONS);
  }

  private static boolean is(Type type, String name) {
    return type.getSort() == Type.OBJECT && type.getInternalName().equals(name);
  }

  private static Type[] arguments(Call call) {
    return Type.getArgumentTypes(call.descriptor());
  }
}
