package org.ftmpj.it.program.generated;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Vector;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** Ways to have tasks done by threads, and to wait for them. */
enum Births {
  START {
    @Override
    List<Long> tryRun(List<Callable<Long>> tasks) throws Exception {
      List<FutureTask<Long>> futures = futures(tasks);
      List<Thread> threads = new ArrayList<>();
      futures.forEach(future -> threads.add(thread(threads.size(), future)));
      for (Thread thread : threads) {
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      return results(futures);
    }
  },
  REFERENCE {
    @Override
    List<Long> tryRun(List<Callable<Long>> tasks) throws Exception {
      List<FutureTask<Long>> futures = futures(tasks);
      Vector<Thread> threads = new Vector<>();
      futures.forEach(future -> threads.add(new Thread(future)));
      threads.forEach(Thread::start);
      threads.forEach(Births::join);
      return results(futures);
    }
  },
  SUBCLASS {
    @Override
    List<Long> tryRun(List<Callable<Long>> tasks) throws Exception {
      List<Worker> workers = tasks.stream().map(Worker::new).toList();
      workers.forEach(Worker::start);
      List<Long> results = new ArrayList<>();
      for (Worker worker : workers) {
        worker.join();
        results.add(worker.task.get());
      }
      return results;
    }
  },
  NESTED {
    @Override
    List<Long> tryRun(List<Callable<Long>> tasks) throws Exception {
      List<FutureTask<Long>> futures = futures(tasks);
      startFrom(0, futures);
      return results(futures);
    }

    private void startFrom(int first, List<FutureTask<Long>> futures) {
      if (first < futures.size()) {
        thread(
                first,
                () -> {
                  startFrom(first + 1, futures);
                  futures.get(first).run();
                })
            .start();
      }
    }
  },
  OWN_EXECUTOR {
    @Override
    List<Long> tryRun(List<Callable<Long>> tasks) throws Exception {
      Executor executor = task -> new Thread(task).start();
      List<FutureTask<Long>> futures = futures(tasks);
      futures.forEach(executor::execute);
      return results(futures);
    }
  },
  SUBMIT {
    @Override
    List<Long> tryRun(List<Callable<Long>> tasks) {
      return in(
          Executors.newFixedThreadPool(tasks.size()),
          pool -> {
            List<Future<Long>> futures = new CopyOnWriteArrayList<>();
            tasks.forEach(task -> futures.add(pool.submit(task)));
            List<Long> results = new ArrayList<>();
            futures.forEach(future -> results.add(result(future)));
            return results;
          });
    }
  },
  WORK_STEALING {
    @Override
    List<Long> tryRun(List<Callable<Long>> tasks) {
      return in(
          Executors.newWorkStealingPool(tasks.size()),
          pool -> {
            Map<Integer, Future<Long>> futures = new ConcurrentHashMap<>();
            tasks.forEach(task -> futures.put(futures.size(), pool.submit(task)));
            List<Long> results = new ArrayList<>();
            for (int i = 0; i < tasks.size(); i++) {
              results.add(futures.get(i).get());
            }
            return results;
          });
    }
  },
  INVOKE_ALL {
    @Override
    List<Long> tryRun(List<Callable<Long>> tasks) {
      return in(Executors.newCachedThreadPool(), pool -> results(pool.invokeAll(tasks)));
    }
  },
  EXECUTE {
    @Override
    List<Long> tryRun(List<Callable<Long>> tasks) {
      return in(
          Executors.newCachedThreadPool(),
          pool -> {
            CountDownLatch ended = new CountDownLatch(tasks.size());
            List<FutureTask<Long>> futures = futures(tasks);
            for (FutureTask<Long> future : futures) {
              pool.execute(
                  () -> {
                    future.run();
                    ended.countDown();
                  });
            }
            ended.await();
            return results(futures);
          });
    }
  },
  SCHEDULE {
    @Override
    List<Long> tryRun(List<Callable<Long>> tasks) {
      ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(tasks.size());
      return in(
          scheduler,
          pool -> {
            List<Future<Long>> futures = new Vector<>();
            for (Callable<Long> task : tasks) {
              futures.add(scheduler.schedule(task, futures.size(), TimeUnit.MILLISECONDS));
            }
            return results(futures);
          });
    }
  },
  SUPPLY_ASYNC {
    @Override
    List<Long> tryRun(List<Callable<Long>> tasks) {
      return in(
          Executors.newFixedThreadPool(tasks.size()),
          pool -> {
            List<CompletableFuture<Long>> futures =
                tasks.stream()
                    .map(task -> CompletableFuture.supplyAsync(() -> result(task), pool))
                    .toList();
            CompletableFuture.allOf(futures.toArray(new CompletableFuture<?>[0])).join();
            return results(futures);
          });
    }
  },
  /** The order in which they complete counts, too. */
  COMPLETION {
    @Override
    List<Long> tryRun(List<Callable<Long>> tasks) {
      return in(
          Executors.newFixedThreadPool(tasks.size()),
          pool -> {
            CompletionService<Long> service = new ExecutorCompletionService<>(pool);
            tasks.forEach(service::submit);
            List<Long> results = new ArrayList<>();
            while (results.size() < tasks.size()) {
              results.add(service.take().get());
            }
            return results;
          });
    }
  },
  /** So does how often it is asked whether they are done. */
  POLLED {
    @Override
    List<Long> tryRun(List<Callable<Long>> tasks) {
      return in(
          Executors.newFixedThreadPool(tasks.size()),
          pool -> {
            List<Long> results = new ArrayList<>();
            for (Future<Long> future : tasks.stream().map(pool::submit).toList()) {
              long polls = 0;
              while (!future.isDone()) {
                polls++;
                Thread.yield();
              }
              results.add(future.get() + polls);
            }
            return results;
          });
    }
  },
  /** And how often the time was over. */
  TIMED {
    @Override
    List<Long> tryRun(List<Callable<Long>> tasks) {
      return in(
          Executors.newCachedThreadPool(),
          pool -> {
            List<Long> results = new ArrayList<>();
            for (Future<Long> future : tasks.stream().map(pool::submit).toList()) {
              results.add(get(future));
            }
            return results;
          });
    }

    private long get(Future<Long> future) throws InterruptedException, ExecutionException {
      for (long times = 0; ; times++) {
        try {
          return future.get(1, TimeUnit.MILLISECONDS) + times;
        } catch (TimeoutException e) {
          // Asks again.
        }
      }
    }
  },
  TERMINATED {
    @Override
    List<Long> tryRun(List<Callable<Long>> tasks) throws Exception {
      ExecutorService pool = Executors.newFixedThreadPool(tasks.size());
      List<Future<Long>> futures = tasks.stream().map(pool::submit).toList();
      pool.shutdown();
      long times = 0;
      while (!pool.awaitTermination(1, TimeUnit.MILLISECONDS)) {
        times++;
      }
      List<Long> results = results(futures);
      results.add(times);
      return results;
    }
  },
  ALIVE {
    @Override
    List<Long> tryRun(List<Callable<Long>> tasks) throws Exception {
      List<FutureTask<Long>> futures = futures(tasks);
      List<Thread> threads = futures.stream().map(Thread::new).toList();
      threads.forEach(Thread::start);
      long times = 0;
      for (Thread thread : threads) {
        while (thread.isAlive()) {
          times++;
          Thread.yield();
        }
      }
      List<Long> results = results(futures);
      results.add(times);
      return results;
    }
  },
  /** Threads that take their tasks from a queue until they are interrupted. */
  SERVED {
    @Override
    List<Long> tryRun(List<Callable<Long>> tasks) throws Exception {
      BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
      List<Thread> threads = new ArrayList<>();
      tasks.forEach(task -> threads.add(thread(threads.size(), () -> serve(queue))));
      threads.forEach(Thread::start);
      List<FutureTask<Long>> futures = futures(tasks);
      queue.addAll(futures);
      List<Long> results = results(futures);
      for (Thread thread : threads) {
        thread.interrupt();
        thread.join();
      }
      return results;
    }

    private void serve(BlockingQueue<Runnable> queue) {
      try {
        while (true) {
          queue.take().run();
        }
      } catch (InterruptedException e) {
        // That is the end.
      }
    }
  },
  OWN_FACTORY {
    @Override
    List<Long> tryRun(List<Callable<Long>> tasks) {
      return in(
          Executors.newFixedThreadPool(tasks.size(), task -> new Thread(task, "own")),
          pool -> {
            Map<Integer, Future<Long>> futures = new ConcurrentHashMap<>();
            tasks.forEach(task -> futures.put(futures.size(), pool.submit(task)));
            List<Long> results = new ArrayList<>();
            futures.values().forEach(future -> results.add(result(future)));
            return results;
          });
    }
  },
  SINGLES {
    @Override
    List<Long> tryRun(List<Callable<Long>> tasks) {
      List<ExecutorService> pools =
          tasks.stream().map(task -> Executors.newSingleThreadExecutor()).toList();
      List<Future<Long>> futures = new ArrayList<>();
      for (int i = 0; i < tasks.size(); i++) {
        futures.add(pools.get(i).submit(tasks.get(i)));
      }
      pools.forEach(ExecutorService::shutdown);
      return results(futures);
    }
  },
  STAGES {
    @Override
    List<Long> tryRun(List<Callable<Long>> tasks) {
      return in(
          Executors.newCachedThreadPool(),
          pool -> {
            List<CompletableFuture<Long>> futures =
                tasks.stream()
                    .map(task -> CompletableFuture.supplyAsync(() -> result(task), pool))
                    .toList();
            CompletableFuture<Long> all = CompletableFuture.completedFuture(1L);
            for (CompletableFuture<Long> future : futures) {
              all = all.thenCombine(future, (sum, one) -> sum * 31 + one);
            }
            CompletableFuture<Object> any =
                CompletableFuture.anyOf(futures.toArray(new CompletableFuture<?>[0]));
            List<Long> results = new ArrayList<>();
            results.add((Long) any.join());
            results.add(all.join());
            return results;
          });
    }
  },
  PER_TASK {
    @Override
    List<Long> tryRun(List<Callable<Long>> tasks) {
      return in(
          Virtual.executor(),
          pool -> results(tasks.stream().map(pool::submit).collect(Collectors.toList())));
    }
  };

  /** Virtual threads, from Java 21 on; others before. */
  private static final class Virtual {
    private static final boolean KNOWN = Runtime.version().feature() >= 21;
    private static final ThreadFactory FACTORY = factory();

    private static ThreadFactory factory() {
      return result(
          () -> {
            if (!KNOWN) {
              return Executors.defaultThreadFactory();
            }
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            return (ThreadFactory)
                Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
          });
    }

    static ExecutorService executor() {
      return result(
          () ->
              KNOWN
                  ? (ExecutorService)
                      Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null)
                  : Executors.newCachedThreadPool());
    }
  }

  /** What is done with an executor. */
  private interface Work {
    List<Long> in(ExecutorService pool) throws Exception;
  }

  /** A thread that starts itself its own way. */
  private static final class Worker extends Thread {
    private final FutureTask<Long> task;

    Worker(Callable<Long> task) {
      this.task = new FutureTask<>(task);
    }

    @Override
    public synchronized void start() {
      super.start();
    }

    @Override
    public void run() {
      task.run();
    }
  }

  /** Runs them all, and returns what they return. */
  final List<Long> run(List<Callable<Long>> tasks) {
    try {
      return tryRun(tasks);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  abstract List<Long> tryRun(List<Callable<Long>> tasks) throws Exception;

  private static List<Long> in(ExecutorService pool, Work work) {
    try {
      return result(() -> work.in(pool));
    } finally {
      pool.shutdown();
    }
  }

  /** Every other one is virtual. */
  private static Thread thread(int number, Runnable task) {
    return number % 2 == 0 ? new Thread(task) : Virtual.FACTORY.newThread(task);
  }

  private static void join(Thread thread) {
    result(
        () -> {
          thread.join();
          return true;
        });
  }

  private static <T> T result(Callable<T> task) {
    try {
      return task.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static Long result(Future<Long> future) {
    return result((Callable<Long>) future::get);
  }

  private static List<FutureTask<Long>> futures(List<Callable<Long>> tasks) {
    return tasks.stream().map(task -> new FutureTask<>(task)).toList();
  }

  private static List<Long> results(List<? extends Future<Long>> futures) {
    List<Long> results = new ArrayList<>();
    for (Future<Long> future : futures) {
      results.add(result(future));
    }
    return results;
  }
}
