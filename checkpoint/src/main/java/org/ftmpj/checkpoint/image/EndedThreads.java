package org.ftmpj.checkpoint.image;

import java.util.Set;

/**
 * Threads that have ended: objects like others, with a name and what a subclass has. Made again
 * without a constructor they are as ended as before.
 */
final class EndedThreads {
  private static final String THREAD = Thread.class.getName();

  /** What a thread has as long as it runs, or the machine needs to run it. */
  private static final Set<String> OF_THE_MACHINE =
      Set.of(
          "eetop",
          "inheritedAccessControlContext",
          "threadLocals",
          "inheritableThreadLocals",
          "terminatingThreadLocals",
          "scopedValueBindings",
          "parkBlocker",
          "blocker",
          "nioBlocker",
          "cont",
          "container",
          "headStackableScopes");

  private EndedThreads() {}

  static boolean isOfTheMachine(Class<?> type, String field) {
    return type.getName().startsWith(THREAD)
        && (type == Thread.class || type.getName().equals(THREAD + "$FieldHolder"))
        && OF_THE_MACHINE.contains(field);
  }

  /** Why that thread, which does not run main, cannot be captured; null if it can. */
  static String refusal(Thread thread) {
    if (thread.getState() != Thread.State.TERMINATED) {
      return "a thread that has not ended, \"" + thread.getName() + '"';
    }
    return thread.getClass().getName().endsWith("VirtualThread") ? "a virtual thread" : null;
  }
}
