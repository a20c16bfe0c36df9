package org.ftmpj.protocol.match;

import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.report.Awaited;

/** A message that a replayed probe has to find, whichever thread receives it. */
public final class AwaitedMessage implements Awaited {
  private final int source;
  private final long sequence;
  private Arrival.Message found;

  AwaitedMessage(int source, long sequence) {
    this.source = source;
    this.sequence = sequence;
  }

  /** Creates one whose message was found. */
  public static AwaitedMessage of(Arrival.Message found) {
    AwaitedMessage message = new AwaitedMessage(found.source(), found.sequence());
    message.show(found);
    return message;
  }

  /** The message; null before it has arrived. */
  public Arrival.Message found() {
    return found;
  }

  /** Notes the message as found if it is the awaited one; returns whether it is. */
  boolean show(Arrival.Message message) {
    boolean same = source == message.source() && sequence == message.sequence();
    if (same) {
      found = message.copy();
    }
    return same;
  }

  @Override
  public String peers(boolean tags) {
    return Awaited.from(source, Receive.ANY_TAG, false);
  }

  @Override
  public String toString() {
    return "message " + sequence + " from rank " + source;
  }
}
