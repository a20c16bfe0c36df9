package org.ftmpj.checkpoint.image;

import java.util.Set;

/**
 * Threads that have ended, or were not started: objects like others, with a name, what they are to
 * run and what a subclass has. Made again without a constructor they are as they were.
 */
final class EndedThreads {
  private static final String THREAD = Thread.class.getName();

  /** What a thread has as long as it runs, or the machine needs to run it. */
  private static final Set<String> OF_THE_MACHINE =
      Set.of(
          "eetop",
          "inheritedAccessControlContext",
          "threadLocals",
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
    if (thread.getClass().getName().endsWith("VirtualThread")) {
      return "a virtual thread";
    }
    return switch (thread.getState()) {
      case TERMINATED, NEW -> null;
      default -> "a thread that has not ended, \"" + thread.getName() + '"';
    };
  }
}
