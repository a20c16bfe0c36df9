package org.ftmpj.protocol.thread;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The single order in which the events of a rank's threads take effect: recorded while it is new,
 * enforced in replay. It decides whose event may be next; it never waits, and does not know threads
 * of the virtual machine.
 *
 * <p>As long as the program has not started a thread, nothing is recorded. Guarded by the lock of
 * {@link Threads} unless a comment says otherwise.
 */
public final class EventOrder {

  /** The rank's services for the order. */
  public interface Rank {
    /** Notes that there are several threads from now on. */
    void begin();

    /** Records new consecutive events of a thread. */
    void record(int thread, int events);

    /** Makes the rank live unless something is missing, when every recorded event was repeated. */
    void advance();

    /** Whether the rank is live. */
    boolean isLive();

    /**
     * Whether a new event of a thread may follow. If not, the verified record has ended.
     *
     * @throws org.ftmpj.common.error.FtmpjException if something recorded is missing
     */
    boolean permits(String thread);

    /** The exception for a new event after the end of a verified record. */
    RuntimeException pastRecord(String thread);
  }

  /** A listener for threads that can go on. */
  public interface Waking {
    /** The next event belongs to that thread. */
    void due(int thread);

    /** No thread waits for a turn any more. */
    void turnsAreOver();

    /** The rank is live, or the verified record has ended. */
    void live();

    /** Called when an arrival was taken in. */
    void arrived();
  }

  private final Turns turns;
  private final Rank rank;
  private Waking waking;

  /** The threads by number, until the rank is live. */
  private final Map<Integer, LogicalThread> born = new HashMap<>();

  private final LivingThreads living = new LivingThreads();

  /**
   * The thread that runs main, after a restart until there are several threads again; null if there
   * never were several.
   */
  private LogicalThread mainBefore;

  private int last;
  private volatile boolean active;
  private volatile boolean settled;
  private volatile boolean atEnd;

  EventOrder(Turns turns, Rank rank) {
    this.turns = turns;
    this.rank = rank;
  }

  /**
   * The state of the order; the events left to repeat are in {@link Turns.Snapshot}.
   *
   * @param born all threads, until the rank is live
   * @param last the number of the thread that was born last
   */
  public record Snapshot(
      Set<LogicalThread.Snapshot> born, int last, boolean active, boolean settled, boolean atEnd) {}

  public Snapshot snapshot() {
    return new Snapshot(
        born.values().stream().map(LogicalThread::snapshot).collect(Collectors.toUnmodifiableSet()),
        last,
        active,
        settled,
        atEnd);
  }

  /** Restores the state in a new object. */
  public void restore(Snapshot from) {
    from.born().forEach(thread -> born.put(thread.number(), LogicalThread.restored(thread)));
    last = from.last();
    active = from.active();
    settled = from.settled();
    atEnd = from.atEnd();
  }

  /**
   * The state from which a later incarnation goes on. All other threads have ended or their stacks
   * are taken down.
   *
   * @param main the calling thread; may be null as long as there is only one
   * @param referenced the threads that the program refers to, each once
   */
  public ThreadsCheckpoint checkpoint(LogicalThread main, List<LogicalThread> referenced) {
    return active
        ? new ThreadsCheckpoint(
            true, last, main.snapshot(), referenced.stream().map(LogicalThread::snapshot).toList())
        : ThreadsCheckpoint.NONE;
  }

  /**
   * Restores the state in a new object. It takes effect when there are several threads again, see
   * {@link #hadThreads}.
   *
   * @return the threads that the program refers to
   */
  public List<LogicalThread> restore(ThreadsCheckpoint from) {
    if (!from.active()) {
      return List.of();
    }
    last = from.last();
    mainBefore = LogicalThread.restored(from.main());
    List<LogicalThread> referenced =
        from.referenced().stream()
            .map(one -> one.number() == 0 ? mainBefore : LogicalThread.restored(one))
            .toList();
    referenced.stream().filter(LogicalThread::awaitsItsTime).forEach(this::lives);
    return referenced;
  }

  /** Notes that a restored thread goes on where its stack was taken down. */
  public void goesOn(LogicalThread restored) {
    restored.become(ThreadState.RESUMES);
    lives(restored);
  }

  private void lives(LogicalThread thread) {
    living.add(thread);
    born.put(thread.number(), thread);
  }

  /** Whether the restored state had several threads. */
  public boolean hadThreads() {
    return mainBefore != null;
  }

  /**
   * A thread other than that of main that has a stack: it has not ended, its stack is not taken
   * down, and it is no task that waits for its time; empty if there is none.
   */
  public Optional<LogicalThread> another() {
    return withStacks().filter(thread -> thread.state() != ThreadState.PARKED).findFirst();
  }

  /** All threads other than that of main that have not ended, nor wait for their time. */
  Stream<LogicalThread> withStacks() {
    return living.all().stream().filter(thread -> !thread.awaitsItsTime());
  }

  /** The threads whose stacks are taken down. */
  public List<LogicalThread> parked() {
    return living.all().stream().filter(thread -> thread.state() == ThreadState.PARKED).toList();
  }

  /** All threads except main's that have not ended. */
  List<LogicalThread> others() {
    return living.all();
  }

  /** The thread that the snapshot describes. */
  public LogicalThread restored(LogicalThread.Snapshot snapshot) {
    LogicalThread thread = born.get(snapshot.number());
    return thread == null ? LogicalThread.restored(snapshot) : thread;
  }

  /** Sets the listener that wakes threads. To be called before there are several. */
  public void wakes(Waking runner) {
    waking = runner;
  }

  /** Whether the program has started a thread. Any thread. */
  public boolean isActive() {
    return active;
  }

  /** Whether all recorded events have been repeated and none is missing. Any thread. */
  public boolean isReplayOver() {
    return settled || atEnd;
  }

  /** Whether all events are new and recorded. Any thread. */
  boolean isSettled() {
    return settled;
  }

  /** Records new events of a thread that have taken effect, when {@link #isSettled}. */
  void recordNew(LogicalThread thread, int events) {
    requireOfProgram(thread);
    rank.record(thread.number(), events);
  }

  private static void requireOfProgram(LogicalThread thread) {
    if (thread.isStranger()) {
      throw new IllegalStateException("an event of a thread that is not one of the program");
    }
  }

  /**
   * Whether other threads have recorded events to repeat. If so, an outcome of the calling thread
   * without a record is not lost, but did not exist yet. Any thread.
   */
  public boolean isReplaying() {
    return active && !settled && !turns.areOver();
  }

  static LogicalThread newMain() {
    return new LogicalThread(0, "0");
  }

  /**
   * Prepares for the program's first thread, or for going on with several. Returns the thread that
   * runs main.
   */
  public LogicalThread activate() {
    LogicalThread main = hadThreads() ? mainBefore : newMain();
    mainBefore = null;
    born.put(0, main);
    rank.begin();
    settled = rank.isLive();
    active = true;
    return main;
  }

  /** Creates a child thread, within an event of the parent. */
  public LogicalThread spawn(LogicalThread parent) {
    LogicalThread child = parent.child(++last);
    living.add(child);
    if (!settled) {
      born.put(child.number(), child);
    }
    return child;
  }

  /**
   * Creates the thread that stands for the static initializer of a class, which another thread
   * runs.
   */
  public LogicalThread initializer(String type, LogicalThread within) {
    LogicalThread initializer = LogicalThread.initializer(type, within);
    living.add(initializer);
    if (!settled) {
      born.put(initializer.number(), initializer);
    }
    return initializer;
  }

  /** Whether a thread makes the next event of all. */
  boolean isTurnOf(LogicalThread thread) {
    return turns.areOver() || turns.due() == thread.number();
  }

  /** Whether another thread makes the next event to be repeated. */
  public boolean isAnotherDue(LogicalThread thread) {
    return isReplaying() && turns.due() != thread.number();
  }

  /** The next event to be repeated, in words; empty if there is none. */
  Optional<String> due() {
    if (turns.areOver()) {
      return Optional.empty();
    }
    LogicalThread thread = born.get(turns.due());
    return Optional.of(
        "an event of "
            + (thread == null ? "a thread that was not started this time" : thread)
            + ", after "
            + turns.passed()
            + " events");
  }

  /** The number of events that were repeated. Any thread. */
  long passed() {
    return turns.passed();
  }

  /** Whether the next event repeats a recorded one. */
  public boolean isRepeated() {
    return !turns.areOver();
  }

  /**
   * Whether a thread may make its next event now: {@link Attempt#DONE}, {@link
   * Attempt#NOT_ITS_TURN}, or {@link Attempt#RECORD_ENDED}.
   *
   * @throws org.ftmpj.common.error.FtmpjException if the event is new, but something recorded is
   *     missing
   */
  public Attempt mayEnter(LogicalThread thread) {
    if (!isTurnOf(thread)) {
      return Attempt.NOT_ITS_TURN;
    }
    if (settled || !turns.areOver()) {
      return Attempt.DONE;
    }
    settle();
    return settled || rank.permits(thread.toString()) ? Attempt.DONE : Attempt.RECORD_ENDED;
  }

  /** The exception for {@link Attempt#RECORD_ENDED} when no other thread can end the program. */
  public RuntimeException pastRecord(LogicalThread thread) {
    return rank.pastRecord(thread.toString());
  }

  /** Counts an event of the thread whose turn it is. */
  public void count(LogicalThread thread) {
    requireOfProgram(thread);
    thread.countEvent();
    if (turns.areOver()) {
      rank.record(thread.number(), 1);
    } else if (turns.take()) {
      if (turns.areOver()) {
        waking.turnsAreOver();
      } else {
        waking.due(turns.due());
      }
    }
  }

  /** Makes the rank live when all recorded events were repeated. To be called after each event. */
  public void settle() {
    if (settled || atEnd || !turns.areOver()) {
      return;
    }
    rank.advance();
    if (rank.isLive()) {
      live();
    }
  }

  /** Checks that nothing is missing, when every recorded event was repeated. */
  void requireNothingMissing() {
    settle();
    if (!isReplayOver()) {
      rank.permits("a thread");
    }
  }

  /** Notes that the rank is live, in whichever thread's operation this happened. */
  public void live() {
    if (active && !settled) {
      settled = true;
      born.clear();
      waking.live();
    }
  }

  /** Notes that the verified record was repeated to its end. */
  public void recordEnds() {
    atEnd = true;
    if (active) {
      waking.live();
    }
  }

  /** Notes that an arrival was taken in. */
  public void arrived() {
    if (active) {
      waking.arrived();
    }
  }

  Turns turns() {
    return turns;
  }

  /** The threads by number; empty once the rank is live. */
  Map<Integer, LogicalThread> born() {
    return born;
  }
}
