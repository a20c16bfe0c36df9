package org.ftmpj.protocol.match;

import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.MessageSnapshot;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.report.Awaited;
import org.ftmpj.protocol.report.OperationHistory;

/**
 * A posted receive. It is complete when it has matched a message, since messages arrive whole. When
 * the program has its message, the object can be reused, see {@link Matching#free}.
 */
public final class Receive extends IntrusiveList.Link<Receive> implements PendingRequest {
  private final Arrival.Message message = new Arrival.Message();
  private long clock;
  private int source;
  private int context;
  private int tag;
  private Determinant.Match forced;
  private boolean complete;

  /**
   * Reuses this object for the next posted receive.
   *
   * @param forced the match in the record of an earlier incarnation; null if there is none
   * @return this
   */
  Receive post(long clock, int source, int context, int tag, Determinant.Match forced) {
    this.clock = clock;
    this.source = source;
    this.context = context;
    this.tag = tag;
    this.forced = forced;
    complete = false;
    return this;
  }

  /**
   * The state of a receive.
   *
   * @param forced the recorded match; null if the receive may match anything that fits
   * @param message the matched message; null before the match
   */
  public record Snapshot(
      long clock,
      int source,
      int context,
      int tag,
      Determinant.Match forced,
      MessageSnapshot message)
      implements PendingRequest.Snapshot {

    @Override
    public Snapshot onOtherHost() {
      return message == null
          ? this
          : new Snapshot(clock, source, context, tag, forced, message.onOtherHost());
    }
  }

  @Override
  public Snapshot snapshot() {
    return new Snapshot(
        clock, source, context, tag, forced, complete ? MessageSnapshot.of(message) : null);
  }

  /** Restores a receive from its snapshot. */
  static Receive restored(Snapshot from) {
    Receive receive =
        new Receive().post(from.clock, from.source, from.context, from.tag, from.forced);
    if (from.message != null) {
      receive.complete(from.message.message());
    }
    return receive;
  }

  @Override
  public boolean isComplete() {
    return complete;
  }

  /** The matched message; null before the match. */
  public Arrival.Message message() {
    return complete ? message : null;
  }

  /** Whether it was posted with these arguments. */
  public boolean isOf(int fromSource, int inContext, int withTag) {
    return source == fromSource && context == inContext && tag == withTag;
  }

  long clock() {
    return clock;
  }

  int source() {
    return source;
  }

  boolean isWildcard() {
    return source == ANY_SOURCE;
  }

  Determinant.Match forced() {
    return forced;
  }

  /**
   * Sets the match in the record of an earlier incarnation.
   *
   * @param match null if there is none
   */
  void force(Determinant.Match match) {
    forced = match;
  }

  boolean isForcedTo(Arrival.Message m) {
    return forced != null && forced.source() == m.source() && forced.sequence() == m.sequence();
  }

  boolean fits(Arrival.Message m) {
    return (isWildcard() || source == m.source()) && fits(context, tag, m.envelope());
  }

  static boolean fits(int context, int tag, Envelope envelope) {
    return context == envelope.context() && (tag == ANY_TAG || tag == envelope.tag());
  }

  @Override
  public void noteWait(OperationHistory operations, long now) {
    operations.note(OperationHistory.Kind.WAIT_FOR_MESSAGE, clock, source, context, tag);
  }

  /** Forgets the message. */
  void clear() {
    complete = false;
    forced = null;
  }

  void complete(Arrival.Message matched) {
    message.set(matched);
    complete = true;
  }

  @Override
  public String peers(boolean tags) {
    return Awaited.from(source, tag, tags);
  }

  @Override
  public String toString() {
    return "receive(clock "
        + clock
        + ", source "
        + (isWildcard() ? "any" : source)
        + ", tag "
        + (tag == ANY_TAG ? "any" : tag)
        + ", context "
        + context
        + ")";
  }
}
