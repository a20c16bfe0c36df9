package org.ftmpj.checkpoint.image;

import java.util.Set;

/**
 * Threads that have ended or were not started. They are objects like others, with a name, a task
 * and a subclass's fields, and can be recreated without a constructor.
 */
final class EndedThreads {
  private static final String THREAD = Thread.class.getName();

  /** The fields that a thread has only while it runs, or that the machine needs to run it. */
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

  /** The reason why a thread, which is not main's, cannot be captured; null if it can. */
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
