package org.ftmpj.it.program;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

/**
 * A program each of whose ranks has threads that serve requests of other ranks' mains, and wait for
 * them in other ways: in a receive, a probe, a wait, and a wait for one of two. The last one still
 * waits when the program ends. Two more threads wait for main, at a queue and a semaphore.
 */
public final class Listeners {
  private static final int RECEIVED = 0;
  private static final int PROBED = 1;
  private static final int WAITED = 2;
  private static final int WAITED_FOR_ANY = 3;
  private static final int KINDS = 4;
  private static final int REPLY = 10;
  private static final int PASSED = 20;
  private static final long STOP = -1;

  private final int rank = MPI.COMM_WORLD.Rank();
  private final int size = MPI.COMM_WORLD.Size();
  private final List<Thread> threads = new ArrayList<>();
  private final long[] served = new long[KINDS];
  private final BlockingQueue<Long> tasks = new LinkedBlockingQueue<>();
  private final BlockingQueue<Long> results = new ArrayBlockingQueue<>(1);
  private final Semaphore counted = new Semaphore(0);
  private long count;

  /** A thread that has a method of its own to run. */
  private final class Prober extends Thread {
    Prober() {
      super("prober");
    }

    @Override
    public void run() {
      long sum = 0;
      while (true) {
        Status found = MPI.COMM_WORLD.Probe(MPI.ANY_SOURCE, PROBED);
        long[] request = new long[found.Get_count(MPI.LONG)];
        MPI.COMM_WORLD.Recv(request, 0, request.length, MPI.LONG, found.source, PROBED);
        if (request[0] == STOP) {
          served[PROBED] = sum;
          return;
        }
        sum += answer(PROBED, request[0], found.source);
      }
    }
  }

  private Listeners() {}

  /**
   * @param arguments of MPJ Express, and how many rounds
   */
  public static void main(String[] arguments) throws Exception {
    String[] rest = MPI.Init(arguments);
    new Listeners().run(Integer.parseInt(rest[0]));
    MPI.Finalize();
  }

  private void run(int rounds) throws Exception {
    threads.add(new Thread(this::receive, "receiver"));
    threads.add(new Prober());
    String name = "waiter of rank " + rank;
    threads.add(new Thread(() -> await(name), name));
    Thread last = new Thread(this::awaitAny);
    last.setDaemon(true);
    last.start();
    threads.forEach(Thread::start);
    threads.add(new Thread(this::work, "worker"));
    threads.add(new Thread(this::count, "counter"));
    threads.subList(threads.size() - 2, threads.size()).forEach(Thread::start);
    long[] passed = {rank};
    for (int round = 0; round < rounds; round++) {
      int kind = round % KINDS;
      int other = (rank + 1 + round % (size - 1)) % size;
      MPI.COMM_WORLD.Send(new long[] {passed[0] & 0xFFFF}, 0, 1, MPI.LONG, other, kind);
      long[] reply = new long[1];
      MPI.COMM_WORLD.Recv(reply, 0, 1, MPI.LONG, other, REPLY + kind);
      passed[0] = passed[0] * 31 + reply[0];
      MPI.COMM_WORLD.Sendrecv_replace(
          passed, 0, 1, MPI.LONG, (rank + 1) % size, PASSED, (rank + size - 1) % size, PASSED);
      if (round % 8 == 0) {
        tasks.add(passed[0] & 0xFFFF);
        passed[0] += take(results);
        counted.release();
      }
      System.out.println("round " + round + ": " + passed[0]);
    }
    tasks.add(STOP);
    counted.release(1_000_000);
    MPI.COMM_WORLD.Barrier();
    for (int kind = 0; kind < WAITED_FOR_ANY; kind++) {
      MPI.COMM_WORLD.Send(new long[] {STOP}, 0, 1, MPI.LONG, rank, kind);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(
        "served " + served[RECEIVED] + ", " + served[PROBED] + ", " + served[WAITED]);
  }

  /** Waits for tasks of its own rank's main. */
  private void work() {
    long sum = 0;
    for (long task = take(tasks); task != STOP; task = take(tasks)) {
      sum = sum * 7 + task;
      results.add(sum);
    }
  }

  private static long take(BlockingQueue<Long> queue) {
    try {
      return queue.take();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void count() {
    while (count < 1_000) {
      counted.acquireUninterruptibly();
      count++;
    }
  }

  /** What is served is on the stack until the end. */
  private void receive() {
    long sum = 0;
    long[] request = new long[1];
    while (true) {
      Status received = MPI.COMM_WORLD.Recv(request, 0, 1, MPI.LONG, MPI.ANY_SOURCE, RECEIVED);
      if (request[0] == STOP) {
        served[RECEIVED] = sum;
        return;
      }
      sum += answer(RECEIVED, request[0], received.source);
    }
  }

  private void await(String name) {
    long sum = 0;
    long[] request = new long[1];
    while (request[0] != STOP) {
      Status received =
          MPI.COMM_WORLD.Irecv(request, 0, 1, MPI.LONG, MPI.ANY_SOURCE, WAITED).Wait();
      if (!Thread.currentThread().getName().equals(name)) {
        throw new IllegalStateException(Thread.currentThread() + " is not " + name);
      }
      sum += request[0] == STOP ? 0 : answer(WAITED, request[0], received.source);
    }
    served[WAITED] = sum;
  }

  private void awaitAny() {
    long[][] requests = new long[2][1];
    Request[] open = new Request[2];
    for (int i = 0; i < open.length; i++) {
      open[i] = MPI.COMM_WORLD.Irecv(requests[i], 0, 1, MPI.LONG, MPI.ANY_SOURCE, WAITED_FOR_ANY);
    }
    while (true) {
      Status received = Request.Waitany(open);
      int i = received.index;
      answer(WAITED_FOR_ANY, requests[i][0], received.source);
      open[i] = MPI.COMM_WORLD.Irecv(requests[i], 0, 1, MPI.LONG, MPI.ANY_SOURCE, WAITED_FOR_ANY);
    }
  }

  private static long answer(int kind, long value, int to) {
    MPI.COMM_WORLD.Send(new long[] {value * 7 + kind}, 0, 1, MPI.LONG, to, REPLY + kind);
    return value;
  }
}
