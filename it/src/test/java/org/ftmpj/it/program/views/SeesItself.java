package org.ftmpj.it.program.views;

import java.util.ArrayList;
import java.util.List;
import mpi.MPI;
import mpi.MPIException;

/** Prints all that it sees of itself, and again after some messages. */
public final class SeesItself {
  private static final int MESSAGES = 30;

  private SeesItself() {}

  public static void main(String[] arguments) throws Exception {
    MPI.Init(arguments);
    boolean sees = MPI.COMM_WORLD.Rank() == 0;
    Identities identities = new Identities();
    if (sees) {
      print("before");
    }
    int sum = 0;
    for (int i = 0; i < MESSAGES; i++) {
      sum += swap(i);
    }
    if (sees) {
      print("after " + sum);
      identities.views().forEach(System.out::println);
    }
    MPI.Finalize();
  }

  private static int swap(int value) throws MPIException {
    int other = 1 - MPI.COMM_WORLD.Rank();
    int[] sent = {value};
    int[] received = new int[1];
    MPI.COMM_WORLD.Sendrecv(sent, 0, 1, MPI.INT, other, 9, received, 0, 1, MPI.INT, other, 9);
    return received[0];
  }

  private static void print(String when) throws Exception {
    List<String> views = new ArrayList<>();
    views.addAll(ClassViews.all());
    views.addAll(NullViews.all());
    views.addAll(new StackViews().all());
    views.addAll(ObjectViews.all());
    for (String view : views) {
      System.out.println(when + ": " + view);
    }
  }
}
