package org.ftmpj.interceptors.bridge;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.text.AttributedCharacterIterator;
import java.util.Arrays;
import java.util.Formattable;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.ftmpj.interceptors.bridge.value.IdentityFields;
import org.ftmpj.interceptors.bridge.value.JdkResults;
import org.ftmpj.interceptors.bridge.value.Recorded;
import org.ftmpj.interceptors.bridge.value.StandIns;

/**
 * Identity hash codes: numbers given out in the order in which the program asks for them, instead
 * of the virtual machine's, which are others in every run. Nothing has to be recorded for that.
 */
public final class IdentityHashes {
  private static final Object LOCK = new Object();
  private static final Map<Key, Integer> OTHERS = new HashMap<>(); // guarded by LOCK
  private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();

  /** Classes whose {@code hashCode} is that of identity; all but the first only call it. */
  private static final Set<Class<?>> OF_IDENTITY =
      Set.of(Object.class, Character.Subset.class, AttributedCharacterIterator.Attribute.class);

  /** The disclosures of objects, by class. */
  private static final ClassValue<Disclosure> TOLD =
      new ClassValue<>() {
        @Override
        protected Disclosure computeValue(Class<?> type) {
          boolean field = Recorded.hooks().identityFields().has(type);
          boolean hash = !field && OF_IDENTITY.contains(declaring(type, "hashCode"));
          boolean text = hash && isOfObject(type, "toString");
          return new Disclosure(field, hash, text, isMeasured(type));
        }
      };

  /**
   * The disclosures of a class's objects by their hash code and text.
   *
   * @param field whether it has a number in a field of its own
   * @param hash whether the hash code is that of identity, and has no field
   * @param text whether the text is made of that
   * @param measured whether the text shows a measured value of the virtual machine
   */
  private record Disclosure(boolean field, boolean hash, boolean text, boolean measured) {}

  private IdentityHashes() {}

  private static boolean isMeasured(Class<?> type) {
    return Thread.class.isAssignableFrom(type)
        || ProcessHandle.class.isAssignableFrom(type)
        || type.getName().startsWith("java.lang.management.");
  }

  static boolean isOfObject(Class<?> type, String method) {
    return declaring(type, method) == Object.class;
  }

  private static Class<?> declaring(Class<?> type, String method) {
    try {
      return type.getMethod(method).getDeclaringClass();
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The hash code of an object of a class that has none of its own.
   *
   * @param number what its field holds; 0 if it has none yet
   */
  public static int identity(int number, Object object) {
    return number != 0 ? number : first(object);
  }

  private static int first(Object object) {
    IdentityFields fields = Recorded.hooks().identityFields();
    if (object instanceof Thread thread && Threading.isOfExecutor(thread)) {
      fields.set(object, other(object)); // no event
    } else {
      Threading.once(() -> draw(object, fields));
    }
    return fields.get(object);
  }

  /**
   * Gives a thread that is about to be started its hash code. While the thread runs, the JDK may
   * ask for it at any time, for example when a native library is first used.
   */
  public static void ofStarted(Thread thread) {
    if (hasField(thread)) {
      identity(Recorded.hooks().identityFields().get(thread), thread);
    }
  }

  /** Gives an object its number, if it has none. */
  private static boolean draw(Object object, IdentityFields fields) {
    synchronized (LOCK) {
      if (fields.get(object) != 0) {
        return false;
      }
      fields.set(object, Recorded.hooks().nextIdentity());
      return true;
    }
  }

  /** Whether objects of a class have the hash code of identity, and no field of ours for it. */
  static boolean isOfIdentity(Class<?> type) {
    return TOLD.get(type).hash();
  }

  private static boolean hasField(Object object) {
    return TOLD.get(object.getClass()).field();
  }

  /** Instead of {@link System#identityHashCode}. */
  public static int identityHashCode(Object object) {
    if (object == null) {
      return 0;
    }
    if (!hasField(object)) {
      return other(object);
    }
    return identity(Recorded.hooks().identityFields().get(object), object);
  }

  /** Instead of {@link Object#hashCode}, called for any object. */
  public static int hashCode(Object object) {
    return TOLD.get(object.getClass()).hash() ? other(object) : object.hashCode();
  }

  /** Instead of {@link Objects#hashCode(Object)}. */
  public static int hashCodeOrZero(Object object) {
    return object == null ? 0 : hashCode(object);
  }

  /** Instead of {@link Object#toString}, called for any object. */
  public static String toString(Object object) {
    Disclosure told = TOLD.get(object.getClass());
    return told.measured() || told.text() ? (String) shown(object) : object.toString();
  }

  /**
   * Returns the argument for a method of the JDK that makes text of an object: text if the object's
   * own would show its identity hash code or values of the virtual machine, else the object.
   */
  public static Object shown(Object object) {
    if (object == null) {
      return null;
    }
    Disclosure told = TOLD.get(object.getClass());
    if (told.measured()) {
      return JdkResults.result(object.toString());
    }
    return told.text()
        ? StandIns.of(object.getClass()).getName() + '@' + Integer.toHexString(other(object))
        : object;
  }

  /**
   * Returns such arguments for all objects except those that format themselves; the same array if
   * nothing changes.
   */
  public static Object[] allShown(Object[] objects) {
    Object[] shown = objects;
    for (int i = 0; objects != null && i < objects.length; i++) {
      Object one = objects[i] instanceof Formattable ? objects[i] : shown(objects[i]);
      if (one != objects[i]) {
        shown = shown == objects ? Arrays.copyOf(objects, objects.length, Object[].class) : shown;
        shown[i] = one;
      }
    }
    return shown;
  }

  /** Makes a clone another object, after {@link Object#clone}. */
  public static void cloned(Object clone) {
    if (hasField(clone)) {
      Recorded.hooks().identityFields().set(clone, 0);
    }
  }

  private static int other(Object object) {
    HashedKeys.number(object); // else the virtual machine draws one
    Integer number = known(object);
    if (number == null && object instanceof Thread thread && Threading.isOfExecutor(thread)) {
      return System.identityHashCode(thread); // as number says
    }
    if (number == null) {
      Threading.once(() -> drawOther(object));
      number = known(object);
    }
    return number;
  }

  private static Integer known(Object object) {
    synchronized (LOCK) {
      for (Object gone = GONE.poll(); gone != null; gone = GONE.poll()) {
        OTHERS.remove(gone);
      }
      return OTHERS.get(new Key(object));
    }
  }

  private static boolean drawOther(Object object) {
    synchronized (LOCK) {
      Key key = new Key(object);
      if (OTHERS.containsKey(key)) {
        return false;
      }
      OTHERS.put(key, Recorded.hooks().nextIdentity());
      return true;
    }
  }

  /** Objects that cannot keep their numbers themselves; see {@link #numbers}. */
  public static Object[] objects() {
    synchronized (LOCK) {
      return OTHERS.keySet().stream().map(Key::get).toArray();
    }
  }

  /** The numbers of {@link #objects}, if no hash code was called in between. */
  public static int[] numbers() {
    synchronized (LOCK) {
      return OTHERS.values().stream().mapToInt(Integer::intValue).toArray();
    }
  }

  /** Restores the numbers of objects; null elements are gone. */
  public static void restore(Object[] objects, int[] numbers) {
    synchronized (LOCK) {
      for (int i = 0; i < objects.length; i++) {
        if (objects[i] != null) {
          OTHERS.put(new Key(objects[i]), numbers[i]);
        }
      }
    }
  }

  /** Equal to those of the same object. */
  private static final class Key extends WeakReference<Object> {
    private final int hash;

    Key(Object object) {
      super(object, GONE);
      hash = System.identityHashCode(object);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      Object mine = get();
      return this == other || mine != null && other instanceof Key key && key.get() == mine;
    }
  }
}
