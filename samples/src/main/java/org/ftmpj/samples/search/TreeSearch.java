package org.ftmpj.samples.search;

import java.util.ArrayDeque;
import mpi.MPI;
import mpi.Status;
import org.ftmpj.samples.Arguments;

/**
 * Counts the ways to place queens on a board so that none can take another one. The tree of
 * placements is cut into subtrees; rank 0 has all at first. On every rank main searches, while a
 * listener thread receives whatever comes from whomever, and gives half of the subtrees that are
 * left to everybody who asks. Both share them under a monitor.
 *
 * <p>Every message is received: a listener ends when all other ranks have said that they will not
 * ask again, and its own rank has its answer.
 */
public final class TreeSearch {
  private static final int DEPTH = 3;

  private static final int TAG_ASK = 1;
  private static final int TAG_GIVE = 2;
  private static final int TAG_DONE = 3;
  private static final int TAG_STOP = 4;
  private static final int TAG_END = 5;

  private final int rank = MPI.COMM_WORLD.Rank();
  private final int size = MPI.COMM_WORLD.Size();
  private final int queens;
  private final int repetitions;

  /** Subtrees to be searched: the columns of the first queens. Guarded by itself. */
  private final ArrayDeque<Integer> own = new ArrayDeque<>();

  private final Object state = new Object();
  private boolean asking; // guarded by state
  private boolean stopped; // guarded by state
  private int done; // guarded by state
  private long solutions; // guarded by state

  private int subtrees;
  private int victim = rank;
  private int inVain;

  private TreeSearch(int queens, int repetitions) {
    this.queens = queens;
    this.repetitions = repetitions;
    int all = (int) Math.pow(queens, DEPTH);
    for (int subtree = 0; subtree < all; subtree++) {
      if (isPossible(subtree)) {
        subtrees++;
        if (rank == 0) {
          own.add(subtree);
        }
      }
    }
  }

  /**
   * Runs it.
   *
   * @param args queens, how often each subtree is searched
   */
  public static void main(String[] args) throws InterruptedException {
    String[] arguments = MPI.Init(args);
    int queens = Arguments.positive(arguments, 0, 12);
    int repetitions = Arguments.positive(arguments, 1, 1);
    new TreeSearch(queens, repetitions).run();
    MPI.Finalize();
  }

  private void run() throws InterruptedException {
    Thread listener = new Thread(this::listen, "listener");
    listener.start();
    while (!isStopped()) {
      Integer subtree = take();
      if (subtree != null) {
        search(subtree);
      } else {
        ask();
      }
    }
    tellOthers(TAG_END);
    listener.join();
    if (rank == 0) {
      System.out.printf("%d queens: %d solutions in %d subtrees%n", queens, solutions, done);
    }
  }

  private Integer take() {
    synchronized (own) {
      return own.poll();
    }
  }

  private boolean isStopped() {
    synchronized (state) {
      return stopped;
    }
  }

  private boolean isAsking() {
    synchronized (state) {
      return asking;
    }
  }

  private void search(int subtree) {
    long found = 0;
    for (int i = 0; i < repetitions; i++) {
      found = count(subtree);
    }
    inVain = 0;
    System.out.printf("subtree %d: %d solutions%n", subtree, found);
    if (rank == 0) {
      add(found);
    } else {
      send(0, TAG_DONE, found);
    }
  }

  /** Asks the next rank for subtrees, and waits until the listener has them. */
  private void ask() throws InterruptedException {
    do {
      victim = (victim + 1) % size;
    } while (victim == rank);
    synchronized (state) {
      if (stopped) {
        return;
      }
      asking = true;
    }
    send(victim, TAG_ASK);
    synchronized (state) {
      while (asking) {
        state.wait();
      }
    }
    inVain++;
    if (inVain % (size - 1) == 0) {
      Thread.sleep(1);
    }
  }

  private void listen() {
    long[] message = new long[subtrees];
    int searching = size - 1;
    while (searching > 0 || isAsking()) {
      Status status =
          MPI.COMM_WORLD.Recv(message, 0, subtrees, MPI.LONG, MPI.ANY_SOURCE, MPI.ANY_TAG);
      switch (status.tag) {
        case TAG_ASK -> give(status.source);
        case TAG_GIVE -> take(message, status.Get_count(MPI.LONG));
        case TAG_DONE -> add(message[0]);
        case TAG_STOP -> stop();
        case TAG_END -> searching--;
        default -> throw new IllegalStateException("tag " + status.tag + " from " + status.source);
      }
    }
  }

  private void give(int to) {
    long[] given;
    synchronized (own) {
      given = new long[own.size() / 2];
      for (int i = 0; i < given.length; i++) {
        given[i] = own.pollLast();
      }
    }
    send(to, TAG_GIVE, given);
  }

  private void take(long[] given, int number) {
    synchronized (own) {
      for (int i = 0; i < number; i++) {
        own.add((int) given[i]);
      }
    }
    synchronized (state) {
      asking = false;
      state.notifyAll();
    }
  }

  /** On rank 0: a subtree is done. */
  private void add(long found) {
    boolean all;
    synchronized (state) {
      done++;
      solutions += found;
      all = done == subtrees;
    }
    if (all) {
      tellOthers(TAG_STOP);
      stop();
    }
  }

  private void stop() {
    synchronized (state) {
      stopped = true;
    }
  }

  private void tellOthers(int tag) {
    for (int other = 0; other < size; other++) {
      if (other != rank) {
        send(other, tag);
      }
    }
  }

  private static void send(int to, int tag, long... numbers) {
    MPI.COMM_WORLD.Send(numbers, 0, numbers.length, MPI.LONG, to, tag);
  }

  private boolean isPossible(int subtree) {
    return count(subtree, DEPTH) > 0;
  }

  private long count(int subtree) {
    return count(subtree, queens);
  }

  /** Places the queens of the subtree, and the others up to that row. */
  private long count(int subtree, int rows) {
    int columns = 0;
    int left = 0;
    int right = 0;
    int rest = subtree;
    for (int row = 0; row < DEPTH; row++) {
      int place = 1 << rest % queens;
      rest /= queens;
      if (((columns | left | right) & place) != 0) {
        return 0;
      }
      columns |= place;
      left = (left | place) << 1;
      right = (right | place) >>> 1;
    }
    return place(rows - DEPTH, columns, left, right);
  }

  private long place(int rows, int columns, int left, int right) {
    if (rows == 0) {
      return 1;
    }
    long ways = 0;
    int free = ~(columns | left | right) & (1 << queens) - 1;
    while (free != 0) {
      int place = free & -free;
      free ^= place;
      ways += place(rows - 1, columns | place, (left | place) << 1, (right | place) >>> 1);
    }
    return ways;
  }
}
