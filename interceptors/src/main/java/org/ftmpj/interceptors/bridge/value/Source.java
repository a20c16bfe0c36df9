package org.ftmpj.interceptors.bridge.value;

/** The source of a value; the names are those of the protocol's kinds of records. */
public enum Source {
  NANO_TIME,
  CURRENT_TIME_MILLIS,
  WTIME,
  INSTANT,
  SEED,
  SECURE_RANDOM,
  UUID,
  PROCESS,
  MACHINE,
  ENVIRONMENT,
  FILE,
  CHILD
}
