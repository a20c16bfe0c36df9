package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.event.Determinant;

/** A posted receive. Complete when it has matched a message: messages arrive whole. */
public final class Receive implements Operation {
  /** Matches a message from any source. */
  public static final int ANY_SOURCE = -1;

  /** Matches a message with any tag; MPJ Express's own value. */
  public static final int ANY_TAG = -2;

  private final long clock;
  private final int source;
  private final int context;
  private final int tag;
  private final Determinant.Match forced;
  private Arrival.Message message;

  /**
   * @param forced what it has to match, by the record of an earlier incarnation; null if that is
   *     open
   */
  Receive(long clock, int source, int context, int tag, Determinant.Match forced) {
    this.clock = clock;
    this.source = source;
    this.context = context;
    this.tag = tag;
    this.forced = forced;
  }

  @Override
  public boolean isComplete() {
    return message != null;
  }

  /** The message that it matched; null before. */
  public Arrival.Message message() {
    return message;
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

  boolean isForcedTo(Arrival.Message m) {
    return forced != null && forced.source() == m.source() && forced.sequence() == m.sequence();
  }

  boolean fits(Arrival.Message m) {
    return (isWildcard() || source == m.source()) && fits(context, tag, m.envelope());
  }

  static boolean fits(int context, int tag, Envelope envelope) {
    return context == envelope.context() && (tag == ANY_TAG || tag == envelope.tag());
  }

  void noteWait(Trail trail) {
    trail.note(Trail.Kind.WAIT_FOR_MESSAGE, clock, source, context, tag);
  }

  void complete(Arrival.Message matched) {
    message = matched;
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
