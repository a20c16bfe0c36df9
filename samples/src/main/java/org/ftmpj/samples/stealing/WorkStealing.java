package org.ftmpj.samples.stealing;

import java.util.ArrayDeque;
import mpi.MPI;
import mpi.Status;
import org.ftmpj.samples.Arguments;
import org.ftmpj.samples.Work;

/**
 * Work stealing. Rank 0 has all tasks at first; a rank without any asks the others in turn, and
 * gets half of what is left there. Between two tasks a rank looks with {@code Iprobe} whether
 * somebody asks. Which rank does which task is open; that each is done once is not.
 */
public final class WorkStealing {
  private static final int TAG_ASK = 1;
  private static final int TAG_GIVE = 2;
  private static final int TAG_DONE = 3;
  private static final int TAG_STOP = 4;

  private final int rank = MPI.COMM_WORLD.Rank();
  private final int size = MPI.COMM_WORLD.Size();
  private final int tasks;
  private final int work;
  private final ArrayDeque<Integer> own = new ArrayDeque<>();
  private int victim = rank;
  private boolean asked;
  private boolean stopped;
  private int unreported;
  private long unreportedSum;
  private int done;
  private long sum;

  private WorkStealing(int tasks, int work) {
    this.tasks = tasks;
    this.work = work;
    for (int task = 0; rank == 0 && task < tasks; task++) {
      own.add(task);
    }
  }

  /**
   * Runs it.
   *
   * @param args tasks, work of a task
   */
  public static void main(String[] args) {
    String[] arguments = MPI.Init(args);
    int tasks = Arguments.positive(arguments, 0, 400);
    int work = Arguments.positive(arguments, 1, 5_000_000);
    new WorkStealing(tasks, work).run();
    MPI.Finalize();
  }

  private void run() {
    while (!stopped) {
      answer();
      if (!own.isEmpty()) {
        compute(own.poll());
      } else {
        report();
        look();
      }
    }
    if (rank == 0) {
      System.out.printf("all %d tasks are done, sum %016x%n", done, sum);
    }
  }

  private void compute(int task) {
    long result = Work.mix(task + 1, work);
    System.out.printf("task %d: %016x%n", task, result);
    unreported++;
    unreportedSum += result;
  }

  /** Gives half of the own tasks to everybody who asks. */
  private void answer() {
    Status asks = MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, TAG_ASK);
    while (asks != null) {
      MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, asks.source, TAG_ASK);
      int[] given = new int[own.size() / 2];
      for (int i = 0; i < given.length; i++) {
        given[i] = own.pollLast();
      }
      MPI.COMM_WORLD.Send(given, 0, given.length, MPI.INT, asks.source, TAG_GIVE);
      asks = MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, TAG_ASK);
    }
  }

  /** Tells rank 0 what has been done since the last time. */
  private void report() {
    if (unreported == 0) {
      return;
    }
    if (rank == 0) {
      done += unreported;
      sum += unreportedSum;
    } else {
      long[] report = {unreported, unreportedSum};
      MPI.COMM_WORLD.Send(report, 0, 2, MPI.LONG, 0, TAG_DONE);
    }
    unreported = 0;
    unreportedSum = 0;
  }

  /** Looks for work, and whether there is any left. */
  private void look() {
    if (rank == 0) {
      collect();
    } else if (MPI.COMM_WORLD.Iprobe(0, TAG_STOP) != null) {
      MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 0, TAG_STOP);
      stopped = true;
      return;
    }
    if (size == 1) {
      return;
    }
    if (!asked) {
      do {
        victim = (victim + 1) % size;
      } while (victim == rank);
      MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, victim, TAG_ASK);
      asked = true;
    } else if (MPI.COMM_WORLD.Iprobe(victim, TAG_GIVE) != null) {
      int[] given = new int[tasks];
      Status gives = MPI.COMM_WORLD.Recv(given, 0, tasks, MPI.INT, victim, TAG_GIVE);
      for (int i = 0; i < gives.Get_count(MPI.INT); i++) {
        own.add(given[i]);
      }
      asked = false;
    } else {
      Thread.yield();
    }
  }

  private void collect() {
    Status reports = MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, TAG_DONE);
    while (reports != null) {
      long[] report = new long[2];
      MPI.COMM_WORLD.Recv(report, 0, 2, MPI.LONG, reports.source, TAG_DONE);
      done += (int) report[0];
      sum += report[1];
      reports = MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, TAG_DONE);
    }
    if (done == tasks) {
      for (int other = 1; other < size; other++) {
        MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, other, TAG_STOP);
      }
      stopped = true;
    }
  }
}
