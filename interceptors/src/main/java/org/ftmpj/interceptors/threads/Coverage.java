package org.ftmpj.interceptors.threads;

/** The treatment of a call of the JDK by which threads may meet. */
enum Coverage {
  /** The call is an event: its order among the program's threads is recorded. */
  ORDERED,
  /** Harmless: nothing has to be recorded. */
  HARMLESS,
  /** The order is not recorded, and the program gets a warning. */
  UNRECORDED,
  /**
   * The order is not recorded, and the program gets a warning at once, as the JDK starts a thread
   * for the call.
   */
  UNRECORDED_THREAD,
  /** The result or effect is not recorded, and the program gets a warning at once. */
  UNRECORDED_VALUE,
  /** The order cannot be recorded, and the rank is stopped. */
  REFUSED
}
