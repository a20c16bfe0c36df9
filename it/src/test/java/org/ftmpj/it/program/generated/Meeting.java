package org.ftmpj.it.program.generated;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.Vector;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.IntFunction;

/** What threads share: each brings numbers, and sees something of what others have brought. */
enum Meeting {
  MONITOR(members -> new Monitor()),
  LOCK(members -> new Locked(new ReentrantLock())),
  READ_WRITE_LOCK(members -> new ReadWrite()),
  SEMAPHORE(members -> new Permit()),
  ATOMIC(members -> new Atomic()),
  ATOMIC_LAMBDA(members -> new Updated()),
  ATOMIC_ARRAY(AtomicArray::new),
  COMPARE_AND_SET(members -> new Compared()),
  ADDER(members -> new Adder()),
  VOLATILE(members -> new Volatile()),
  MAP(members -> new InMap(new ConcurrentHashMap<>())),
  SKIP_LIST(members -> new InMap(new ConcurrentSkipListMap<>())),
  HASHTABLE(members -> new InMap(new Hashtable<>())),
  SYNCHRONIZED_MAP(members -> new InMap(Collections.synchronizedMap(new TreeMap<>()))),
  COPY_ON_WRITE(members -> new InList(new CopyOnWriteArrayList<>())),
  VECTOR(members -> new InList(new Vector<>())),
  QUEUE(members -> new InQueue(new ConcurrentLinkedQueue<>())),
  SYNCHRONIZED_DEQUE(members -> new InDeque()),
  ARRAY_QUEUE(members -> new InBlockingQueue(new ArrayBlockingQueue<>(members))),
  LINKED_QUEUE(members -> new InBlockingQueue(new LinkedBlockingQueue<>())),
  BLOCKING_DEQUE(members -> new InBlockingQueue(new LinkedBlockingDeque<>())),
  TEXT(members -> new Text()),
  TURNS(Turns::new),
  CONDITION(ByCondition::new),
  BARRIER(Barrier::new);

  private final IntFunction<Place> places;

  Meeting(IntFunction<Place> places) {
    this.places = places;
  }

  /** One for so many threads, which come equally often. */
  Place place(int members) {
    return places.apply(members);
  }

  /** Where threads meet. */
  interface Place {
    /** Brings a number; returns what depends on the order in which others came. */
    long meet(int member, long number) throws InterruptedException;

    /** The sum of all numbers, when all threads have ended. */
    long total();
  }

  /** Fields that are protected by something else. */
  private static class Plain {
    private long total;
    private long order;

    final long add(int member, long number) {
      total += number;
      order = Dice.mix(order * 31 + member);
      return order;
    }

    final long order() {
      return order;
    }

    public final long total() {
      return total;
    }
  }

  private static final class Monitor extends Plain implements Place {
    @Override
    public long meet(int member, long number) {
      if (number % 2 == 0) {
        return inMethod(member, number);
      }
      synchronized (this) {
        return add(member, number);
      }
    }

    private synchronized long inMethod(int member, long number) {
      return add(member, number);
    }
  }

  private static final class Locked extends Plain implements Place {
    private final Lock lock;

    Locked(Lock lock) {
      this.lock = lock;
    }

    @Override
    public long meet(int member, long number) {
      long tries = 0;
      while (number % 3 == 0 && tries < 100 && !lock.tryLock()) {
        tries++;
      }
      if (number % 3 != 0 || tries == 100) {
        lock.lock();
      }
      try {
        return add(member, number) + tries;
      } finally {
        lock.unlock();
      }
    }
  }

  private static final class ReadWrite extends Plain implements Place {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();

    @Override
    public long meet(int member, long number) {
      lock.writeLock().lock();
      try {
        add(member, number);
      } finally {
        lock.writeLock().unlock();
      }
      lock.readLock().lock();
      try {
        return order();
      } finally {
        lock.readLock().unlock();
      }
    }
  }

  private static final class Permit extends Plain implements Place {
    private final Semaphore permit = new Semaphore(1);

    @Override
    public long meet(int member, long number) throws InterruptedException {
      boolean atOnce = permit.tryAcquire();
      if (!atOnce) {
        permit.acquire();
      }
      long seen = add(member, number);
      permit.release();
      return atOnce ? seen : ~seen;
    }
  }

  private static final class Atomic implements Place {
    private final AtomicLong sum = new AtomicLong();

    @Override
    public long meet(int member, long number) {
      return sum.addAndGet(number) + sum.get();
    }

    @Override
    public long total() {
      return sum.get();
    }
  }

  private static final class Updated implements Place {
    private final AtomicReference<Long> sum = new AtomicReference<>(0L);

    @Override
    public long meet(int member, long number) {
      return number % 2 == 0
          ? sum.updateAndGet(before -> before + number)
          : sum.getAndAccumulate(number, Long::sum);
    }

    @Override
    public long total() {
      return sum.get();
    }
  }

  private static final class AtomicArray implements Place {
    private final AtomicLongArray sums;

    AtomicArray(int members) {
      sums = new AtomicLongArray(members);
    }

    @Override
    public long meet(int member, long number) {
      sums.addAndGet(member, number);
      return sums.get((member + 1) % sums.length());
    }

    @Override
    public long total() {
      long total = 0;
      for (int i = 0; i < sums.length(); i++) {
        total += sums.get(i);
      }
      return total;
    }
  }

  private static final class Compared implements Place {
    private final AtomicLong sum = new AtomicLong();

    @Override
    public long meet(int member, long number) {
      long tries = 1;
      long before = sum.get();
      while (!sum.compareAndSet(before, before + number)) {
        before = sum.get();
        tries++;
      }
      return before * 31 + tries;
    }

    @Override
    public long total() {
      return sum.get();
    }
  }

  private static final class Adder implements Place {
    private final LongAdder sum = new LongAdder();

    @Override
    public long meet(int member, long number) {
      sum.add(number);
      return sum.sum();
    }

    @Override
    public long total() {
      return sum.sum();
    }
  }

  private static final class Volatile implements Place {
    private final AtomicLong sum = new AtomicLong();
    private volatile int last = -1;

    @Override
    public long meet(int member, long number) {
      sum.addAndGet(number);
      int before = last;
      last = member;
      return before * 31L + last;
    }

    @Override
    public long total() {
      return sum.get();
    }
  }

  private static final class InMap implements Place {
    private static final int KEYS = 4;

    private final Map<Integer, Long> sums;

    InMap(Map<Integer, Long> sums) {
      this.sums = sums;
    }

    @Override
    public long meet(int member, long number) {
      Integer key = (int) (number % KEYS);
      long seen = sums.computeIfAbsent(key, absent -> 0L);
      seen += sums.merge(key, number, Long::sum);
      if (number % 5 == 0) {
        AtomicLong all = new AtomicLong();
        sums.forEach((k, sum) -> all.addAndGet(k * sum));
        seen += all.get();
      } else {
        seen += sums.getOrDefault(KEYS - 1 - key, -1L);
      }
      return seen;
    }

    @Override
    public long total() {
      return sums.values().stream().mapToLong(sum -> sum).sum();
    }
  }

  private static final class InList implements Place {
    private final List<Long> numbers;

    InList(List<Long> numbers) {
      this.numbers = numbers;
    }

    @Override
    public long meet(int member, long number) {
      numbers.add(number);
      long[] seen = {numbers.size()};
      if (number % 2 == 0) {
        numbers.forEach(one -> seen[0] = seen[0] * 31 + one);
      } else {
        seen[0] = seen[0] * 31 + numbers.get(0) + numbers.indexOf(number);
      }
      return seen[0];
    }

    @Override
    public long total() {
      return numbers.stream().mapToLong(number -> number).sum();
    }
  }

  /** Who brings a number takes one away. */
  private static final class InQueue implements Place {
    private final AtomicLong sum = new AtomicLong();
    private final Queue<Long> numbers;

    InQueue(Queue<Long> numbers) {
      this.numbers = numbers;
    }

    @Override
    public long meet(int member, long number) {
      numbers.add(number);
      long seen = numbers.poll();
      sum.addAndGet(seen);
      return seen;
    }

    @Override
    public long total() {
      return sum.get();
    }
  }

  private static final class InDeque extends Plain implements Place {
    private final ArrayDeque<Integer> last = new ArrayDeque<>();

    @Override
    public long meet(int member, long number) {
      synchronized (last) {
        add(member, number);
        last.addFirst(member);
        return last.size() > 2 ? last.removeLast() : -1;
      }
    }
  }

  private static final class InBlockingQueue implements Place {
    private final AtomicLong sum = new AtomicLong();
    private final BlockingQueue<Long> numbers;

    InBlockingQueue(BlockingQueue<Long> numbers) {
      this.numbers = numbers;
    }

    @Override
    public long meet(int member, long number) throws InterruptedException {
      numbers.put(number);
      long seen = numbers.take();
      sum.addAndGet(seen);
      return seen;
    }

    @Override
    public long total() {
      return sum.get();
    }
  }

  private static final class Text implements Place {
    private final StringBuffer text = new StringBuffer();

    @Override
    public long meet(int member, long number) {
      text.append(number + " ");
      return number % 2 == 0 ? text.length() : text.toString().hashCode();
    }

    @Override
    public long total() {
      long total = 0;
      for (String number : text.toString().split(" ")) {
        total += Long.parseLong(number);
      }
      return total;
    }
  }

  /** Comes to all in turn. */
  private static final class Turns extends Plain implements Place {
    private final int members;
    private int next;

    Turns(int members) {
      this.members = members;
    }

    @Override
    public synchronized long meet(int member, long number) throws InterruptedException {
      while (next != member) {
        wait();
      }
      next = (member + 1) % members;
      notifyAll();
      return add(member, number);
    }
  }

  /** The same. */
  private static final class ByCondition extends Plain implements Place {
    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final int members;
    private int next;

    ByCondition(int members) {
      this.members = members;
    }

    @Override
    public long meet(int member, long number) throws InterruptedException {
      lock.lock();
      try {
        while (next != member) {
          changed.await();
        }
        next = (member + 1) % members;
        changed.signalAll();
        return add(member, number);
      } finally {
        lock.unlock();
      }
    }
  }

  private static final class Barrier implements Place {
    private final AtomicLong sum = new AtomicLong();
    private final CyclicBarrier barrier;

    Barrier(int members) {
      barrier = new CyclicBarrier(members);
    }

    @Override
    public long meet(int member, long number) throws InterruptedException {
      sum.addAndGet(number);
      try {
        return barrier.await();
      } catch (BrokenBarrierException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public long total() {
      return sum.get();
    }
  }
}
