package org.ftmpj.it.program.habits;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import mpi.MPI;

/**
 * Threads that wait for orders as textbooks teach it: at a monitor, two at the same one, and at a
 * condition.
 */
public final class Kitchen {
  private static final int CLOSED = -1;

  /** Serves orders in the order in which they come, whoever of the cooks takes them. */
  private static final class Counter {
    private final Deque<Integer> orders = new ArrayDeque<>();
    private int cooked;
    private int open = 2;
    private long sum;

    synchronized void order(int what) {
      orders.add(what);
      notify();
    }

    synchronized long awaitCooked(int number) throws InterruptedException {
      while (cooked < number) {
        wait();
      }
      return sum;
    }

    private synchronized int next() throws InterruptedException {
      while (orders.isEmpty()) {
        wait();
      }
      return orders.peek() == CLOSED ? CLOSED : orders.remove();
    }

    void cook() {
      try {
        for (int order = next(); order != CLOSED; order = next()) {
          synchronized (this) {
            sum += order * 3 % 7;
            cooked++;
            notifyAll();
          }
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      } finally {
        synchronized (this) {
          open--;
          notifyAll();
        }
      }
    }
  }

  private static final class Dishes {
    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int dirty;
    private int clean;
    private boolean closed;

    void wash() {
      lock.lock();
      try {
        while (!closed) {
          if (dirty == 0) {
            changed.awaitUninterruptibly();
          } else {
            dirty--;
            clean++;
            changed.signalAll();
          }
        }
      } finally {
        lock.unlock();
      }
    }

    int use(int number) throws InterruptedException {
      lock.lock();
      try {
        dirty += number;
        changed.signalAll();
        while (dirty > 0) {
          changed.await();
        }
        return clean;
      } finally {
        lock.unlock();
      }
    }

    void close() {
      lock.lock();
      try {
        closed = true;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  private Kitchen() {}

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    Counter counter = new Counter();
    Dishes dishes = new Dishes();
    Thread[] threads = {
      new Thread(counter::cook, "cook 1"),
      new Thread(counter::cook, "cook 2"),
      new Thread(dishes::wash, "dishes")
    };
    for (Thread thread : threads) {
      thread.start();
    }
    int[] order = {rank};
    for (int round = 1; round <= 60; round++) {
      MPI.COMM_WORLD.Sendrecv_replace(
          order, 0, 1, MPI.INT, (rank + 1) % size, 0, (rank + size - 1) % size, 0);
      counter.order(order[0] % 100);
      long sum = counter.awaitCooked(round);
      order[0] = order[0] * 5 % 1000 + (int) sum + 1;
      synchronized (counter) {
        MPI.COMM_WORLD.Allreduce(order.clone(), 0, order, 0, 1, MPI.INT, MPI.MAX);
        System.out.println(round + ": " + sum + ", " + dishes.use(2) + ", " + order[0]);
      }
    }
    counter.order(CLOSED);
    synchronized (counter) {
      counter.notifyAll();
      while (counter.open > 0) {
        counter.wait();
      }
    }
    dishes.close();
    for (Thread thread : threads) {
      thread.join();
    }
    MPI.Finalize();
  }
}
