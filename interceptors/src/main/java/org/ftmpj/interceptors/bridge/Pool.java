package org.ftmpj.interceptors.bridge;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The state of an executor of the JDK with workers. The begin and the end of a task are events, and
 * its worker is recorded. So a thread that cancels a task, or shuts the executor down, finds it in
 * the recorded state.
 */
final class Pool {
  /** The pools by executor. */
  private static final FewObjects<Executor, Pool> ALL = new FewObjects<>();

  /** The executor of {@link CompletableFuture} where the program names none. */
  static final Executor COMMON = new CompletableFuture<>().defaultExecutor();

  private final WeakReference<Executor> executor;
  private final Helpers helpers = new Helpers(this);
  private boolean recurringIsOver;
  private final Map<Integer, Worker> workers = new HashMap<>();
  private final FewObjects<Thread, Worker> ofThreads = new FewObjects<>();
  private int last;

  /**
   * The tasks that were given, and neither begun nor withdrawn, each with its place in the order of
   * giving; changed within events. Tasks that the executor drops silently disappear by themselves.
   */
  private final Map<LogicalTask, Long> idle = new WeakHashMap<>();

  private long given;

  private Pool(Executor executor) {
    this.executor = new WeakReference<>(executor);
  }

  /** The pool of an executor; null if it has no workers, or workers that are woven themselves. */
  static Pool of(Object executor) {
    if (!(executor instanceof ThreadPoolExecutor || executor instanceof ForkJoinPool)) {
      return null;
    }
    Pool known = ALL.get((Executor) executor);
    if (known != null) {
      return known;
    }
    if (executor instanceof ThreadPoolExecutor threads && dependsOnSpeed(threads)) {
      Threading.installed().unordered("tasks to a ThreadPoolExecutor that may be full");
    }
    return ALL.get((Executor) executor, Pool::new);
  }

  /** Whether it starts threads or rejects tasks depending on how busy its workers are. */
  private static boolean dependsOnSpeed(ThreadPoolExecutor executor) {
    boolean mayBeFull = executor.getQueue().remainingCapacity() < Integer.MAX_VALUE;
    int most = executor.getMaximumPoolSize();
    return mayBeFull && most > executor.getCorePoolSize() && most < Integer.MAX_VALUE;
  }

  // ---------------------------------------------------------------- checkpoints

  /** All executors, each with its pool. No task runs. */
  static Object[] saved() {
    List<Object> saved = new ArrayList<>();
    ALL.forEach(
        (executor, pool) -> {
          if (executor instanceof ForkJoinPool) {
            pool.forgetThreads(); // it is restored without them
          }
          saved.add(executor);
          saved.add(pool);
        });
    return saved.toArray();
  }

  /** The executors with threads and a queue to which tasks were given. */
  static List<ThreadPoolExecutor> threadPools() {
    List<ThreadPoolExecutor> pools = new ArrayList<>();
    ALL.forEach(
        (executor, pool) -> {
          if (executor instanceof ThreadPoolExecutor threads) {
            pools.add(threads);
          }
        });
    return pools;
  }

  static void restore(Object[] saved) {
    for (int i = 0; i < saved.length; i += 2) {
      Pool pool = (Pool) saved[i + 1];
      ALL.put((Executor) saved[i], pool);
      pool.idle().forEach(LogicalTask::restored);
    }
  }

  /**
   * Forgets the threads of workers, as after a replay: any thread may become any of the workers.
   */
  private synchronized void forgetThreads() {
    ofThreads.clear();
    workers.values().forEach(worker -> worker.owner = null);
  }

  // ---------------------------------------------------------------- tasks

  synchronized void given(LogicalTask task) {
    idle.put(task, given++);
  }

  /** Whether the executor takes no tasks any more. */
  boolean isShutDown() {
    return executor.get() instanceof ExecutorService service && service.isShutdown();
  }

  /** The executor does not take it, or it is withdrawn, or was begun, or is over. */
  synchronized void forget(LogicalTask task) {
    idle.remove(task);
  }

  /** The tasks that were not begun, in the order of giving. Within an event. */
  synchronized List<LogicalTask> idle() {
    return idle.entrySet().stream()
        .sorted(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** Whether the executor was shut down, and a recurring task has run. Within an event. */
  synchronized boolean isRecurringOver() {
    return recurringIsOver;
  }

  /** Withdraws tasks by the executor's policies, within the event of its shutdown. */
  void shutDown() {
    if (!(executor.get() instanceof ScheduledThreadPoolExecutor scheduled)) {
      return;
    }
    boolean delayed = scheduled.getExecuteExistingDelayedTasksAfterShutdownPolicy();
    boolean recurring = scheduled.getContinueExistingPeriodicTasksAfterShutdownPolicy();
    synchronized (this) {
      recurringIsOver = !recurring;
    }
    for (LogicalTask task : idle()) {
      if (task.recurs() ? !recurring : !delayed) {
        task.withdraw();
      }
    }
  }

  /**
   * Takes the tasks back, within the event of the executor's shutdown.
   *
   * @param queued the content of the executor's queue
   * @return the tasks that have not begun
   */
  List<Runnable> shutDownNow(List<Runnable> queued) {
    if (!isShutDown()) { // the common one of all programs goes on
      return queued;
    }
    List<Runnable> never = new ArrayList<>();
    synchronized (this) {
      recurringIsOver = true;
    }
    for (LogicalTask task : idle()) {
      task.withdraw();
      if (!isForkJoin()) {
        never.add(task.known());
      }
    }
    queued.stream().filter(task -> !isKnown(task)).forEach(never::add);
    return never;
  }

  private static boolean isKnown(Runnable task) {
    return task instanceof LogicalTask
        || task instanceof Future<?> future && LogicalTask.of(future) != null;
  }

  /** The tasks that were not begun, as an event. */
  List<LogicalTask> idle(ThreadHooks hooks) {
    hooks.enter();
    try {
      return idle();
    } finally {
      hooks.leave(null);
    }
  }

  /** The one that was not begun and that the program knows by that object; null if none is. */
  LogicalTask idle(ThreadHooks hooks, Object known) {
    return idle(hooks).stream().filter(task -> task.isKnownAs(known)).findFirst().orElse(null);
  }

  /** Whether that task, which was not begun, is in the executor's queue: recorded. */
  boolean isQueued(ThreadHooks hooks, LogicalTask task, Collection<?> queue) {
    return hooks.number(() -> task.isIn(queue) ? 1 : 0) != 0;
  }

  /** Removes a task from the queue if it is in it; then it never begins. */
  boolean unqueue(ThreadHooks hooks, LogicalTask task, Collection<?> queue) {
    return hooks.number(
            () -> task.isIn(queue) ? 1 : 0,
            is -> {
              if (is != 0) {
                task.removeFrom(queue);
              }
            })
        != 0;
  }

  // ---------------------------------------------------------------- workers

  /**
   * The calling thread is about to run a task, as the thread that this is.
   *
   * @return the worker that it is until {@link #leave}; null if the task was withdrawn
   */
  Worker begin(ThreadHooks hooks, LogicalTask task) {
    helpers.awaitTurn(hooks);
    Worker[] chosen = new Worker[1];
    int[] number = new int[1];
    boolean begun =
        hooks.begin(
            () -> {
              chosen[0] = choose();
              return chosen[0].number;
            },
            recorded -> {
              number[0] = (int) recorded;
              claim(number[0]);
              task.begin();
            });
    if (!begun) {
      helpers.begins();
      return null;
    }
    return chosen[0] != null ? chosen[0] : occupy(number[0]);
  }

  boolean isForkJoin() {
    return executor.get() instanceof ForkJoinPool;
  }

  /** Whether tasks wait in its queue for their time. */
  boolean isScheduled() {
    return executor.get() instanceof ScheduledThreadPoolExecutor;
  }

  /** The executor, if it has threads and a queue; null for others. */
  ThreadPoolExecutor threads() {
    return executor.get() instanceof ThreadPoolExecutor threads ? threads : null;
  }

  Helpers helpers() {
    return helpers;
  }

  /** The number of tasks that have begun and not ended. */
  synchronized int running() {
    return workers.values().stream().mapToInt(worker -> worker.tasks).sum();
  }

  /** Chooses a worker for the calling thread in a new event: its earlier one, as in the JDK. */
  private synchronized Worker choose() {
    Thread caller = Thread.currentThread();
    if (helpers.contains(caller)) {
      return idleWorker(worker -> true, caller);
    }
    Worker worker = ofThreads.get(caller);
    if (worker == null || worker.tasks > 0) {
      workers.values().removeIf(Worker::isOver);
      worker = idleWorker(known -> !known.isOwned(), caller);
      if (ofThreads.get(caller) == null) {
        ofThreads.put(caller, worker);
        worker.owner = new WeakReference<>(caller);
      }
    }
    worker.user = caller;
    return worker;
  }

  /** The first of those that runs no task, for that thread to use; else a new one. */
  private Worker idleWorker(Predicate<Worker> which, Thread user) {
    Worker worker =
        workers.values().stream()
            .filter(known -> which.test(known) && known.tasks == 0)
            .min((a, b) -> Integer.compare(a.number, b.number))
            .orElseGet(() -> worker(last + 1));
    worker.user = user;
    return worker;
  }

  /** Claims a worker for a task, within the event of its begin. */
  private synchronized void claim(int number) {
    worker(number).tasks++;
    helpers.begins();
  }

  private Worker worker(int number) {
    last = Math.max(last, number);
    return workers.computeIfAbsent(number, Worker::new);
  }

  /** Occupies a worker in a replay: the task before on that worker has ended or is about to. */
  private synchronized Worker occupy(int number) {
    Worker worker = worker(number);
    boolean interrupted = false;
    while (worker.user != null) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    worker.user = Thread.currentThread();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return worker;
  }

  /** The task has ended. */
  synchronized void leave(Worker worker) {
    worker.user = null;
    worker.tasks--;
    notifyAll();
  }

  /** A task throws something: its thread ends, and another one takes its place. */
  synchronized void dies(Worker worker) {
    if (!(executor.get() instanceof ScheduledThreadPoolExecutor)) {
      workers.remove(worker.number);
    }
  }
}
