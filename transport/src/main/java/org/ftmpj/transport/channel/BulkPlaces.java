package org.ftmpj.transport.channel;

import java.util.ArrayDeque;
import java.util.Deque;
import org.ftmpj.transport.journal.Retention;

/**
 * The places in a rank's bulk log of the payloads of its messages, from which follows the first one
 * that is needed. They are rough: one place every {@value #GRAIN} bytes. The rank's thread adds
 * places, its archiver reads them.
 */
final class BulkPlaces implements Retention {
  private static final long GRAIN = 4L << 20;

  private final MessageRetention needed;
  private final Channel[] channels;

  /** The greatest position so far. Guarded by this object, like all fields. */
  private long last;

  /**
   * @param size how many destinations there are
   */
  BulkPlaces(MessageRetention needed, int size) {
    this.needed = needed;
    this.channels = new Channel[size];
    for (int destination = 0; destination < size; destination++) {
      channels[destination] = new Channel();
    }
  }

  private record Place(long sequence, long position) {}

  private static final class Channel {
    final Deque<Place> places = new ArrayDeque<>();

    /** The last message that has a place. */
    long sequence;

    /** The last message whose place is unknown. */
    long unknown;
  }

  /**
   * Marks the places of the messages to that destination, up to that one, as unknown. All other
   * payloads to it are added. Of the others all that have a payload there were added.
   */
  synchronized void unknown(int destination, long sequence) {
    channels[destination].unknown = sequence;
  }

  /**
   * Adds a payload that is, or is going to be, at that position. To be called before it is written.
   */
  synchronized void add(int destination, long sequence, long position) {
    Channel channel = channels[destination];
    Place latest = channel.places.peekLast();
    if (latest == null || position - latest.position() >= GRAIN) {
      channel.places.addLast(new Place(sequence, position));
    }
    channel.sequence = sequence;
    last = Math.max(last, position);
  }

  /**
   * The position from which on the log is needed, at most that of the last payload, as the next one
   * is not there yet.
   */
  @Override
  public synchronized long from() {
    long from = last;
    for (int destination = 0; destination < channels.length; destination++) {
      from = Math.min(from, from(channels[destination], Math.max(1, needed.from(destination))));
    }
    return from;
  }

  @Override
  public boolean isAll() {
    return needed.isAll();
  }

  private static long from(Channel channel, long first) {
    if (first <= channel.unknown) {
      return 0;
    }
    if (first > channel.sequence) {
      channel.places.clear();
      return Long.MAX_VALUE;
    }
    Place before = channel.places.remove();
    while (!channel.places.isEmpty() && channel.places.peek().sequence() <= first) {
      before = channel.places.remove();
    }
    channel.places.addFirst(before);
    return before.position();
  }
}
