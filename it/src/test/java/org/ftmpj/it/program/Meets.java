package org.ftmpj.it.program;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mpi.MPI;

/**
 * Threads that meet where it is hard to see: started by references and by reflection, reading
 * shared collections by iterators, streams and text, racing to complete futures, drawing random
 * numbers from generators of their own and a shared one, by handles of variables and by a subclass
 * of the JDK's. Each step, a rank sends what its threads saw to the next one, and both print it.
 */
public final class Meets {
  /** How often each rank says what its threads saw. */
  public static final int STEPS = 25;

  private static final int THREADS = 3;
  private static final VarHandle LAST;

  static {
    try {
      LAST = MethodHandles.lookup().findVarHandle(Meets.class, "last", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final ConcurrentHashMap.KeySetView<Integer, Boolean> keys = ConcurrentHashMap.newKeySet();
  private final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
  private final NavigableSet<Integer> sorted = new ConcurrentSkipListSet<>();
  private final LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
  private final StringBuffer text = new StringBuffer();
  private final AtomicInteger counter = new AtomicInteger();
  private final ReentrantLock lock = new ReentrantLock();
  private final Matcher stored = Pattern.compile("[0-9]").matcher("");
  private final List<Integer> guarded = new ArrayList<>();
  private final ThreadPoolExecutor pool =
      (ThreadPoolExecutor) Executors.newFixedThreadPool(THREADS);
  private final ThreadLocal<Integer> tasks =
      new ThreadLocal<>() {
        @Override
        protected Integer initialValue() {
          return 0;
        }
      };

  private final Random generator = new Random(1);
  private final Drawn drawn = new Drawn();
  private int last;

  private Meets() {}

  /** Called by its own name. */
  private static final class Drawn extends ConcurrentHashMap<Integer, Integer> {
    private static final long serialVersionUID = 1;
  }

  private interface Clock extends LongSupplier, Serializable {}

  /** Has the hash code of identity. */
  private static final class Node {
    private final int number;

    Node(int number) {
      this.number = number;
    }
  }

  /** A thread that is started by its superclass. */
  private static final class Own extends Thread {
    Own(Runnable task) {
      super(task);
    }

    @Override
    public synchronized void start() {
      super.start();
    }
  }

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    new Meets().run();
    MPI.Finalize();
  }

  private void run() throws Exception {
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    Clock clock = copy(System::nanoTime);
    for (int step = 0; step < STEPS; step++) {
      String saw = look(step) + clock.getAsLong();
      char[] heard = new char[2000];
      MPI.COMM_WORLD.Sendrecv(
          saw.toCharArray(),
          0,
          saw.length(),
          MPI.CHAR,
          (rank + 1) % size,
          1,
          heard,
          0,
          heard.length,
          MPI.CHAR,
          (rank + size - 1) % size,
          1);
      System.out.println("said " + rank + " " + step + " " + saw);
      System.out.println(
          "heard " + (rank + size - 1) % size + " " + step + " " + new String(heard).trim());
    }
    pool.shutdown();
  }

  private String look(int step) throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      Runnable task = () -> change(number, step);
      threads.add(i == 0 ? new Own(task) : new Thread(task));
    }
    threads.subList(1, THREADS).forEach(Thread::start);
    Thread.class.getMethod("start").invoke(threads.get(0));
    StringBuilder saw = new StringBuilder();
    long hash = 1;
    for (int value : map.values()) {
      hash = hash * 31 + value;
    }
    Iterable<Integer> all = keys;
    for (int key : all) {
      hash = hash * 31 + key;
    }
    saw.append(hash).append(' ').append(sorted.stream().mapToInt(i -> i).sum());
    saw.append(" counter " + counter + sorted + text).append(any(step)).append(raced());
    saw.append(workers()).append(timer()).append(sets()).append(keys(threads));
    saw.append(states());
    for (Thread thread : threads) {
      thread.join();
    }
    saw.append(guarded).append(queue).append((int) LAST.getAndSet(this, 0)).append(drawn.size());
    guarded.clear();
    queue.clear();
    text.setLength(0);
    return saw.toString();
  }

  /** What workers of the executor have left to later tasks, and how far they have come. */
  private String workers() throws Exception {
    ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(pool);
    for (int i = 0; i < 2 * THREADS; i++) {
      service.submit(
          () -> {
            tasks.set(tasks.get() + 1);
            return counter.addAndGet(tasks.get());
          });
    }
    long seen = pool.getCompletedTaskCount() * 31 + pool.getActiveCount();
    for (int taken = 0; taken < 2 * THREADS; ) {
      Future<Integer> future = service.poll();
      seen = seen * 31 + pool.getQueue().size();
      if (future != null) {
        seen = seen * 31 + future.get();
        taken++;
      }
    }
    return " workers " + seen;
  }

  /** The orders of sets of the same objects, which several tasks are the first to ask for. */
  private String sets() throws Exception {
    Object[] objects = new Object[40];
    for (int i = 0; i < objects.length; i++) {
      objects[i] = i % 2 == 0 ? new Node(i) : new int[] {i};
    }
    List<Future<Integer>> orders = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int first = i;
      orders.add(pool.submit(() -> order(objects, first)));
    }
    StringBuilder saw = new StringBuilder(" sets");
    for (Future<Integer> order : orders) {
      saw.append(' ').append(order.get());
    }
    return saw.toString();
  }

  /** The orders of tables with threads and with what they meet at. */
  private String keys(List<Thread> threads) throws Exception {
    Map<Object, Integer> numbers = new HashMap<>();
    ExecutorService single = Executors.newSingleThreadExecutor();
    Thread worker = single.submit(Thread::currentThread).get();
    single.shutdown();
    Matcher own = Pattern.compile("[0-9]").matcher(text.toString());
    boolean found = own.find() && stored.reset(text.toString()).find();
    List<Object> all = List.of(Thread.currentThread(), pool, lock, worker, stored, own);
    for (Object key : all) {
      numbers.put(key, numbers.size());
    }
    for (Thread thread : threads) {
      numbers.put(thread, numbers.size());
      numbers.put(pool.submit(() -> 0), numbers.size());
    }
    Map<Object, Integer> collected =
        Stream.concat(all.stream(), Stream.of(new ArrayDeque<>(), new int[1], new Object()))
            .collect(
                Collectors.toMap(
                    key -> key, key -> numbers.getOrDefault(key, -1), (a, b) -> a, HashMap::new));
    return " keys " + found + numbers.values() + collected.values();
  }

  /** How often two threads are asked for their states before both wait, and are let go. */
  private static String states() throws InterruptedException {
    LinkedBlockingQueue<Integer> numbers = new LinkedBlockingQueue<>();
    Thread taking = new Thread(() -> uninterrupted(numbers::take));
    Object monitor = new Object();
    Own waiting =
        new Own(
            () -> {
              synchronized (monitor) {
                uninterrupted(
                    () -> {
                      monitor.wait();
                      return 0;
                    });
              }
            });
    taking.start();
    waiting.start();
    int polls = 0;
    while (taking.getState() != Thread.State.WAITING
        || waiting.getState() != Thread.State.WAITING) {
      polls++;
      Thread.yield();
    }
    synchronized (monitor) {
      monitor.notify();
    }
    numbers.add(1);
    taking.join();
    waiting.join();
    return " states " + polls + waiting.getState();
  }

  private static void uninterrupted(Callable<Integer> action) {
    try {
      action.call();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static int order(Object[] objects, int first) {
    Set<Object> set = new HashSet<>();
    for (int i = 0; i < objects.length; i++) {
      set.add(objects[(first + 7 * i) % objects.length]);
    }
    int order = 1;
    for (Object object : set) {
      order = order * 31 + (object instanceof Node node ? node.number : ((int[]) object)[0]);
    }
    return order;
  }

  /** How often a task was run before it was stopped, and which ones never begin. */
  private String timer() throws Exception {
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    AtomicInteger runs = new AtomicInteger();
    timer.scheduleAtFixedRate(runs::incrementAndGet, 0, 200, TimeUnit.MICROSECONDS);
    Future<?> cancelled =
        timer.scheduleWithFixedDelay(runs::incrementAndGet, 1, 1, TimeUnit.MILLISECONDS);
    Thread.sleep(2);
    boolean stopped = cancelled.cancel(false);
    int seen = runs.get();
    int never = timer.shutdownNow().size();
    boolean ended = timer.awaitTermination(1, TimeUnit.MINUTES);
    return " timer " + stopped + seen + " " + never + ended + runs.get();
  }

  private void change(int number, int step) {
    Runnable enter = lock::lock;
    IntSupplier next = counter::incrementAndGet;
    for (int i = 0; i < 4; i++) {
      int key = (number * 5 + next.getAsInt() + i) % 8;
      if (!keys.add(key)) {
        keys.remove(key);
      }
      map.put(key, step + i);
      drawn.merge(generator.nextInt(50), 1, Integer::sum);
      LAST.setRelease(this, number * 100 + i);
      sorted.add(key);
      text.append(number);
      queue.add(ThreadLocalRandom.current().nextInt(100) + ThreadLocalRandom.current().nextInt(9));
      enter.run();
      guarded.add(number);
      lock.unlock();
      if (i == 2) {
        sorted.pollFirst();
      }
    }
  }

  private String any(int step) {
    CompletableFuture<?>[] futures = new CompletableFuture<?>[THREADS];
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      futures[i] =
          CompletableFuture.supplyAsync(() -> number * 1000 + counter.incrementAndGet(), pool)
              .thenApply(value -> value + step + counter.incrementAndGet());
    }
    Object any = CompletableFuture.anyOf(futures).join();
    CompletableFuture.allOf(futures).join();
    return " any " + any;
  }

  private String raced() {
    CompletableFuture<Integer> raced = new CompletableFuture<>();
    CompletableFuture<?>[] racers = new CompletableFuture<?>[THREADS];
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      racers[i] = CompletableFuture.runAsync(() -> raced.complete(number), pool);
    }
    int polls = 0;
    while (raced.getNow(-1) < 0) {
      polls++;
    }
    CompletableFuture.allOf(racers).join();
    return " raced " + raced.join() + " after " + polls + " ";
  }

  private static Clock copy(Clock clock) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(clock);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (Clock) in.readObject();
    }
  }
}
