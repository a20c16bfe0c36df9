package org.ftmpj.samples.farm;

import mpi.MPI;
import mpi.Request;
import mpi.Status;
import org.ftmpj.samples.Arguments;
import org.ftmpj.samples.Work;

/**
 * A farm whose master has one receive posted for each worker, and deals the next task to the one
 * that {@code Waitany} says has finished.
 */
public final class WaitanyFarm {
  private static final int TAG_TASK = 1;
  private static final int TAG_RESULT = 2;
  private static final long END = -1;

  private WaitanyFarm() {}

  /**
   * Runs it.
   *
   * @param args tasks, work of a task
   */
  public static void main(String[] args) {
    String[] arguments = MPI.Init(args);
    int tasks = Arguments.positive(arguments, 0, 400);
    int work = Arguments.positive(arguments, 1, 5_000_000);
    if (MPI.COMM_WORLD.Size() < 2) {
      System.err.println("The farm needs a worker: at least 2 ranks");
    } else if (MPI.COMM_WORLD.Rank() == 0) {
      deal(tasks);
    } else {
      work(work);
    }
    MPI.Finalize();
  }

  private static void deal(int tasks) {
    int workers = MPI.COMM_WORLD.Size() - 1;
    long[][] results = new long[workers][2];
    Request[] requests = new Request[workers];
    int dealt = 0;
    int busy = 0;
    for (int worker = 0; worker < workers; worker++) {
      long task = dealt < tasks ? dealt++ : END;
      requests[worker] = deal(worker, task, results[worker]);
      busy += task == END ? 0 : 1;
    }
    long sum = 0;
    while (busy > 0) {
      Status finished = Request.Waitany(requests);
      int worker = finished.index;
      System.out.printf("task %d: %016x%n", results[worker][0], results[worker][1]);
      sum += results[worker][1];
      long task = dealt < tasks ? dealt++ : END;
      requests[worker] = deal(worker, task, results[worker]);
      busy -= task == END ? 1 : 0;
    }
    System.out.printf("farm: %d tasks, sum %016x%n", tasks, sum);
  }

  /** Sends a task to a worker; the request for its result, or the null request after the end. */
  private static Request deal(int worker, long task, long[] result) {
    MPI.COMM_WORLD.Send(new long[] {task}, 0, 1, MPI.LONG, worker + 1, TAG_TASK);
    return task == END
        ? MPI.REQUEST_NULL
        : MPI.COMM_WORLD.Irecv(result, 0, 2, MPI.LONG, worker + 1, TAG_RESULT);
  }

  private static void work(int work) {
    long[] task = new long[1];
    MPI.COMM_WORLD.Recv(task, 0, 1, MPI.LONG, 0, TAG_TASK);
    while (task[0] != END) {
      long[] result = {task[0], Work.mix(task[0] + 1, work)};
      System.out.printf("did %d%n", task[0]);
      MPI.COMM_WORLD.Send(result, 0, 2, MPI.LONG, 0, TAG_RESULT);
      MPI.COMM_WORLD.Recv(task, 0, 1, MPI.LONG, 0, TAG_TASK);
    }
  }
}
