package org.ftmpj.protocol.quorum;

/**
 * The state of a logger for one rank, and its rules for accepting records. It does not hold the
 * records themselves; their holder makes each change durable before answering.
 */
public final class Replica {
  private int promised;
  private LogShape shape;
  private boolean complete;

  /** The reason why a request is not accepted. */
  public enum Answer {
    ACCEPTED,
    /** A newer incarnation has connected. */
    FENCED,
    /** A record before the first one is missing. */
    GAP
  }

  /**
   * @param promised the newest incarnation that has connected; 0 if none has
   * @param complete false if the logger has lost its disk, or was not there when the job began
   */
  public Replica(int promised, LogShape shape, boolean complete) {
    this.promised = promised;
    this.shape = shape;
    this.complete = complete;
  }

  /**
   * Fences older incarnations (protocol rule FENCED_MAJORITY). Returns whether this one may
   * connect.
   */
  public boolean promise(int incarnation) {
    if (incarnation < promised) {
      return false;
    }
    promised = incarnation;
    return true;
  }

  /** Accepts records from the incarnation {@code writer}, or says why not. */
  public Answer accept(int writer, Accept accept) {
    if (writer != promised) {
      return Answer.FENCED;
    }
    if (accept.first() > shape.last() + 1) {
      return Answer.GAP;
    }
    shape = shape.with(accept.incarnation(), accept.first(), accept.count());
    complete |= accept.completes();
    return Answer.ACCEPTED;
  }

  /** The newest incarnation that has connected. */
  public int promised() {
    return promised;
  }

  public LogShape shape() {
    return shape;
  }

  /** Whether the logger has everything that it has ever acknowledged (protocol rule LOST_DISK). */
  public boolean isComplete() {
    return complete;
  }
}
