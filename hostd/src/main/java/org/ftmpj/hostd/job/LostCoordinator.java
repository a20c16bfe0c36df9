package org.ftmpj.hostd.job;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.IntStream;
import org.ftmpj.logger.agreement.AgreedState;

/**
 * Decides what a host does that has lost its coordinator, by what it sees in the agreement of the
 * event loggers, look by look. Looks are counted, not seconds: while the loggers stand still,
 * nobody is taken for dead. A coordinator that lives changes something between two looks, so a host
 * that is only cut off from it waits until it is given up. One thread.
 */
final class LostCoordinator {
  /** So many looks without a change, and one more for each host before this one. */
  static final int PATIENCE = 3;

  /** The patience while a process is being started that does not listen yet. */
  static final int PATIENCE_WITH_START = 30;

  private final JobOrder order;
  private final CoordinatorNote self;

  /** The number of the lost coordinator. */
  private final long lost;

  private AgreedState seen;
  private int unchanged;

  /** What this host has claimed, and not started yet; 0 if nothing. */
  private long claiming;

  /** What this host has started last; 0 if nothing. */
  private long started;

  /** A coordinator that this host had started has ended at its start, and was replaced soon. */
  private boolean hasReplaced;

  /** Another one has, too: this host seems unable to run a coordinator, so others go first. */
  private boolean yields;

  /** The action after a check. */
  sealed interface Action {}

  /** To look again later. */
  record Wait() implements Action {}

  /** To connect with the coordinator of that term, and to look again until it has answered. */
  record Connect(long term, List<InetSocketAddress> addresses) implements Action {}

  /** To claim the term after that one, with that note, and to look at what has come of it. */
  record Claim(long after, CoordinatorNote note) implements Action {}

  /** To start the coordinator of that term, which this host has claimed. */
  record Start(long term) implements Action {}

  /** To stop the ranks of this host: the job goes on without it, or not at all. */
  record Leave(Reason reason) implements Action {}

  /** Why a host leaves. */
  enum Reason {
    /** Nothing had been noted when the coordinator was lost. */
    NEVER_BEGUN,
    GIVEN_UP,
    ENDED
  }

  /**
   * @param lost the term of the coordinator that is lost
   */
  LostCoordinator(JobOrder order, long lost) {
    this.order = order;
    this.lost = lost;
    this.self =
        new CoordinatorNote(
            "host %d, %s".formatted(order.host(), order.nameOf(order.host())), List.of());
  }

  /**
   * What to do, as that is agreed on.
   *
   * @param isStartedGone whether the process that this host has started last has ended. Once it is
   *     replaced as soon as a coordinator that was there. If the next one ends at its start, too,
   *     this host claims after all others
   */
  Action look(AgreedState state, boolean isStartedGone) {
    unchanged = seen != null && isSame(seen, state) ? unchanged + 1 : 0;
    seen = state;
    if (state.ended()) {
      return new Leave(Reason.ENDED);
    }
    if (state.term() == 0) {
      return new Leave(Reason.NEVER_BEGUN);
    }
    List<Integer> gone =
        state
            .note(LostNote.NAME)
            .map(LostNote.CODEC::decode)
            .map(LostNote::hosts)
            .orElse(List.of());
    if (gone.contains(order.host())) {
      return new Leave(Reason.GIVEN_UP);
    }
    return withCoordinator(state, gone, isStartedGone && state.term() == started);
  }

  private Action withCoordinator(AgreedState state, List<Integer> gone, boolean isGone) {
    CoordinatorNote coordinator =
        state.note(CoordinatorNote.NAME).map(CoordinatorNote.CODEC::decode).orElse(self);
    if (state.term() == claiming && coordinator.equals(self)) {
      claiming = 0;
      started = state.term();
      return new Start(state.term());
    }
    boolean isComing = state.term() > lost && coordinator.addresses().isEmpty();
    boolean isReplacedSoon = isGone && !hasReplaced;
    yields |= isComing && isGone && hasReplaced;
    if (unchanged
        >= (isComing && !isReplacedSoon ? PATIENCE_WITH_START : PATIENCE) + before(gone)) {
      unchanged = 0;
      hasReplaced |= isGone;
      claiming = state.term() + 1;
      return new Claim(state.term(), self);
    }
    return state.term() > lost && !isComing
        ? new Connect(state.term(), coordinator.addresses())
        : new Wait();
  }

  /**
   * How many hosts go first: those with a lower number; of a host whose coordinators have ended at
   * their start all others, and those of them that yield, too.
   */
  private int before(List<Integer> gone) {
    int lower = (int) IntStream.range(1, order.host()).filter(host -> !gone.contains(host)).count();
    return yields ? order.hosts().size() - gone.size() + lower : lower;
  }

  private static boolean isSame(AgreedState one, AgreedState other) {
    return one.term() == other.term()
        && one.counters().equals(other.counters())
        && isSame(one.notes(), other.notes());
  }

  private static boolean isSame(SortedMap<String, byte[]> one, SortedMap<String, byte[]> other) {
    return one.keySet().equals(other.keySet())
        && one.keySet().stream().allMatch(name -> Arrays.equals(one.get(name), other.get(name)));
  }
}
