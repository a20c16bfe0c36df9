package org.ftmpj.interceptors.weave;

import java.util.Set;
import org.ftmpj.interceptors.bridge.HashedKeys;
import org.ftmpj.interceptors.program.Call;
import org.ftmpj.interceptors.program.Purpose;
import org.ftmpj.interceptors.program.Replacement;
import org.ftmpj.interceptors.program.Replacement.How;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Type;

/**
 * Calls by which the program gives objects to the JDK that it asks for their hash codes: see {@link
 * HashedKeys}.
 */
final class KeyCalls {
  private static final String HASHED_KEYS = Type.getInternalName(HashedKeys.class);
  private static final String OBJECT = "Ljava/lang/Object;";
  private static final String RECORDS = "java/lang/runtime/ObjectMethods";
  private static final String UTIL = "java/util/";
  private static final String CONCURRENT = "java/util/concurrent/";

  static final Replacement KEY = first("key", OBJECT);
  private static final Replacement KEYS = first("keys", "[" + OBJECT);
  private static final Replacement ALL_KEYED =
      new Replacement(
          Purpose.HASH,
          How.LAST_ARGUMENT,
          new Call(HASHED_KEYS, "allKeyed", "([" + OBJECT + ")[" + OBJECT));
  private static final Replacement EACH_KEYED =
      new Replacement(
          Purpose.HASH,
          How.EACH_ARGUMENT,
          new Call(HASHED_KEYS, "keyed", "(" + OBJECT + ")" + OBJECT));
  private static final Replacement ELEMENTS = first("elements", "Ljava/util/Collection;");
  private static final Set<String> TABLES =
      Set.of(
          UTIL + "AbstractCollection",
          UTIL + "AbstractMap",
          UTIL + "AbstractSet",
          UTIL + "Collection",
          UTIL + "HashMap",
          UTIL + "HashSet",
          UTIL + "Hashtable",
          UTIL + "IdentityHashMap",
          UTIL + "LinkedHashMap",
          UTIL + "LinkedHashSet",
          UTIL + "Map",
          UTIL + "SequencedCollection",
          UTIL + "SequencedMap",
          UTIL + "SequencedSet",
          UTIL + "Set",
          UTIL + "WeakHashMap",
          CONCURRENT + "ConcurrentHashMap",
          CONCURRENT + "ConcurrentHashMap$KeySetView",
          CONCURRENT + "ConcurrentMap");

  private static final Set<String> FACTORIES = Set.of("of", "ofEntries");

  private static final Set<String> OF_ONE =
      Set.of(
          "add",
          "addFirst",
          "addLast",
          "compute",
          "computeIfAbsent",
          "computeIfPresent",
          "contains",
          "containsKey",
          "get",
          "getOrDefault",
          "merge",
          "put",
          "putFirst",
          "putIfAbsent",
          "putLast",
          "remove",
          "replace");

  private static final Set<String> OF_ALL =
      Set.of("<init>", "addAll", "containsAll", "copyOf", "removeAll", "retainAll");

  private KeyCalls() {}

  private static Replacement first(String method, String type) {
    Call to = new Call(HASHED_KEYS, method, "(" + type + ")V");
    return new Replacement(Purpose.HASH, How.BEFORE_WITH_FIRST_ARGUMENT, to);
  }

  /** The treatment of that call's arguments; null for none. */
  static Replacement of(Call call) {
    if (TABLES.contains(call.owner())) {
      return FACTORIES.contains(call.name()) ? ofFactory(call) : ofTable(call);
    }
    return switch (call.owner()) {
      case UTIL + "Collections" -> call.name().equals("addAll") ? ALL_KEYED : null;
      case UTIL + "Objects" -> call.name().equals("hash") ? KEYS : null;
      case UTIL + "Arrays" ->
          call.name().equals("hashCode") && call.descriptor().equals("([" + OBJECT + ")I")
              ? KEYS
              : null;
      default -> null;
    };
  }

  private static Replacement ofFactory(Call call) {
    String arguments = call.descriptor();
    return arguments.startsWith("([") ? KEYS : arguments.startsWith("()") ? null : EACH_KEYED;
  }

  private static Replacement ofTable(Call call) {
    String arguments = call.descriptor();
    if (OF_ONE.contains(call.name()) && arguments.startsWith("(" + OBJECT)) {
      return KEY;
    }
    boolean all = OF_ALL.contains(call.name()) && arguments.startsWith("(Ljava/util/Collection;)");
    return all ? ELEMENTS : null;
  }

  /** Whether a call whose code is made at run time asks the components of a record for theirs. */
  static boolean asksComponents(Handle bootstrap, String name, Set<Purpose> purposes) {
    return bootstrap.getOwner().equals(RECORDS)
        && (name.equals("hashCode") || name.equals("toString"))
        && purposes.contains(Purpose.HASH);
  }

  /** Whether the value of that field may be an object with the hash code of identity. */
  static boolean mayBeByIdentity(Handle field) {
    Type type = Type.getType(field.getDesc());
    return type.getSort() == Type.ARRAY
        || type.getSort() == Type.OBJECT && !type.getInternalName().equals("java/lang/String");
  }

  /** Whether that constant is a class of the JDK, whose hash code may not be made of its name. */
  static boolean mayHashClass(Type type, Set<Purpose> purposes) {
    return purposes.contains(Purpose.HASH)
        && type.getSort() == Type.OBJECT
        && type.getInternalName().startsWith("java");
  }
}
