package org.ftmpj.network.notice;

/** Mistakes that processes on a ring make on purpose: the tests have to find each. */
enum RingMistake {
  NONE,
  /** Who finds the next one silent does not look further. */
  ONE_ONLY,
  /** Those that were asked, and do not answer, are not reported. */
  ASKED_NOT_REPORTED,
  /** The one that is farthest away of those that answer is watched. */
  FARTHEST_WATCHED,
  /** A notice tells what has not been told before, though that may not have arrived. */
  NEWS_ONLY
}
