package org.ftmpj.interceptors.bridge;

/**
 * Which threads draw from a generator of random numbers, or use another object that is not made for
 * several. Draws are events, but a thread that has the generator for itself draws without: the one
 * that has made it, and one that has drawn very often while no other did. So a generator for each
 * thread costs next to nothing, and one that threads share from the start is repeated exactly.
 *
 * <p>If another thread comes to one that was not shared until then, the order of its first draw and
 * of the others' last ones follows from events between them, or from the end of the other thread.
 * If it does not, that is told.
 */
final class DrawingThreads {
  /**
   * The number of draws in a row as events, some 50 ms of them, that show that a thread is alone.
   */
  private static final int ALONE = 1 << 20;

  private static final int NEVER = -1;

  /** The name of the object for the user. */
  private final String what;

  /** The thread that draws without events; null if there is none. */
  private volatile Object alone;

  /** The number of events that this thread had made at its last draw. */
  private volatile int drewAfter = NEVER;

  // What follows is changed within events only.

  /** The thread that has made it or drawn from it last; null if several do. */
  private Object drawer;

  private boolean shared;
  private int draws;

  /** The thread that was alone before, and how many events it had made then. */
  private Object former;

  private int formerEvents;

  /**
   * Creates the drawers of an object that the calling thread has for itself, if there are several
   * threads.
   */
  DrawingThreads(String what) {
    this(what, Threading.hooks());
  }

  private DrawingThreads(String what, ThreadHooks hooks) {
    this.what = what;
    drawer = hooks == null ? null : hooks.caller();
    alone = drawer;
  }

  /** Creates the drawers of an object that belongs to no thread. */
  static DrawingThreads ofUnknown(String what) {
    return new DrawingThreads(what, null);
  }

  /** Whether the calling thread may draw without an event, which it is about to do then. */
  boolean isAlone(ThreadHooks hooks) {
    Object caller = hooks.caller();
    if (caller != alone) {
      return false;
    }
    int events = hooks.events(caller);
    if (drewAfter == events) {
      return true; // seen since it was written
    }
    drewAfter = events; // seen by who then makes another thread the drawer
    return caller == alone;
  }

  /** An event begins, in which the calling thread draws. */
  void enter(ThreadHooks hooks) {
    enter(hooks, null);
  }

  /**
   * Enters a call that may run code of the program.
   *
   * @param on the object of the call
   */
  void enter(ThreadHooks hooks, Object on) {
    Object caller = hooks.caller();
    int events = hooks.events(caller);
    hooks.enter(on, on);
    while (!shared && drawer != null && drawer != caller) {
      Object before = drawer;
      hooks.leave(null);
      boolean ended = hooks.hasEnded(before);
      hooks.enter(on, on);
      if (drawer == before) {
        pass(hooks, before, ended);
      }
    }
    if (caller == former) {
      if (events == formerEvents) {
        tell(hooks); // a repetition could come here before the other thread draws
      }
      former = null;
    }
    drawer = shared ? null : caller;
    if (!shared && ++draws == ALONE) {
      drewAfter = NEVER;
      alone = caller;
    }
  }

  /** Notes that a thread is no longer the only one. */
  private void pass(ThreadHooks hooks, Object before, boolean ended) {
    boolean wasAlone = alone != null;
    alone = null;
    boolean drew = draws > 0 || drewAfter != NEVER;
    shared = drew && !ended;
    drawer = null;
    draws = 0;
    if (wasAlone && !ended) {
      former = before;
      formerEvents = hooks.events(before);
      if (drewAfter == formerEvents) {
        tell(hooks);
      }
    }
  }

  private void tell(ThreadHooks hooks) {
    hooks.unordered(what + " by another thread than before");
  }
}
