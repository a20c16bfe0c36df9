package org.ftmpj.protocol.simulation;

/** The protocol did not keep what it promises: what the simulator is there to find. */
final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Which promise. */
  enum Kind {
    /** Something that left a rank depends on an outcome that was lost. */
    ORPHAN,
    /** A rank went on differently than before its failure, past what had left it. */
    OTHER_REPLAY,
    /** A rank stopped itself. */
    FAIL_STOP,
    /** Nothing moves any more, and not all ranks have ended. */
    HANG,
    /** A line put out again was another one. */
    OUTPUT,
    /** A message was received twice or never, or overtook another one. */
    MATCHING,
    /** A synchronous send was complete before its receive was posted. */
    EARLY_SYNCHRONOUS,
    /** Something that a recovery needs was pruned. */
    PRUNED,
    /** The run without crashes in the same order has another result. */
    OTHER_RESULT,
    /** The program or the core failed in another way. */
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
