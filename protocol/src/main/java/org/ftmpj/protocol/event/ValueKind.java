package org.ftmpj.protocol.event;

/**
 * The kind of answer from outside MPI in a {@link Determinant.Value} or {@link Determinant.Data}.
 * The order is part of the record format.
 */
public enum ValueKind {
  /** {@code System.nanoTime()}, nanoseconds. */
  NANO_TIME,
  /** {@code System.currentTimeMillis()} and what derives from it, milliseconds. */
  CURRENT_TIME_MILLIS,
  /** {@code MPI.Wtime()}, seconds, as the raw bits of the double. */
  WTIME,
  /** The clock of {@code java.time}, nanoseconds since 1970. */
  INSTANT,
  /** The seed of a random number generator. */
  SEED,
  /** The bytes that a {@code SecureRandom} returned. */
  SECURE_RANDOM,
  /** {@code UUID.randomUUID()}, 16 bytes. */
  UUID,
  /** The process id. */
  PROCESS,
  /** The memory, processors and times of the virtual machine. */
  MACHINE,
  /** The name and the addresses of the host, environment variables. */
  ENVIRONMENT,
  /** The outcome of an operation on a file; what was seen of a file or a directory. */
  FILE,
  /**
   * The number of bytes that a read of the standard input returned, or could return; -1 at its end.
   */
  INPUT,
  /** The worker of an executor that runs a task, and the counts that the executor reports. */
  EXECUTOR,
  /** The answers, output and exit code of a child process. */
  CHILD
}
