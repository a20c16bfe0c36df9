package org.ftmpj.protocol.thread;

/**
 * A wait for an object that another thread's call of the JDK uses exclusively while it runs code of
 * the program. Two waits are never equal.
 */
final class BlockedWait {
  /**
   * The number of looks that must find the same wait before it is reported; code that the JDK calls
   * is short.
   */
  private static final int LOOKS = 5;

  private final LogicalThread waiting;
  private final LogicalThread user;
  private final Class<?> object;
  private int looks;

  BlockedWait(LogicalThread waiting, LogicalThread user, Class<?> object) {
    this.waiting = waiting;
    this.user = user;
    this.object = object;
  }

  /**
   * To be called about once a second while the wait goes on, by one thread.
   *
   * @return a report, once; else null
   */
  String look() {
    looks++;
    return looks == LOOKS
        ? waiting
            + ", at "
            + waiting.place()
            + ", has been waiting for "
            + LOOKS
            + " s for a "
            + object.getName()
            + " that "
            + user
            + " uses: a call of the JDK there runs code of the program, now at "
            + user.place()
            + ". If that waits for the first one, both wait for ever."
        : null;
  }
}
