package org.ftmpj.it.program.habits;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import mpi.MPI;

/** Accounts that are locked while ranks agree on them, and that threads of a pool add to. */
public final class Accounts {
  private static final Object AUDIT = new Object();

  private static final class Account {
    private final List<Integer> entries = new ArrayList<>();
    private int sum;

    synchronized void add(int value) {
      entries.add(value);
      sum += value;
    }
  }

  private Accounts() {}

  private static int agreed(int value) {
    int[] all = new int[1];
    MPI.COMM_WORLD.Allreduce(new int[] {value}, 0, all, 0, 1, MPI.INT, MPI.SUM);
    return all[0] % 1009;
  }

  /** The audit locks all, and gives up at some sums. */
  private static int audited(Account account, int round) {
    synchronized (AUDIT) {
      synchronized (account) {
        int sum = agreed(account.sum);
        if (sum % 5 == round % 5) {
          throw new IllegalStateException("the sum is " + sum);
        }
        for (int i = 0; i < 2; i++) {
          account.sum = agreed(account.sum + i);
        }
        return account.sum;
      }
    }
  }

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    Account account = new Account();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    for (int round = 0; round < 40; round++) {
      List<Future<?>> booked = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        int value = rank * 3 + i + round;
        booked.add(pool.submit(() -> account.add(value)));
      }
      for (Future<?> each : booked) {
        each.get();
      }
      synchronized (account) {
        account.add(agreed(round));
      }
      try {
        System.out.println(round + ": " + audited(account, round));
      } catch (IllegalStateException e) {
        System.out.println(round + ": " + e.getMessage() + Thread.holdsLock(account));
      }
    }
    pool.shutdown();
    System.out.println(account.entries.size());
    MPI.Finalize();
  }
}
