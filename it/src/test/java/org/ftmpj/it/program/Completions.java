package org.ftmpj.it.program;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

/** Every way to wait for or to ask after several requests. */
public final class Completions {
  private static final int MESSAGES = 4;

  private Completions() {}

  public static void main(String[] args) {
    Steps.run(args, Completions::step);
  }

  private static Object step(int step, int rank, int size) {
    int[] received = new int[MESSAGES];
    Request[] requests = new Request[MESSAGES];
    for (int i = 0; i < MESSAGES; i++) {
      requests[i] = MPI.COMM_WORLD.Irecv(received, i, 1, MPI.INT, Steps.previous(rank, size), i);
    }
    for (int i = 0; i < MESSAGES; i++) {
      MPI.COMM_WORLD.Isend(new int[] {step * 10 + i}, 0, 1, MPI.INT, Steps.next(rank, size), i);
    }
    List<Integer> completed = complete(step % 6, requests);
    Collections.sort(completed);
    int sum = java.util.Arrays.stream(received).sum();
    return completed + " " + sum + " " + requests[0].Is_null();
  }

  private static List<Integer> complete(int way, Request[] requests) {
    List<Integer> completed = new ArrayList<>();
    while (completed.size() < MESSAGES) {
      switch (way) {
        case 0 -> completed.add(Request.Waitany(requests).index);
        case 1 -> add(completed, Request.Waitsome(requests));
        case 2 -> add(completed, Request.Testsome(requests));
        case 3 -> {
          Status one = Request.Testany(requests);
          if (one != null) {
            completed.add(one.index);
          }
        }
        case 4 -> {
          if (Request.Testall(requests) != null) {
            completed.addAll(List.of(0, 1, 2, 3));
          }
        }
        default -> {
          Request.Waitall(requests);
          completed.addAll(List.of(0, 1, 2, 3));
        }
      }
    }
    return completed;
  }

  private static void add(List<Integer> completed, Status[] statuses) {
    for (Status status : statuses) {
      completed.add(status.index);
    }
  }
}
