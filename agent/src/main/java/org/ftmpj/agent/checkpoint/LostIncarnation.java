package org.ftmpj.agent.checkpoint;

import org.ftmpj.agent.process.Diagnostics;
import org.ftmpj.agent.process.HaltingFailStop;
import org.ftmpj.common.config.LogLevel;

/**
 * Ends a process in which the program cannot continue. It leaves no exit record, so the next
 * incarnation continues, from another checkpoint or from main. Any thread.
 */
final class LostIncarnation {
  private final Diagnostics diagnostics;

  LostIncarnation(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  /** Records the failure of the checkpoint. Does not return. */
  Error notRestored(Restart from, Throwable why) {
    return end(from + " cannot be restored: " + why, why, from::failed);
  }

  /**
   * Ends the process; does not return.
   *
   * @param what message for the user
   * @param last action before the end
   */
  Error end(String what, Throwable why, Runnable last) {
    try {
      diagnostics.say(LogLevel.WARN, what);
      diagnostics.trace(LogLevel.INFO, why);
      last.run();
    } finally {
      Runtime.getRuntime().halt(HaltingFailStop.EXIT_CODE);
    }
    return new AssertionError(why);
  }
}
