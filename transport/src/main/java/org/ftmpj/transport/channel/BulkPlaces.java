package org.ftmpj.transport.channel;

import java.util.ArrayDeque;
import java.util.Deque;
import org.ftmpj.transport.journal.Needed;

/**
 * Where in a rank's bulk log the payloads of its messages are, so that is known from where on it is
 * needed. Roughly: a place every {@value #GRAIN} bytes. The rank's thread adds places, its archiver
 * asks.
 */
final class BulkPlaces implements Needed {
  private static final long GRAIN = 4L << 20;

  private final NeededMessages needed;
  private final Channel[] channels;

  /** The greatest position so far; guarded by this object, like all else. */
  private long last;

  /**
   * @param size how many destinations there are
   */
  BulkPlaces(NeededMessages needed, int size) {
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

    /** Messages up to this one may be anywhere. */
    long unknown;
  }

  /**
   * Where messages to that destination are is not known up to that one. Of the others all that have
   * a payload there were added.
   */
  synchronized void unknown(int destination, long sequence) {
    channels[destination].unknown = sequence;
  }

  /** A payload is at that position, or is going to be. To be called before it is written. */
  synchronized void add(int destination, long sequence, long position) {
    Channel channel = channels[destination];
    Place latest = channel.places.peekLast();
    if (latest == null || position - latest.position() >= GRAIN) {
      channel.places.addLast(new Place(sequence, position));
    }
    channel.sequence = sequence;
    last = Math.max(last, position);
  }

  /** Not beyond the last payload, for the next one is not there yet. */
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
