package org.ftmpj.protocol.thread;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The one order in which the events of a rank's threads take effect: recorded as it comes about,
 * and enforced where it is repeated. Decides whose event may be next; never waits, and knows no
 * thread of the virtual machine.
 *
 * <p>As long as the program has not started a thread, nothing is recorded. Guarded by the lock of
 * {@link Threads}, but for what says otherwise.
 */
public final class EventOrder {

  /** The services of the rank for the order. */
  public interface Rank {
    /** There are several threads from now on. */
    void begin();

    /** So many events in a row of that thread are new. */
    void record(int thread, int events);

    /** Every recorded event was repeated. Makes the rank live unless something is missing. */
    void advance();

    /** Whether the rank is live. */
    boolean isLive();

    /**
     * Whether a new event of that thread may follow. If not, the record that is verified has ended.
     *
     * @throws org.ftmpj.common.error.FtmpjException if something recorded is missing
     */
    boolean permits(String thread);

    /** What to throw for a new event after the end of the record that is verified. */
    RuntimeException pastRecord(String thread);
  }

  /** A listener to which thread may go on. */
  public interface Waking {
    /** The next event is one of that thread. */
    void due(int thread);

    /** No thread waits for a turn any more. */
    void turnsAreOver();

    /** The rank is live, or the record that is verified has ended. */
    void live();

    /** Something has arrived and was taken in. */
    void arrived();
  }

  private final Turns turns;
  private final Rank rank;
  private Waking waking;

  /** The threads by number, until the rank is live. */
  private final Map<Integer, LogicalThread> born = new HashMap<>();

  private final LivingThreads living = new LivingThreads();

  /** The thread that runs main, until there are several again; null if there never were. */
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
   * What it goes on from; what is left to repeat is in {@link Turns.Snapshot}.
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

  /** Goes on from there; of a new one. */
  public void restore(Snapshot from) {
    from.born().forEach(thread -> born.put(thread.number(), LogicalThread.restored(thread)));
    last = from.last();
    active = from.active();
    settled = from.settled();
    atEnd = from.atEnd();
  }

  /**
   * What a later incarnation goes on from. All other threads have ended, or their stacks are taken
   * down.
   *
   * @param main the calling thread; may be null as long as there is only one
   * @param held threads that have to be known there, each once
   */
  public ThreadsCheckpoint checkpoint(LogicalThread main, List<LogicalThread> held) {
    return active
        ? new ThreadsCheckpoint(
            true, last, main.snapshot(), held.stream().map(LogicalThread::snapshot).toList())
        : ThreadsCheckpoint.NONE;
  }

  /**
   * Goes on from there when there are several threads again, which {@link #hadThreads} says; of a
   * new one.
   *
   * @return the threads that were held
   */
  public List<LogicalThread> restore(ThreadsCheckpoint from) {
    if (!from.active()) {
      return List.of();
    }
    last = from.last();
    mainBefore = LogicalThread.restored(from.main());
    List<LogicalThread> held =
        from.held().stream()
            .map(one -> one.number() == 0 ? mainBefore : LogicalThread.restored(one))
            .toList();
    held.stream().filter(LogicalThread::awaitsItsTime).forEach(this::lives);
    return held;
  }

  /** That thread, which was held, goes on where its stack was taken down. */
  public void goesOn(LogicalThread held) {
    held.become(ThreadState.RESUMES);
    lives(held);
  }

  private void lives(LogicalThread held) {
    living.add(held);
    born.put(held.number(), held);
  }

  /** Whether it is to go on from where there were several threads. */
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

  /** All threads other than that of main that have not ended. */
  List<LogicalThread> others() {
    return living.all();
  }

  /** The thread that was so. */
  public LogicalThread restored(LogicalThread.Snapshot snapshot) {
    LogicalThread thread = born.get(snapshot.number());
    return thread == null ? LogicalThread.restored(snapshot) : thread;
  }

  /** Sets what runs the threads. To be called before there are several. */
  public void wakes(Waking runner) {
    waking = runner;
  }

  /** Whether the program has started a thread. Any thread. */
  public boolean isActive() {
    return active;
  }

  /** Whether all recorded events have been repeated, and none is missing. Any thread. */
  public boolean isReplayOver() {
    return settled || atEnd;
  }

  /** Whether all events are new, and are recorded. Any thread. */
  boolean isSettled() {
    return settled;
  }

  /** New events of that thread have taken effect: all are new, {@link #isSettled}. */
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
   * Whether other threads have recorded events to repeat, so that an outcome that the calling one
   * has no record of is not lost, but was not there yet. Any thread.
   */
  public boolean isReplaying() {
    return active && !settled && !turns.areOver();
  }

  static LogicalThread newMain() {
    return new LogicalThread(0, "0");
  }

  /**
   * The program is about to start its first thread, or goes on from where it had several. Returns
   * the one that runs main.
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

  /** Within an event of the parent: it brings forth a thread. */
  public LogicalThread spawn(LogicalThread parent) {
    LogicalThread child = parent.child(++last);
    living.add(child);
    if (!settled) {
      born.put(child.number(), child);
    }
    return child;
  }

  /** Makes the thread that stands for the static initializer of a class, which another runs. */
  public LogicalThread initializer(String type, LogicalThread within) {
    LogicalThread initializer = LogicalThread.initializer(type, within);
    living.add(initializer);
    if (!settled) {
      born.put(initializer.number(), initializer);
    }
    return initializer;
  }

  /** Whether the next event of that thread comes before those of all others. */
  boolean isTurnOf(LogicalThread thread) {
    return turns.areOver() || turns.due() == thread.number();
  }

  /** Whether the next event to be repeated is one of another thread than that. */
  public boolean isAnotherDue(LogicalThread thread) {
    return isReplaying() && turns.due() != thread.number();
  }

  /** The next event to be repeated, for the user; empty if there is none. */
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

  /** Events that were repeated. Any thread. */
  long passed() {
    return turns.passed();
  }

  /** Whether an event of the thread whose turn it is would repeat a recorded one. */
  public boolean isRepeated() {
    return !turns.areOver();
  }

  /**
   * Whether that thread may make its next event now: {@link Attempt#DONE}, {@link
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

  /** What to throw when {@link Attempt#RECORD_ENDED} and no other thread can end the program. */
  public RuntimeException pastRecord(LogicalThread thread) {
    return rank.pastRecord(thread.toString());
  }

  /** An event of the thread whose turn it is takes effect. */
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

  /** When all recorded events were repeated, the rank goes live. To be called after each event. */
  public void settle() {
    if (settled || atEnd || !turns.areOver()) {
      return;
    }
    rank.advance();
    if (rank.isLive()) {
      live();
    }
  }

  /** Every recorded event was repeated, so nothing may be missing. */
  void requireNothingMissing() {
    settle();
    if (!isReplayOver()) {
      rank.permits("a thread");
    }
  }

  /** The rank is live, in whatever thread's operation it has become so. */
  public void live() {
    if (active && !settled) {
      settled = true;
      born.clear();
      waking.live();
    }
  }

  /** Everything recorded was repeated, and nothing may follow. */
  public void recordEnds() {
    atEnd = true;
    if (active) {
      waking.live();
    }
  }

  /** Something has arrived and was taken in. */
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
