package org.ftmpj.interceptors.threads;

/** What is done about a call of the JDK by which threads may meet. */
enum Coverage {
  /** The call is an event: its order among the program's threads is recorded. */
  ORDERED,
  /** Nothing has to be recorded. */
  HARMLESS,
  /** The order is not recorded, and the program is told so. */
  UNRECORDED,
  /** The same, but the program is told at once: the JDK starts a thread for it. */
  UNRECORDED_THREAD,
  /** What it answers, or what comes of it, is not recorded, and the program is told so at once. */
  UNRECORDED_VALUE,
  /** The order cannot be recorded, and the rank is stopped. */
  REFUSED
}
