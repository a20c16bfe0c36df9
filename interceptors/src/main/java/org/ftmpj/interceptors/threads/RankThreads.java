package org.ftmpj.interceptors.threads;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.interceptors.bridge.SharingSnapshot;
import org.ftmpj.interceptors.bridge.ShortWait;
import org.ftmpj.interceptors.bridge.ThreadHooks;
import org.ftmpj.interceptors.bridge.Threading;
import org.ftmpj.interceptors.device.ProgramThread;
import org.ftmpj.protocol.event.ValueKind;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.report.FailStop;
import org.ftmpj.protocol.thread.LogicalThread;
import org.ftmpj.protocol.thread.Threads;

/** The other side of the bridge for threads; a {@link ThreadWatch} looks after several threads. */
public final class RankThreads implements ThreadHooks {
  private static final int NONE = -1;

  private final RankSession session;
  private final Threads threads;
  private final ProgramThread owner;
  private final FailStop failStop;
  private final UnrecordedCalls unrecorded;
  private final Consumer<Thread> starting;
  private final Consumer<String> warning;

  /** Whether events of a JDK thread were reported. */
  private volatile boolean met;

  private final BlockingQueue<Object> toWake = new LinkedBlockingQueue<>();

  /** The number of the thread that calls Bsend. */
  private final AtomicInteger bufferedSender = new AtomicInteger(NONE);

  private RankThreads(
      RankSession session,
      ProgramThread owner,
      FailStop failStop,
      UnrecordedCalls unrecorded,
      Consumer<Thread> starting,
      Consumer<String> warning) {
    this.session = session;
    this.threads = session.threads();
    this.owner = owner;
    this.failStop = failStop;
    this.unrecorded = unrecorded;
    this.starting = starting;
    this.warning = warning;
  }

  /**
   * Installs the hooks, so that threads of the program are known from now on.
   *
   * @param unrecorded is called before the program starts its first thread
   * @param starting is called with each thread before the program starts it
   * @param warning is called with waits that may never end
   * @return the hooks
   */
  public static RankThreads install(
      RankSession session,
      ProgramThread owner,
      FailStop failStop,
      UnrecordedCalls unrecorded,
      Consumer<Thread> starting,
      Consumer<String> warning) {
    RankThreads hooks = new RankThreads(session, owner, failStop, unrecorded, starting, warning);
    hooks.threads.begin(hooks.toWake::add, hooks::begin);
    Threading.install(hooks);
    unrecorded.onJdkThreads(Threading::begin);
    return hooks;
  }

  // ---------------------------------------------------------------- checkpoints

  /** The state of the program's threads, as an object of its heap. All but main stand still. */
  public Object saved() {
    return new Object[] {bufferedSender.get(), SharingSnapshot.saved()};
  }

  /** Restores what {@link #saved} returned in an earlier incarnation. The thread that runs main. */
  public void restore(Object saved) {
    Object[] both = (Object[]) saved;
    bufferedSender.set((Integer) both[0]);
    SharingSnapshot.restore(both[1]);
    threads.goOn();
  }

  // ---------------------------------------------------------------- hooks

  /** The program is about to start its first thread. */
  private void begin() {
    Threading.begin();
    unrecorded.begin();
    new ThreadWatch(threads, warning, this::stop).start(toWake);
  }

  @Override
  public boolean isParent() {
    return threads.areActive() ? threads.isKnown() : owner.isCurrent();
  }

  @Override
  public boolean isKnown() {
    if (threads.isKnown()) {
      return true;
    }
    boolean stranger = threads.areActive() ? threads.isStranger() : !owner.isCurrent();
    if (stranger) {
      meet();
    }
    return false;
  }

  /**
   * Reports that the use of a shared object by a JDK thread and by others of the program has no
   * order.
   */
  private void meet() {
    if (!met && !isExiting()) {
      met = true;
      unordered("code of the program in a thread of the JDK");
    }
  }

  /** Whether the virtual machine runs its shutdown hooks: what comes then never had an order. */
  public static boolean isExiting() {
    try {
      Runtime.getRuntime().removeShutdownHook(Thread.currentThread());
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  @Override
  public Object caller() {
    return threads.current();
  }

  @Override
  public int events(Object thread) {
    return ((LogicalThread) thread).events();
  }

  @Override
  public boolean hasEnded(Object thread) {
    LogicalThread other = (LogicalThread) thread;
    boolean ended = observe(other::hasEnded);
    if (ended) {
      ShortWait.until(other::hasEnded); // in a replay
    }
    return ended;
  }

  @Override
  public boolean isReplaying() {
    return threads.areReplaying();
  }

  @Override
  public void start(Thread thread) {
    if (!threads.isAssigned(thread)) { // else by the caller of a start that calls this one
      threads.assign((LogicalThread) spawn(), thread);
      starting.accept(thread);
    }
  }

  @Override
  public Object spawn() {
    try {
      if (!threads.areActive()) {
        threads.activate();
      }
      return threads.spawn();
    } catch (RuntimeException | Error e) {
      throw stop(e);
    }
  }

  @Override
  public Object spawn(boolean recurs, boolean scheduled) {
    LogicalThread spawned = (LogicalThread) spawn();
    if (recurs) {
      spawned.recur();
    }
    if (scheduled) {
      spawned.schedule();
    }
    return spawned;
  }

  @Override
  public boolean begin(LongSupplier worker, LongConsumer begun) {
    try {
      threads.hold();
      try {
        if (threads.isWithdrawn()) {
          return false;
        }
        number(worker, begun);
        return true;
      } finally {
        threads.release();
      }
    } catch (RuntimeException | Error e) {
      throw stop(e);
    }
  }

  @Override
  public boolean awaitBegin(long ns) {
    return threads.awaitBegin(ns);
  }

  @Override
  public void withdraw(Object thread) {
    threads.withdraw((LogicalThread) thread);
  }

  @Override
  public long number(LongSupplier now) {
    return number(now, number -> {});
  }

  @Override
  public long number(LongSupplier now, LongConsumer effect) {
    try {
      threads.hold();
      try {
        long number = session.value(ValueKind.EXECUTOR, now);
        effect.accept(number);
        return number;
      } finally {
        threads.release();
      }
    } catch (RuntimeException | Error e) {
      throw stop(e);
    }
  }

  @Override
  public <T> T run(Object thread, Callable<T> task) throws Exception {
    return threads.run((LogicalThread) thread, task::call);
  }

  @Override
  public void apart(Runnable action) {
    threads.apart(action);
  }

  @Override
  public void beginInitializer(String type) {
    threads.beginInitializer(type);
  }

  @Override
  public void endInitializer() {
    threads.endInitializer();
  }

  @Override
  public Thread.State state(Thread thread) {
    return threads.stops().state(thread);
  }

  @Override
  public void enter() {
    if (!threads.enterAlone(true)) {
      enter(null, null);
    }
  }

  @Override
  public boolean enterAlone() {
    return threads.enterAlone(false);
  }

  @Override
  public boolean leaveAlone(Object shared) {
    boolean awaited = shared != null && threads.areAwaited();
    return threads.leaveAlone(awaited ? Roots.of(shared) : null);
  }

  @Override
  public void enter(Object on, Object key) {
    if (isKnown()) {
      try {
        threads.enterCall(on, key);
      } catch (RuntimeException | Error e) {
        throw stop(e);
      }
    }
  }

  @Override
  public void stepOut() {
    threads.stepOut();
  }

  @Override
  public Object root(Object shared) {
    return Roots.of(shared);
  }

  @Override
  public void use(Object on, Object key) {
    threads.use(on, key);
  }

  @Override
  public void endUse(Object on, Object key) {
    threads.endUse(on, key);
  }

  @Override
  public void leave(Object changed) {
    if (!threads.leaveAlone(changed) && threads.isKnown()) {
      try {
        threads.leave(changed);
      } catch (RuntimeException | Error e) {
        throw stop(e);
      }
    }
  }

  @Override
  public void once(BooleanSupplier attempt) {
    try {
      threads.handOvers().once(attempt);
    } catch (RuntimeException | Error e) {
      throw stop(e);
    }
  }

  @Override
  public boolean awaitTurn() {
    try {
      return threads.handOvers().awaitTurn();
    } catch (RuntimeException | Error e) {
      throw stop(e);
    }
  }

  /** Waits for an attempt; an exception of the attempt is the program's. */
  @Override
  public <T> T await(Object on, Supplier<T> attempt, long timeoutNs) throws InterruptedException {
    try {
      return threads.handOvers().await(on, attempt, timeoutNs, true);
    } catch (FtmpjException e) {
      throw stop(e);
    }
  }

  @Override
  public <T> T await(Object on, Supplier<T> attempt) {
    try {
      return threads.handOvers().await(on, attempt, -1, false);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e); // is not asked for
    } catch (FtmpjException e) {
      throw stop(e);
    }
  }

  @Override
  public boolean awaitTurn(Object monitor) {
    try {
      return threads.handOvers().awaitTurn(monitor);
    } catch (RuntimeException | Error e) {
      throw stop(e);
    }
  }

  @Override
  public void awaitNotice(Object monitor, long ms) throws InterruptedException {
    threads.handOvers().awaitNotice(monitor, ms);
  }

  @Override
  public void tookUp(Object monitor) {
    threads.handOvers().tookUp(monitor);
  }

  @Override
  public boolean holds(Object monitor) {
    return MonitorOwnership.holds(monitor);
  }

  @Override
  public void entered(Object monitor) {
    if (!threads.passAlone() && isKnown()) {
      try {
        threads.handOvers().entered(monitor);
      } catch (RuntimeException | Error e) {
        throw stop(e);
      }
    }
  }

  @Override
  public boolean observe(BooleanSupplier now) {
    try {
      return session.observe(now);
    } catch (RuntimeException | Error e) {
      throw stop(e);
    }
  }

  @Override
  public void stop(Thread thread) {
    try {
      threads.stops().stop(thread, SuspendedStop.get());
    } catch (RuntimeException | Error e) {
      throw stop(e);
    }
  }

  @Override
  public boolean isToStop() {
    return threads.isToStop();
  }

  @Override
  public void bufferedSend() {
    int caller = threads.current().number();
    if (bufferedSender.compareAndExchange(NONE, caller) != NONE && bufferedSender.get() != caller) {
      unsupported("Bsend after another thread has");
    }
  }

  @Override
  public void unsupported(String what) {
    throw failStop.stop(
        new FtmpjException(
            ErrorCode.UNSUPPORTED_HAND_OVER,
            nameOfCaller() + " calls " + what + ", whose order cannot be recorded"));
  }

  @Override
  public void unordered(String what) {
    if (unrecorded.areRefused()) {
      unrecorded(what);
    }
    unrecorded.tell(what, LogicalThread.place(Thread.currentThread().getStackTrace()));
  }

  @Override
  public void unrecorded(String what) {
    throw failStop.stop(
        new FtmpjException(
            ErrorCode.UNRECORDED_HAND_OVER,
            nameOfCaller() + " calls " + what + ", and threads.unknown is refuse"));
  }

  private Object nameOfCaller() {
    return threads.isKnown() ? threads.current() : Thread.currentThread().getName();
  }

  private RuntimeException stop(Throwable e) {
    if (threads.isStopped(e)) {
      throw (Error) e;
    }
    if (e instanceof FtmpjException coded) {
      return failStop.stop(coded);
    }
    return failStop.stop(new FtmpjException(ErrorCode.INTERNAL, "the threads failed: " + e, e));
  }
}
