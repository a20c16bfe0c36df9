package org.ftmpj.protocol.event;

/**
 * Which answer from outside MPI a {@link Determinant.Value} holds. The order is part of the record
 * format.
 */
public enum ValueKind {
  /** {@code System.nanoTime()}, nanoseconds. */
  NANO_TIME,
  /** {@code System.currentTimeMillis()}, milliseconds. */
  CURRENT_TIME_MILLIS,
  /** {@code MPI.Wtime()}, seconds, as the raw bits of the double. */
  WTIME
}
