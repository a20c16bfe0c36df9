package org.ftmpj.samples.objects;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import mpi.MPI;
import org.ftmpj.samples.Arguments;
import org.ftmpj.samples.Work;

/** Rank 0 hands out tasks as objects, the others hand back results as objects, in rounds. */
public final class ObjectTasks {
  private static final int TAG_TASK = 1;
  private static final int TAG_RESULT = 2;

  private ObjectTasks() {}

  /** What to do; an end has no numbers. */
  record Task(int round, List<Long> numbers, int work) implements Serializable {}

  /** What came of it. */
  record Result(Task task, List<Long> mixed) implements Serializable {}

  /**
   * Runs it.
   *
   * @param args rounds, work of a task
   */
  public static void main(String[] args) {
    String[] arguments = MPI.Init(args);
    int rounds = Arguments.positive(arguments, 0, 200);
    int work = Arguments.positive(arguments, 1, 1_000_000);
    if (MPI.COMM_WORLD.Rank() == 0) {
      handOut(rounds, work);
    } else {
      serve();
    }
    MPI.Finalize();
  }

  private static void handOut(int rounds, int work) {
    int size = MPI.COMM_WORLD.Size();
    long sum = 0;
    for (int round = 1; round <= rounds; round++) {
      for (int worker = 1; worker < size; worker++) {
        List<Long> numbers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          numbers.add(sum + worker * 10L + i);
        }
        send(new Task(round, numbers, work), worker, TAG_TASK);
      }
      for (int worker = 1; worker < size; worker++) {
        Result result = (Result) receive(worker, TAG_RESULT);
        for (long mixed : result.mixed()) {
          sum = sum * 31 + mixed;
        }
      }
      System.out.printf("round %d: %016x%n", round, sum);
    }
    for (int worker = 1; worker < size; worker++) {
      send(new Task(0, List.of(), 0), worker, TAG_TASK);
    }
  }

  private static void serve() {
    Task task = (Task) receive(0, TAG_TASK);
    while (!task.numbers().isEmpty()) {
      int work = task.work();
      List<Long> mixed = task.numbers().stream().map(number -> Work.mix(number, work)).toList();
      System.out.printf("round %d: %s%n", task.round(), mixed);
      send(new Result(task, new ArrayList<>(mixed)), 0, TAG_RESULT);
      task = (Task) receive(0, TAG_TASK);
    }
  }

  private static void send(Serializable object, int to, int tag) {
    MPI.COMM_WORLD.Send(new Object[] {object}, 0, 1, MPI.OBJECT, to, tag);
  }

  private static Object receive(int from, int tag) {
    Object[] objects = new Object[1];
    MPI.COMM_WORLD.Recv(objects, 0, 1, MPI.OBJECT, from, tag);
    return objects[0];
  }
}
