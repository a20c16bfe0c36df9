package org.ftmpj.interceptors.weave;

/** Groups of values from outside MPI that can be recorded or left alone. */
public enum Values {
  /** Clocks and dates. */
  CLOCK,
  /** Random numbers that the program does not seed. */
  RANDOM,
  /** Random UUIDs. */
  UUID,
  /** Identity hash codes. */
  HASH,
  /** Process, virtual machine, host, environment variables. */
  ENVIRONMENT,
  /** Files that are written, and what is seen of files and directories. */
  FILES
}
