package org.ftmpj.protocol.match;

import java.util.ArrayList;
import java.util.List;
import org.ftmpj.protocol.channel.Arrival;

/**
 * Messages that have arrived and that no receive has taken, in the order of their arrival: of each
 * source, and of all. Allocates nothing once as many have been here together. One thread.
 */
final class UnexpectedMessages {
  private final List<IntrusiveList<Unexpected>> bySource = new ArrayList<>();
  private final IntrusiveList<Place> all = new IntrusiveList<>();

  /** The unused objects. */
  private final FreeList<Unexpected> free = new FreeList<>(Unexpected::new);

  /** A message, in the list of its source. */
  static final class Unexpected extends IntrusiveList.Link<Unexpected> {
    private final Arrival.Message message = new Arrival.Message();
    private final Place place = new Place(this);

    /** Valid until it is taken. */
    Arrival.Message message() {
      return message;
    }

    /** The next of all sources to have arrived; null after the last. */
    Unexpected nextOfAll() {
      return owner(place.next());
    }
  }

  /** Its place in the list of all. */
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

  /** The first of that source; null if there is none. */
  Unexpected first(int source) {
    return bySource.get(source).first();
  }

  /** The first of all sources; null if there is none. */
  Unexpected firstOfAll() {
    return owner(all.first());
  }

  private static Unexpected owner(Place place) {
    return place == null ? null : place.owner;
  }

  /** The message of that number in its channel; null if it is not here. */
  Unexpected find(int source, long sequence) {
    for (Unexpected u = first(source); u != null; u = u.next()) {
      if (u.message.sequence() == sequence) {
        return u;
      }
    }
    return null;
  }

  /** Adds a copy. */
  void add(Arrival.Message message) {
    Unexpected u = free.take();
    u.message.set(message);
    bySource.get(message.source()).add(u);
    all.add(u.place);
  }

  /** Takes it out; its message stays valid until it is {@link #recycle}d. */
  void remove(Unexpected u) {
    bySource.get(u.message.source()).remove(u);
    all.remove(u.place);
  }

  /** Nothing refers to what was removed any more. */
  void recycle(Unexpected u) {
    free.add(u);
  }
}
