package org.ftmpj.protocol.simulation;

/** The death of an incarnation, wherever it is. */
final class Crash extends Error {
  static final Crash NOW = new Crash();
  private static final long serialVersionUID = 1L;

  private Crash() {
    super("crash", null, false, false);
  }
}
