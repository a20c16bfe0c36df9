package org.ftmpj.interceptors.bridge;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The target of adapters of the JDK's collections and atomics: makes a call of them an event. Code
 * of the program that such a call runs runs outside of it, in one of three ways:
 *
 * <ul>
 *   <li>The object has a monitor, which the JDK enters anyway: the calling thread enters it first,
 *       which is the event.
 *   <li>The JDK holds no lock while it runs the code: the event ends before, and another one begins
 *       after it.
 *   <li>The JDK holds a lock of its own, or may call {@code equals}, {@code hashCode} or {@code
 *       compareTo} at any time: the call has its object for itself until it returns.
 * </ul>
 *
 * <p>What a method may run follows from its name and the types of its parameters: see {@link What}.
 */
public final class SharedCalls {

  /** The program's code that a method may run. */
  public enum What {
    /** No code. */
    NOTHING,
    /** A function for each element, or for the present value. */
    FUNCTION,
    /**
     * A function for each element, on a copy of the elements if the collection is made to be
     * copied.
     */
    FOR_EACH,
    /** Methods of the argument, to find an equal element. */
    LOOKUP,
    /** Methods of the argument, if elements are in order or differ. */
    INSERTION,
    /** Methods of elements, if these are in order. */
    REMOVAL,
    /** Methods of another collection and of elements. */
    BULK,
    /** A function that the object was made with. */
    ACCUMULATION,
    /** Methods of all elements. */
    ANYTHING
  }

  private SharedCalls() {}

  /** Whether a call of that object is an event. */
  public static boolean areEvents(Object receiver) {
    return Threading.several && Sharing.of(receiver) != Sharing.NONE && Threading.hooks() != null;
  }

  /**
   * The monitor to enter first; null if there is none, or the thread has it.
   *
   * @param argument another collection that the call reads; null if there is none
   */
  public static Object monitor(Object receiver, Object argument) {
    Object first = monitor(receiver);
    return first == null && argument != null ? monitor(argument) : first;
  }

  private static Object monitor(Object collection) {
    if (Sharing.of(collection) != Sharing.MONITOR) {
      return null;
    }
    ThreadHooks hooks = Threading.installed();
    Object monitor = Sharing.isPlain(collection) ? collection : hooks.root(collection);
    return hooks.holds(monitor) ? null : monitor;
  }

  /** Whether its monitor, which the calling thread holds, keeps others out. */
  public static boolean hasMonitor(Object receiver) {
    return Sharing.of(receiver) == Sharing.MONITOR;
  }

  /**
   * A still argument for a call under the receiver's monitor: a copy, made in an event of its own,
   * if threads share the argument without that monitor or another.
   *
   * @param compared whether the call only asks whether both are equal
   */
  public static Object still(Object argument, boolean compared) {
    if (Sharing.of(argument) == Sharing.MONITOR) {
      return argument;
    }
    return compared ? SharedTexts.still(argument) : SharedTexts.elements(argument);
  }

  /**
   * A call begins, as an event.
   *
   * @param first the first argument, if it is an object
   * @param second the second one, if the call may compare it
   * @return whether functions among the arguments have to be run between {@link #pause} and {@link
   *     #resume}
   */
  public static boolean enter(
      Object receiver, What what, boolean writes, Object first, Object second) {
    ThreadHooks hooks = Threading.hooks();
    Sharing sharing = Sharing.of(receiver);
    boolean keyed = what == What.LOOKUP || what == What.INSERTION;
    enter(hooks, sharing, receiver, writes, keyed ? first : null);
    if (sharing.callsWithLock(what, receiver, first, second)) {
      hooks.stepOut();
      return false;
    }
    return true;
  }

  private static void enter(
      ThreadHooks hooks, Sharing sharing, Object receiver, boolean writes, Object argument) {
    Object on = hooks.root(receiver);
    boolean keyed = sharing == Sharing.HASH && argument != null && !isValues(receiver);
    if (writes && keyed) {
      Computing.requireNoneOfCaller(on, argument);
    }
    hooks.enter(on, !writes ? null : keyed ? SimpleComparison.standIn(argument) : on);
  }

  /** Whether arguments of its methods are no keys of the map. */
  private static boolean isValues(Object receiver) {
    return !(receiver instanceof ConcurrentHashMap
        || receiver instanceof ConcurrentHashMap.KeySetView);
  }

  /**
   * A call begins, as an event, that runs no code of the program, of a thread that nothing keeps
   * waiting. To be ended by {@link #leaveAlone}.
   *
   * @param first the first argument, if it is an object
   * @param second the second one, if the call may compare it
   * @return whether it has begun; else the call is made in the general way
   */
  public static boolean enterAlone(Object receiver, What what, Object first, Object second) {
    if (!Threading.several) {
      return false;
    }
    Sharing sharing = Sharing.of(receiver);
    return sharing.runsNothing(what, receiver, first, second) && Threading.installed().enterAlone();
  }

  /** The call that {@link #enterAlone} has begun has returned. */
  public static void leaveAlone(Object receiver) {
    Threading.installed().leaveAlone(receiver);
  }

  /** A call that takes no functions, as an event. To be asked first: {@link #areEvents}. */
  static <T> T event(Object receiver, What what, boolean writes, Supplier<T> call) {
    Object monitor = monitor(receiver);
    if (monitor != null) {
      synchronized (monitor) {
        Threading.entered(monitor);
        return call.get();
      }
    }
    if (hasMonitor(receiver)) {
      return call.get();
    }
    enter(receiver, what, writes, null, null);
    try {
      return call.get();
    } finally {
      leave(receiver);
    }
  }

  /** The call has returned. */
  public static void leave(Object receiver) {
    ThreadHooks hooks = Threading.hooks();
    hooks.leave(hooks.root(receiver));
  }

  /** A function of the program begins: the event ends. */
  public static void pause(Object receiver) {
    ThreadHooks hooks = Threading.hooks();
    if (hooks != null) {
      hooks.leave(hooks.root(receiver));
    }
  }

  /** A function of the program has returned: another event begins. */
  public static void resume(Object receiver, boolean writes) {
    ThreadHooks hooks = Threading.hooks();
    if (hooks != null) {
      Object on = hooks.root(receiver);
      hooks.enter(on, writes ? on : null);
    }
  }
}
