package org.ftmpj.interceptors.bridge;

import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Queue;
import java.util.WeakHashMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadPoolExecutor;

/** A task that is a thread of its own, whatever thread runs it. */
final class LogicalTask implements Runnable, Callable<Object>, Comparable<Object> {
  /** Tasks by their futures. A task itself is kept by its executor as long as it matters. */
  private static final Map<Future<?>, WeakReference<LogicalTask>> OF_FUTURES =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final ThreadHooks hooks;
  private final Object thread;
  private final Pool pool;
  private final boolean recurs;
  private final Object task;

  /** Whether the task completes its future, and ends before that. */
  private final boolean wrapped;

  /** The queue to which its future goes when complete; null for none. */
  private Queue<Future<?>> completions;

  /** Whether what it throws ends the thread that runs it. */
  private boolean bare;

  /** Gives it to an executor, which may have it run the task at once. */
  private volatile Thread giver = Thread.currentThread();

  private volatile WeakReference<Future<?>> future = new WeakReference<>(null);

  /** Changed within events. */
  private State state = State.IDLE;

  /** The thread that runs it; changed within events. */
  private Thread runner;

  /** Whether its future went where it goes; changed within events. */
  private boolean told;

  /** Whether a run has begun and not ended; of the thread that runs it. */
  private boolean runs;

  private enum State {
    /** Not begun, or not begun again if it recurs. */
    IDLE,
    RUNNING,
    ENDED,
    /** Withdrawn: it never begins, or never again. */
    WITHDRAWN
  }

  /**
   * @param task a Runnable or a Callable
   */
  LogicalTask(ThreadHooks hooks, Object task) {
    this(hooks, null, false, task);
  }

  /**
   * @param pool null if the executor has no workers
   * @param recurs whether it is run again and again
   */
  LogicalTask(ThreadHooks hooks, Pool pool, boolean recurs, Object task) {
    this.hooks = hooks;
    this.pool = pool;
    this.recurs = recurs;
    this.wrapped = false;
    this.thread = hooks.spawn(recurs, pool != null && pool.isScheduled());
    this.task = task;
  }

  /** A task with a future of its own, which stays as it is if the task never begins. */
  private LogicalTask(ThreadHooks hooks, Pool pool, Callable<?> task) {
    this.hooks = hooks;
    this.pool = pool;
    this.recurs = false;
    this.wrapped = true;
    this.thread = hooks.spawn();
    this.task = new OwnFuture(task);
  }

  /**
   * A future whose task runs once it has begun, even if the future is cancelled then: the begin is
   * an event, while the JDK's class looks at a state that is none.
   */
  private static final class OwnFuture extends FutureTask<Object> {
    private Callable<?> task;

    @SuppressWarnings("unchecked")
    OwnFuture(Callable<?> task) {
      super((Callable<Object>) task);
      this.task = task;
    }

    /**
     * @param end comes before the future tells what the task has answered
     */
    void perform(Runnable end) {
      Object result;
      try {
        result = task.call();
      } catch (Throwable e) {
        end.run();
        setException(e);
        return;
      } finally {
        task = null;
      }
      end.run();
      set(result);
    }
  }

  static LogicalTask withFuture(ThreadHooks hooks, Pool pool, Callable<?> task) {
    return new LogicalTask(hooks, pool, task);
  }

  /** The task's own future, if it has one. */
  Future<?> ownFuture() {
    return (Future<?>) task;
  }

  /** A restored task, which has not begun, is known by its future again. */
  void restored() {
    Future<?> known = future.get();
    if (known != null) {
      OF_FUTURES.put(known, new WeakReference<>(this));
    }
  }

  /** The task of that future; null if there is none, or it has ended. */
  static LogicalTask of(Future<?> future) {
    WeakReference<LogicalTask> spawned = OF_FUTURES.get(future);
    return spawned == null ? null : spawned.get();
  }

  /** The executor has taken it. */
  void given(Object result) {
    giver = null;
    if (result instanceof Future<?> known
        && pool != null
        && !(result instanceof CompletableFuture)) {
      HashedKeys.ofCaller(known);
      future = new WeakReference<>(known);
      OF_FUTURES.put(known, new WeakReference<>(this));
    }
  }

  /**
   * Withdraws the task, which its executor did not accept, unless it is in the executor's queue
   * nevertheless: no thread could be started for it. Within the event of its birth.
   */
  void refused(Object executor) {
    giver = null;
    if (executor instanceof ThreadPoolExecutor its && its.getQueue().contains(this)) {
      return;
    }
    if (pool != null) {
      pool.forget(this);
    }
    withdraw();
  }

  /** Gives the task to its executor, within the event of its birth. */
  void give() {
    if (pool != null && !pool.isShutDown()) {
      pool.given(this);
    }
  }

  /** Sends the task's own future to that queue when it is complete. */
  void completeTo(Queue<Future<?>> queue) {
    completions = queue;
  }

  /** Lets an exception of the task end the thread that runs it. */
  LogicalTask bare() {
    bare = true;
    return this;
  }

  @Override
  public void run() {
    try {
      work(
          () -> {
            if (task instanceof OwnFuture own && runs) {
              own.perform(() -> end(true));
            } else {
              ((Runnable) task).run();
            }
            return null;
          });
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e); // a Runnable throws none, but the compiler does not know
    }
  }

  @Override
  public Object call() throws Exception {
    return work((Callable<?>) task);
  }

  private Object work(Callable<?> body) throws Exception {
    boolean onWorker = pool != null && isOnWorker();
    return hooks.run(
        thread,
        () -> {
          if (onWorker) {
            return workOnWorker(body);
          }
          if (pool != null) {
            pool.forget(this);
          }
          Object result = body.call();
          tellCompleted();
          return result;
        });
  }

  /** Whether a worker runs it; else the program runs it in one of its own threads. */
  private boolean isOnWorker() {
    return pool.isForkJoin() || !hooks.isParent() && Thread.currentThread() != giver;
  }

  private Object workOnWorker(Callable<?> body) throws Exception {
    Worker worker = pool.begin(hooks, this);
    if (worker == null) {
      giveUp();
      return null;
    }
    Worker before = Worker.become(worker);
    boolean completed = false;
    Object result;
    try {
      result = body.call();
      completed = true;
    } finally {
      end(completed);
      Worker.become(before);
      if (!completed && bare) {
        pool.dies(worker);
      }
      pool.leave(worker);
    }
    tellCompleted();
    return result;
  }

  private void tellCompleted() {
    if (completions != null && ownFuture().isDone()) {
      hooks.enter();
      if (!told) {
        told = true;
        completions.add(ownFuture());
      }
      hooks.leave(completions);
    }
  }

  /** Gives up a task that a worker has taken but that cannot begin. */
  private void giveUp() {
    Future<?> known = future.get();
    if (known != null && !wrapped) {
      known.cancel(false);
    }
  }

  // ---------------------------------------------------------------- within events

  void begin() {
    runs = true;
    runner = Thread.currentThread();
    state = State.RUNNING;
    pool.forget(this);
  }

  /** Ends the task before its future shows it: an event, once. */
  private void end(boolean completed) {
    if (!runs) {
      return;
    }
    runs = false;
    hooks.enter();
    runner = null;
    if (state == State.RUNNING) {
      boolean again = recurs && completed && !pool.isRecurringOver();
      state = again ? State.IDLE : State.ENDED;
      if (again) {
        pool.given(this);
      } else if (recurs) {
        hooks.withdraw(thread);
      }
    }
    hooks.leave(null);
  }

  /** Withdraws the task if it has not begun, or not again. */
  void withdraw() {
    if (state == State.IDLE || recurs && state == State.RUNNING) {
      state = State.WITHDRAWN;
      if (pool != null) {
        pool.forget(this);
      }
      hooks.withdraw(thread);
    }
  }

  /** Cancels its future. */
  boolean cancel(Future<?> cancelled, boolean interrupt) {
    if (state == State.ENDED) {
      ShortWait.until(cancelled::isDone); // it has nothing else to do
    }
    boolean idle = state == State.IDLE;
    boolean done = cancelled.cancel(interrupt);
    if (done) {
      if (interrupt && wrapped && runner != null) {
        runner.interrupt();
      }
      withdraw();
      if (idle && completions != null) {
        told = true;
        completions.add(cancelled);
      }
    }
    return done;
  }

  /** Whether the program, or its executor, knows it by that object. */
  boolean isKnownAs(Object object) {
    return object == this || object == task || object == future.get();
  }

  /** Whether it is in that queue of its executor. */
  boolean isIn(Collection<?> queue) {
    return queue.contains(this) || queue.contains(future.get());
  }

  /** The executor's queue does not have it any more. */
  void removeFrom(Collection<?> queue) {
    if (!queue.remove(this)) {
      queue.remove(future.get());
    }
    withdraw();
  }

  /** The program's view of the task: its own task, or its future. */
  Runnable known() {
    if (future.get() instanceof Runnable known) {
      return known;
    }
    return task instanceof Runnable own ? own : this;
  }

  boolean recurs() {
    return recurs;
  }

  /** Compares tasks for executors with a queue in order of priority. */
  @Override
  @SuppressWarnings("unchecked")
  public int compareTo(Object other) {
    return ((Comparable<Object>) task).compareTo(other instanceof LogicalTask b ? b.task : other);
  }

  @Override
  public String toString() {
    return task.toString();
  }
}
