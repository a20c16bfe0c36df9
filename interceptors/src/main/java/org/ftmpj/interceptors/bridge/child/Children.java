package org.ftmpj.interceptors.bridge.child;

import java.io.IOException;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiPredicate;
import org.ftmpj.interceptors.bridge.child.ChildOutcome.End;
import org.ftmpj.interceptors.bridge.value.Recorded;

/**
 * The processes that the program starts. One that had ended is not run again; one that had not is,
 * when the rank has repeated everything. Any thread.
 */
public final class Children {
  private static final long PAUSE_NS = 100_000;

  /** The processes whose end is not recorded, in the order of their starts. Guarded by itself. */
  private static final Set<Child> RUNNING = new LinkedHashSet<>();

  /**
   * The ends, in a re-execution, of processes whose threads have repeated their starts, and have
   * not come to {@link #begin}.
   */
  private static final Map<Child.Identity, End> EARLY = new HashMap<>();

  private static final Map<Child, LiveChild> LIVE =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** Threads between an event and its effect. */
  private static final AtomicInteger IN_EVENTS = new AtomicInteger();

  private static final Object RESTART = new Object();

  /** Whether processes are run in this incarnation. Written under {@link #RESTART}. */
  private static volatile boolean restarted = true;

  private Children() {}

  static long startedMs(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  private static LiveChild live(Child child, Process process) {
    ChildStart start = child.start();
    LiveChild live =
        LiveChild.of(
            process,
            start.hasOutput(child.index()),
            start.hasError(child.index()),
            what -> Recorded.hooks().children().differs(child + " " + what));
    LIVE.put(child, live);
    return live;
  }

  // ---------------------------------------------------------------- for a child

  /** The calling thread makes an event of a process. */
  static void enter() {
    IN_EVENTS.incrementAndGet();
  }

  /** Leaves the event, which has taken effect. */
  static void leave() {
    IN_EVENTS.decrementAndGet();
  }

  /**
   * Begins started processes.
   *
   * @param processes empty in a re-execution
   */
  static void begin(List<Child> children, List<Process> processes) {
    // Other threads look for live ones among those that run.
    for (int i = 0; i < processes.size(); i++) {
      live(children.get(i), processes.get(i));
    }
    for (Child child : children) {
      End early;
      synchronized (RUNNING) {
        RUNNING.add(child);
        early = EARLY.remove(child.identity());
      }
      if (early != null) {
        child.ends(early);
      }
    }
  }

  /** A process has ended, as the record of another one's start says. */
  static void ended(Child.Identity process, End end) {
    Child ended;
    synchronized (RUNNING) {
      ended =
          RUNNING.stream()
              .filter(child -> child.identity().equals(process))
              .findFirst()
              .orElse(null);
      if (ended == null && !restarted) {
        EARLY.put(process, end);
      }
    }
    if (ended != null) {
      ended.ends(end);
    }
  }

  static boolean areRestarted() {
    return restarted;
  }

  static void ended(Child child) {
    synchronized (RUNNING) {
      RUNNING.remove(child);
    }
  }

  /** The state of it in this incarnation; null as long as the rank repeats. Does not wait. */
  static LiveChild liveIfRestarted(Child child) {
    return restarted ? live(child) : null;
  }

  /** Waits until processes are run in this incarnation. */
  static LiveChild awaitLive(Child child) {
    awaitRestart();
    return live(child);
  }

  /** Waits until processes are run in this incarnation. Interrupts stay pending. */
  static void awaitRestart() {
    boolean interrupted = false;
    synchronized (RESTART) {
      while (!restarted) {
        try {
          RESTART.wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static LiveChild live(Child child) {
    return LIVE.computeIfAbsent(child, ended -> LiveChild.ended(ended.end()));
  }

  /** The process that the program knows by that number; empty if the program has not started it. */
  static Optional<ProcessHandle> actual(long pid) {
    return live((child, process) -> child.pid() == pid)
        .map(found -> found.getValue().process().toHandle());
  }

  /** The child of that process in this incarnation, if the program has started it. */
  static Optional<Child> child(ProcessHandle actual) {
    return live((child, process) -> process.pid() == actual.pid()).map(Map.Entry::getKey);
  }

  private static Optional<Map.Entry<Child, LiveChild>> live(BiPredicate<Child, Process> condition) {
    synchronized (LIVE) {
      return LIVE.entrySet().stream()
          .filter(
              one -> {
                Process process = one.getValue().process();
                return process != null
                    && process.isAlive()
                    && condition.test(one.getKey(), process);
              })
          .findFirst();
    }
  }

  // ---------------------------------------------------------------- restarts

  /** Runs no process until {@link #restart}. To be called before the program begins. */
  public static void repeat() {
    restarted = false;
  }

  /**
   * The rank has repeated everything: processes that had not ended are run again, as soon as no
   * event of them is under way. Waits for that, so it must not be called within an event.
   */
  public static void restart() {
    while (IN_EVENTS.get() > 0) {
      LockSupport.parkNanos(PAUSE_NS);
    }
    synchronized (RESTART) {
      if (!restarted) {
        for (ChildStart start : unfinished()) {
          restart(start);
        }
        restarted = true;
        RESTART.notifyAll();
      }
    }
  }

  private static Set<ChildStart> unfinished() {
    Set<ChildStart> unfinished = new LinkedHashSet<>();
    for (Child child : running()) {
      if (child.destroyed() == 0) {
        unfinished.add(child.start());
      } else {
        LIVE.put(child, LiveChild.ended(destroyed(child)));
      }
    }
    return unfinished;
  }

  private static End destroyed(Child child) {
    byte[] nothing = {};
    return new End(
        child.destroyed(),
        nothing,
        child.out().mark().position(),
        nothing,
        child.err().mark().position());
  }

  private static void restart(ChildStart start) {
    try {
      Recorded.hooks().children().repeats(start.children().get(0).toString());
      List<Process> processes = start.again();
      for (int i = 0; i < processes.size(); i++) {
        Child child = start.children().get(i);
        if (!child.isEnded() && child.destroyed() == 0) {
          child.goesOn(live(child, processes.get(i)));
          processes.get(i).onExit().thenRun(() -> removeAgain(child));
        }
      }
    } catch (IOException e) {
      throw Recorded.hooks().children().isNotRepeated(start.children().get(0).toString(), e);
    }
  }

  /** The processes whose end is not recorded. */
  static List<Child> running() {
    synchronized (RUNNING) {
      return List.copyOf(RUNNING);
    }
  }

  /** The program has removed that file before the rank died. */
  public static void removed(String file) {
    running().forEach(child -> child.removed(file));
  }

  private static void removeAgain(Child child) {
    child.takeRemoved().forEach(Recorded.hooks().children()::removeAgain);
  }

  // ---------------------------------------------------------------- checkpoints

  /** The processes whose end is not recorded, as objects of the program's heap. */
  public static Object imaged() {
    return running().toArray();
  }

  /** Takes up what {@link #imaged} gave in an earlier incarnation. */
  public static void restore(List<?> imaged) {
    synchronized (RUNNING) {
      RUNNING.clear();
      EARLY.clear();
      imaged.forEach(child -> RUNNING.add((Child) child));
    }
  }

  /** A process that runs, and could not be run again after a checkpoint, in words; else null. */
  public static String obstacle() {
    for (Child child : running()) {
      if (!child.canBeRepeated()) {
        return child + " runs, and was given too much input to start it again";
      }
    }
    return null;
  }
}
