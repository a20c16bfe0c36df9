package org.ftmpj.protocol.match;

import java.util.ArrayList;
import java.util.List;
import org.ftmpj.protocol.channel.Arrival;

/**
 * Arrived messages that no receive has taken, in the order of their arrival, by source and of all
 * sources. Allocates only when there are more messages than ever before. One thread.
 */
final class UnexpectedMessages {
  private final List<IntrusiveList<Unexpected>> bySource = new ArrayList<>();
  private final IntrusiveList<Place> all = new IntrusiveList<>();

  /** Unused objects. */
  private final FreeList<Unexpected> free = new FreeList<>(Unexpected::new);

  /** A message, in the list of its source. */
  static final class Unexpected extends IntrusiveList.Link<Unexpected> {
    private final Arrival.Message message = new Arrival.Message();
    private final Place place = new Place(this);

    /** The message, valid until it is taken. */
    Arrival.Message message() {
      return message;
    }

    /** The next arrival of all sources; null after the last. */
    Unexpected nextOfAll() {
      return owner(place.next());
    }
  }

  /** The place of a message in the list of all sources. */
  private static final class Place extends IntrusiveList.Link<Place> {
    private final Unexpected owner;

    Place(Unexpected owner) {
      this.owner = owner;
    }
  }

  UnexpectedMessages(int sources) {
    for (int i = 0; i < sources; i++) {
      bySource.add(new IntrusiveList<>());
    }
  }

  int sources() {
    return bySource.size();
  }

  /** The first message of a source; null if there is none. */
  Unexpected first(int source) {
    return bySource.get(source).first();
  }

  /** The first message of all sources; null if there is none. */
  Unexpected firstOfAll() {
    return owner(all.first());
  }

  private static Unexpected owner(Place place) {
    return place == null ? null : place.owner;
  }

  /** The message with that number in its channel; null if it is not unexpected. */
  Unexpected find(int source, long sequence) {
    for (Unexpected u = first(source); u != null; u = u.next()) {
      if (u.message.sequence() == sequence) {
        return u;
      }
    }
    return null;
  }

  /** Adds a copy of the message. */
  void add(Arrival.Message message) {
    Unexpected u = free.take();
    u.message.set(message);
    bySource.get(message.source()).add(u);
    all.add(u.place);
  }

  /** Removes a message, which stays valid until it is {@link #recycle}d. */
  void remove(Unexpected u) {
    bySource.get(u.message.source()).remove(u);
    all.remove(u.place);
  }

  /** Reuses a removed object that nothing refers to any more. */
  void recycle(Unexpected u) {
    free.add(u);
  }
}
