package org.ftmpj.interceptors.threads;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.LongUnaryOperator;

/**
 * A program, for the tests to weave, that starts threads and hands things over by references to
 * methods, and by calls of the superclass.
 */
public final class References {
  private static final int THREADS = 3;

  private final int rounds;
  private final List<Object> lines = Collections.synchronizedList(new ArrayList<>());
  private final AtomicLong order = new AtomicLong(1);
  private final ReentrantLock lock = new ReentrantLock();
  private static final AtomicInteger MINE = new AtomicInteger(4);
  private final AtomicInteger counter = new AtomicInteger();
  private final LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
  private long guarded = 1;

  public References(int rounds) {
    this.rounds = rounds;
  }

  /** A thread that starts itself in its own way. */
  private static final class Own extends Thread {
    Own(Runnable task) {
      super(task);
    }

    @Override
    public synchronized void start() {
      super.start();
    }
  }

  private interface Read extends IntSupplier, Serializable {}

  /** Answers what its threads saw. */
  public List<Object> run() throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      Runnable task = () -> work(number);
      threads.add(i == 0 ? new Own(task) : new Thread(task));
    }
    threads.forEach(Thread::start);
    Own last = new Own(() -> work(THREADS));
    Runnable start = last::start;
    start.run();
    threads.add(last);
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Function<Callable<Integer>, Future<Integer>> submit = pool::submit;
    Consumer<Runnable> execute = pool::execute;
    for (int i = 0; i < rounds; i++) {
      int number = i;
      execute.accept(() -> mix(number));
      lines.add("sum " + submit.apply(() -> mix(number)).get());
    }
    for (Thread thread : threads) {
      thread.join();
    }
    pool.shutdown();
    lines.add("ended " + pool.awaitTermination(1, TimeUnit.MINUTES));
    lines.add("guarded " + guarded);
    lines.add("queue " + queue);
    return lines;
  }

  private int mix(int number) {
    Jitter.now();
    LongUnaryOperator next = o -> o * 17 + number;
    Function<LongUnaryOperator, Long> update = order::updateAndGet;
    return (int) (long) update.apply(next);
  }

  private void work(int number) {
    try {
      Runnable enter = lock::lock;
      Runnable leave = lock::unlock;
      Consumer<Integer> put = queue::add;
      BiConsumer<LinkedBlockingQueue<Integer>, Integer> offer = LinkedBlockingQueue::offer;
      Read next = counter::incrementAndGet;
      lines.add("copy " + copy(MINE::incrementAndGet).getAsInt());
      for (int round = 0; round < rounds; round++) {
        Jitter.now();
        enter.run();
        guarded = guarded * 31 + number;
        leave.run();
        put.accept(number);
        offer.accept(queue, next.getAsInt());
        lines.add(number + " has " + next.getAsInt());
      }
    } catch (Exception e) {
      lines.add("failed " + e);
    }
  }

  /** Sent through a stream. */
  private static Read copy(Read reference) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(reference);
    }
    try (ObjectInputStream in = new WovenInput(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (Read) in.readObject();
    }
  }

  private static final class WovenInput extends ObjectInputStream {
    WovenInput(InputStream in) throws IOException {
      super(in);
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass type) throws ClassNotFoundException {
      return Class.forName(type.getName(), false, References.class.getClassLoader());
    }
  }
}
