package org.ftmpj.launcher.simulation;

/** A promise was not kept: what the simulation is there to find. */
final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Which promise. */
  enum Kind {
    /** Decisions of two coordinators count. */
    TWO_COORDINATORS,
    /** What two processes of a rank let out counts, or what one lets out is lost. */
    TWO_OUTPUTS,
    /** A rank starts without determinants that others depend on. */
    ORPHAN,
    /** A number was given out twice, or is not the newest. */
    NUMBER_AGAIN,
    /** Something of a lost host may still come where its ranks start elsewhere. */
    NOT_PARTED,
    /** Lines were shown nowhere. */
    LINES_LOST,
    /** The job does not come to its end. */
    HANG,
    /** Something that cannot be has happened. */
    CONFUSED
  }

  private final Kind kind;

  Violation(Kind kind, String what) {
    super(kind + ": " + what);
    this.kind = kind;
  }

  Violation(Kind kind, String what, Throwable cause) {
    super(kind + ": " + what, cause);
    this.kind = kind;
  }

  Kind kind() {
    return kind;
  }
}
