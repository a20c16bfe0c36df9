package org.ftmpj.protocol.match;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.MessageSnapshot;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.match.UnexpectedMessages.Unexpected;
import org.ftmpj.protocol.replay.RankListener;
import org.ftmpj.protocol.replay.Recorder;
import org.ftmpj.protocol.replay.ReplayCursor;

/**
 * MPI's matching: an arrival goes to the first posted receive that it fits, and a new receive takes
 * the first unexpected message that fits. Replay adds three rules (protocol rules MATCH_IS_STATE
 * and FORCED_MATCH):
 *
 * <ul>
 *   <li>a receive whose match is recorded takes only that message;
 *   <li>the message of a recorded match is reserved for its receive, even before that is posted;
 *   <li>a wildcard without a record is <em>deferred</em>: it matches nothing until the rank is
 *       live, and no receive posted after it takes what it might take.
 * </ul>
 *
 * <p>If every reception is recorded, named receives are deferred likewise.
 *
 * <p>One thread.
 */
public final class Matching {
  private final Receptions receptions;
  private final ReplayCursor cursor;
  private final BiConsumer<Receive, Arrival.Message> onMatch;
  private final IntrusiveList<Receive> posted = new IntrusiveList<>();

  private final UnexpectedMessages unexpected;
  private final List<AwaitedMessage> awaited = new ArrayList<>();
  private boolean live;

  /** Unused receives. */
  private final FreeList<Receive> free = new FreeList<>(Receive::new);

  /**
   * Creates a matching that records matches and notes the marks that synchronous messages are owed.
   *
   * @param receptions which receives have a record of their match
   * @param outside is called at each match if it has asked for matches
   */
  public static Matching recording(
      int size,
      Receptions receptions,
      ReplayCursor cursor,
      Recorder recorder,
      MatchedMarks marks,
      RankListener outside) {
    return new Matching(
        size, receptions, cursor, MatchRecorder.of(receptions, recorder, marks, outside));
  }

  /**
   * @param receptions which receives have a record of their match
   * @param onMatch called at each match, when the receive is complete
   */
  Matching(
      int size,
      Receptions receptions,
      ReplayCursor cursor,
      BiConsumer<Receive, Arrival.Message> onMatch) {
    this.receptions = receptions;
    this.cursor = cursor;
    this.onMatch = onMatch;
    this.unexpected = new UnexpectedMessages(size);
  }

  /**
   * The state of the matching.
   *
   * @param live whether receives without a record match at once
   * @param posted receives that have not matched, in the order of their posting
   * @param unexpected messages that no receive has taken, in the order of their arrival
   */
  public record Snapshot(
      boolean live, List<Receive.Snapshot> posted, List<MessageSnapshot> unexpected) {}

  public Snapshot snapshot() {
    List<Receive.Snapshot> receives = new ArrayList<>();
    for (Receive receive = posted.first(); receive != null; receive = receive.next()) {
      receives.add(receive.snapshot());
    }
    List<MessageSnapshot> messages = new ArrayList<>();
    for (Unexpected u = unexpected.firstOfAll(); u != null; u = u.nextOfAll()) {
      messages.add(MessageSnapshot.of(u.message()));
    }
    return new Snapshot(live, List.copyOf(receives), List.copyOf(messages));
  }

  /** Restores the state in a new object. */
  public void restore(Snapshot from) {
    live = from.live();
    from.posted().forEach(receive -> posted.add(Receive.restored(receive)));
    from.unexpected().forEach(message -> unexpected.add(message.message()));
  }

  /**
   * Forces receives that were posted before a checkpoint to match what the record after it says. To
   * be called on a restored object when the record was read.
   */
  public void force() {
    for (Receive receive = posted.first(); receive != null; receive = receive.next()) {
      if (receive.forced() == null) {
        receive.force(cursor.match(receive.clock()));
      }
    }
  }

  /** The posted receive that the snapshot describes; one that has matched is created again. */
  public Receive restored(Receive.Snapshot snapshot) {
    for (Receive receive = posted.first(); receive != null; receive = receive.next()) {
      if (receive.snapshot().equals(snapshot)) {
        return receive;
      }
    }
    return Receive.restored(snapshot);
  }

  /** Looks for a message that no receive has taken yet. */
  public AwaitedMessage awaitMessage(int source, long sequence) {
    AwaitedMessage message = new AwaitedMessage(source, sequence);
    Arrival.Message here = unexpected(source, sequence);
    if (here == null) {
      awaited.add(message);
    } else {
      message.show(here);
    }
    return message;
  }

  /**
   * Posts a receive of the program.
   *
   * @param forced the match in the record of an earlier incarnation; null if there is none
   */
  public Receive post(long clock, int source, int context, int tag, Determinant.Match forced) {
    Receive receive = free.take();
    post(receive.post(clock, source, context, tag, forced));
    return receive;
  }

  /** Frees a receive that nothing refers to any more. */
  public void free(Receive receive) {
    receive.clear();
    free.add(receive);
  }

  void post(Receive receive) {
    if (!matchUnexpected(receive)) {
      posted.add(receive);
    }
  }

  /** Takes in the next message of a channel, which is valid during the call only. */
  void arrive(Arrival.Message message) {
    if (!awaited.isEmpty()) {
      awaited.removeIf(one -> one.show(message));
    }
    boolean reserved = cursor.isReserved(message.source(), message.sequence());
    for (Receive receive = posted.first(); receive != null; receive = receive.next()) {
      if (receive.isForcedTo(message)) {
        posted.remove(receive);
        match(receive, message);
        return;
      }
      if (reserved || receive.forced() != null || !receive.fits(message)) {
        continue;
      }
      if (isHeld(receive) || isOvertaking(message, receive)) {
        break;
      }
      posted.remove(receive);
      match(receive, message);
      return;
    }
    unexpected.add(message);
  }

  private void match(Receive receive, Unexpected u) {
    unexpected.remove(u);
    match(receive, u.message());
    unexpected.recycle(u);
  }

  /** Lets deferred receives match, in the order of their posting, now that the rank is live. */
  public void goLive() {
    live = true;
    Receive next;
    for (Receive receive = posted.first(); receive != null; receive = next) {
      next = receive.next();
      if (matchUnexpected(receive)) {
        posted.remove(receive);
      }
    }
  }

  /**
   * The message that a probe finds now: the earliest arrival that fits and that no posted receive
   * can take; null if there is none. Valid until a receive takes it.
   */
  public Arrival.Message probe(int source, int context, int tag) {
    if (source != Receive.ANY_SOURCE) {
      Unexpected found = firstProbed(source, context, tag);
      return found == null ? null : found.message();
    }
    for (Unexpected u = unexpected.firstOfAll(); u != null; u = u.nextOfAll()) {
      Arrival.Message message = u.message();
      if (Receive.fits(context, tag, message.envelope())
          && (live || firstProbed(message.source(), context, tag) == u)) {
        return message;
      }
    }
    return null;
  }

  /**
   * The message with that number if it is unexpected; else null. Valid until a receive takes it.
   */
  Arrival.Message unexpected(int source, long sequence) {
    Unexpected u = unexpected.find(source, sequence);
    return u == null ? null : u.message();
  }

  /**
   * Whether a receive cannot complete because it, or an earlier one, is deferred. A receive whose
   * match is recorded waits for its message only.
   */
  boolean waitsForDeferred(Receive receive) {
    if (isHeld(receive)) {
      return true;
    }
    if (receive.isWildcard() || receive.forced() != null) {
      return false;
    }
    for (Unexpected u = unexpected.first(receive.source()); u != null; u = u.next()) {
      if (receive.fits(u.message()) && isClaimed(u.message(), receive)) {
        return true;
      }
    }
    return false;
  }

  /** Whether only a deferred receive, which comes first, keeps a probe from finding a message. */
  public boolean probeWaitsForDeferred(int source, int context, int tag) {
    for (int s = 0; s < unexpected.sources(); s++) {
      for (Unexpected u = unexpected.first(s); u != null; u = u.next()) {
        if ((source == Receive.ANY_SOURCE || source == s)
            && Receive.fits(context, tag, u.message().envelope())
            && isClaimed(u.message(), null)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean matchUnexpected(Receive receive) {
    if (receive.forced() != null) {
      for (Unexpected u = unexpected.first(receive.forced().source()); u != null; u = u.next()) {
        if (receive.isForcedTo(u.message())) {
          match(receive, u);
          return true;
        }
      }
      return false;
    }
    if (isHeld(receive)) {
      return false;
    }
    Unexpected u = receive.isWildcard() ? firstOfAny(receive) : firstOfSource(receive);
    if (u == null || isClaimed(u.message(), receive)) {
      return false;
    }
    match(receive, u);
    return true;
  }

  /** The earliest arrival that a wildcard may take; null if there is none. */
  private Unexpected firstOfAny(Receive wildcard) {
    for (Unexpected u = unexpected.firstOfAll(); u != null; u = u.nextOfAll()) {
      if (mayTake(wildcard, u)) {
        return u;
      }
    }
    return null;
  }

  private Unexpected firstOfSource(Receive named) {
    for (Unexpected u = unexpected.first(named.source()); u != null; u = u.next()) {
      if (mayTake(named, u)) {
        return u;
      }
    }
    return null;
  }

  private boolean mayTake(Receive receive, Unexpected u) {
    return receive.fits(u.message()) && !isReserved(u);
  }

  private Unexpected firstProbed(int source, int context, int tag) {
    for (Unexpected u = unexpected.first(source); u != null; u = u.next()) {
      if (Receive.fits(context, tag, u.message().envelope())) {
        return isClaimed(u.message(), null) ? null : u;
      }
    }
    return null;
  }

  /**
   * Whether an earlier message of the channel fits the receive, too. That message is reserved for a
   * deferred receive, which may yet take another one.
   */
  private boolean isOvertaking(Arrival.Message message, Receive receive) {
    if (live) {
      return false;
    }
    for (Unexpected u = unexpected.first(message.source()); u != null; u = u.next()) {
      if (mayTake(receive, u)) {
        return true;
      }
    }
    return false;
  }

  private void match(Receive receive, Arrival.Message message) {
    if (!receive.fits(message)) {
      throw cursor
          .operations()
          .diverged(
              receive.clock(),
              "it matched message " + message.sequence() + " from rank " + message.source(),
              "has posted a " + receive + ", which does not fit " + message.envelope(),
              "the program took another way than before: it depends on a value that is not"
                  + " recorded");
    }
    if (receive.forced() != null) {
      cursor.release(receive.forced());
    }
    receive.complete(message);
    onMatch.accept(receive, message);
  }

  private boolean isReserved(Unexpected u) {
    return cursor.isReserved(u.message().source(), u.message().sequence());
  }

  private boolean isHeld(Receive receive) {
    return !live && receive.forced() == null && receptions.record(receive.isWildcard());
  }

  /**
   * Whether a receive posted before {@code later} (before now if null) might take the message: a
   * deferred receive, or one that may not overtake a message reserved for a deferred receive.
   */
  private boolean isClaimed(Arrival.Message message, Receive later) {
    if (live) {
      return false;
    }
    for (Receive receive = posted.first(); receive != null; receive = receive.next()) {
      if (receive == later) {
        return false;
      }
      if (receive.forced() == null && receive.fits(message)) {
        return true;
      }
    }
    return false;
  }
}
