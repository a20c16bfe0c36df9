package org.ftmpj.protocol.event;

/**
 * Which answer from outside MPI a {@link Determinant.Value} or a {@link Determinant.Data} holds.
 * The order is part of the record format.
 */
public enum ValueKind {
  /** {@code System.nanoTime()}, nanoseconds. */
  NANO_TIME,
  /** {@code System.currentTimeMillis()} and what is made of it, milliseconds. */
  CURRENT_TIME_MILLIS,
  /** {@code MPI.Wtime()}, seconds, as the raw bits of the double. */
  WTIME,
  /** The clock of {@code java.time}, nanoseconds since 1970. */
  INSTANT,
  /** What a generator of random numbers starts from. */
  SEED,
  /** What a {@code SecureRandom} gave, bytes. */
  SECURE_RANDOM,
  /** {@code UUID.randomUUID()}, 16 bytes. */
  UUID,
  /** The process's number. */
  PROCESS,
  /** The virtual machine's memory, processors and times. */
  MACHINE,
  /** The name and the addresses of the host, environment variables. */
  ENVIRONMENT,
  /** How an operation on a file came out; what was seen of a file or a directory. */
  FILE,
  /** How many bytes a read of the standard input gave, or could give; -1 at its end. */
  INPUT,
  /** Which worker of an executor runs a task, and what counts the executor tells. */
  EXECUTOR,
  /** What a process answers, gives and ends with. */
  CHILD
}
