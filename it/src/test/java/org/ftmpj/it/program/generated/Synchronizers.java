package org.ftmpj.it.program.generated;

import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Places whose threads let each other in. */
final class Synchronizers {
  private Synchronizers() {}

  static final class Locked extends Meeting.Plain {
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

  static final class ReadWrite extends Meeting.Plain {
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

  static final class Permit extends Meeting.Plain {
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

  /** Comes to all in turn. */
  static final class Turns extends Meeting.Plain {
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
  static final class ByCondition extends Meeting.Plain {
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

  static final class Barrier implements Meeting.Place {
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

  /** A thread that does not get the lock at once tries again, and counts. */
  static final class Impatient extends Meeting.Plain {
    private final Lock lock = new ReentrantLock();

    @Override
    public long meet(int member, long number) throws InterruptedException {
      long tries = 0;
      while (!lock.tryLock(100, TimeUnit.MICROSECONDS)) {
        tries++;
      }
      try {
        return add(member, number) + tries;
      } finally {
        lock.unlock();
      }
    }
  }

  /** As {@link Turns}, and counts how often the time was over. */
  static final class TimedTurns extends Meeting.Plain {
    private final int members;
    private int next;

    TimedTurns(int members) {
      this.members = members;
    }

    @Override
    public synchronized long meet(int member, long number) throws InterruptedException {
      long waits = 0;
      while (next != member) {
        wait(1);
        waits++;
      }
      next = (member + 1) % members;
      notifyAll();
      return add(member, number) + waits;
    }
  }

  /** As {@link Turns}. */
  static final class Parked extends Meeting.Plain {
    private final AtomicReferenceArray<Thread> threads;
    private final AtomicInteger next = new AtomicInteger();

    Parked(int members) {
      threads = new AtomicReferenceArray<>(members);
    }

    @Override
    public long meet(int member, long number) {
      threads.set(member, Thread.currentThread());
      while (next.get() != member) {
        LockSupport.park(this);
      }
      long seen = add(member, number);
      int other = (member + 1) % threads.length();
      next.set(other);
      LockSupport.unpark(threads.get(other));
      return seen;
    }
  }

  /** A latch for each time that all meet. */
  static final class Latches implements Meeting.Place {
    private final AtomicLong sum = new AtomicLong();
    private final Map<Integer, CountDownLatch> latches = new ConcurrentHashMap<>();
    private final int members;
    private final AtomicIntegerArray times;

    Latches(int members) {
      this.members = members;
      times = new AtomicIntegerArray(members);
    }

    @Override
    public long meet(int member, long number) throws InterruptedException {
      sum.addAndGet(number);
      CountDownLatch latch =
          latches.computeIfAbsent(
              times.getAndIncrement(member), time -> new CountDownLatch(members));
      latch.countDown();
      long seen = latch.getCount();
      while (!latch.await(1, TimeUnit.MILLISECONDS)) {
        seen += 100;
      }
      return seen;
    }

    @Override
    public long total() {
      return sum.get();
    }
  }
}
