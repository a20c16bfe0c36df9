package org.ftmpj.interceptors.bridge.value;

/** Where a value comes from; named as the kinds of the protocol's records are. */
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
