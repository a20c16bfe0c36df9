package org.ftmpj.protocol.quorum;

/**
 * The state of a logger about one rank, and its rules for accepting records. It does not hold the
 * records themselves: who does has to make each change durable before it is answered.
 */
public final class Replica {
  private int promised;
  private LogShape shape;
  private boolean complete;

  /** Why something is not accepted. */
  public enum Answer {
    ACCEPTED,
    /** A newer incarnation has come. */
    FENCED,
    /** A record before the first one is missing. */
    GAP
  }

  /**
   * @param promised the newest incarnation that has come; 0 if none has
   * @param complete false if it has lost what it had, or was not there when the job began
   */
  public Replica(int promised, LogShape shape, boolean complete) {
    this.promised = promised;
    this.shape = shape;
    this.complete = complete;
  }

  /** Fences older incarnations (protocol rule FENCED_MAJORITY). Returns whether it may come. */
  public boolean promise(int incarnation) {
    if (incarnation < promised) {
      return false;
    }
    promised = incarnation;
    return true;
  }

  /** Takes what the incarnation of that number writes. */
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

  /** The newest incarnation that has come. */
  public int promised() {
    return promised;
  }

  public LogShape shape() {
    return shape;
  }

  /** Whether it has everything that it has ever acknowledged (protocol rule LOST_DISK). */
  public boolean isComplete() {
    return complete;
  }
}
