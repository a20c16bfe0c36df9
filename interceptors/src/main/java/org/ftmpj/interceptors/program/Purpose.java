package org.ftmpj.interceptors.program;

/** The purpose of a replacement in the program. */
public enum Purpose {
  /** Values: clocks and dates. */
  CLOCK,
  /** Values: random numbers that the program does not seed. */
  RANDOM,
  /** Values: random UUIDs. */
  UUID,
  /** Values: identity hash codes. */
  HASH,
  /** Values: process, virtual machine, host, environment variables. */
  ENVIRONMENT,
  /** Values: files that are written, and what is seen of files and directories. */
  FILES,
  /** Values: processes that the program starts. */
  CHILDREN,
  /** The ends that the program makes of its process. */
  END,
  /** The program's output, and the absence of a console. */
  OUTPUT,
  /** The program's view of itself: its stack, its classes. */
  VIEWS,
  /** Pauses between polls, which a re-execution does not need. */
  PAUSES,
  /** Calls by reflection and by method handles, so that the same becomes of them. */
  REFLECTION,
  /** The order in which threads of the program meet. */
  THREADS
}
