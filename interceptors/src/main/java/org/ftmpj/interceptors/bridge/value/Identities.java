package org.ftmpj.interceptors.bridge.value;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;

/**
 * Identity hash codes: numbers given out in the order in which the program asks for them, instead
 * of the virtual machine's, which are others in every run. Nothing has to be recorded for that.
 */
public final class Identities {
  private static final Object LOCK = new Object();
  private static final Map<Key, Integer> OTHERS = new HashMap<>(); // guarded by LOCK
  private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();

  private Identities() {}

  /** The hash code of an object of a class that has none of its own. */
  public static int identity(Identified object) {
    int number = object.ftmpjIdentity();
    if (number != 0) {
      return number;
    }
    synchronized (LOCK) {
      number = object.ftmpjIdentity();
      if (number == 0) {
        number = Recorded.hooks().nextIdentity();
        object.ftmpjIdentity(number);
      }
      return number;
    }
  }

  /** Instead of {@link System#identityHashCode}. */
  public static int identityHashCode(Object object) {
    if (object == null) {
      return 0;
    }
    return object instanceof Identified identified ? identity(identified) : other(object);
  }

  /** Behind {@link Object#clone}: the clone is another object. */
  public static void cloned(Object clone) {
    if (clone instanceof Identified identified) {
      identified.ftmpjIdentity(0);
    }
  }

  private static int other(Object object) {
    synchronized (LOCK) {
      for (Object gone = GONE.poll(); gone != null; gone = GONE.poll()) {
        OTHERS.remove(gone);
      }
      return OTHERS.computeIfAbsent(new Key(object), unknown -> Recorded.hooks().nextIdentity());
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
