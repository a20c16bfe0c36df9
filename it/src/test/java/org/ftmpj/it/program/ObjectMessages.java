package org.ftmpj.it.program;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mpi.MPI;

/** Messages that are serialized objects. */
public final class ObjectMessages {
  private ObjectMessages() {}

  private record Parcel(int number, String text, List<Integer> list) implements Serializable {}

  public static void main(String[] args) {
    Steps.run(args, ObjectMessages::step);
  }

  private static Object step(int step, int rank, int size) {
    Map<String, Integer> map = new TreeMap<>(Map.of("step", step, "rank", rank));
    Object[] sent = {
      "text of " + rank, new Parcel(step, "x".repeat(step * 100), List.of(rank, step)), map
    };
    MPI.COMM_WORLD.Isend(sent, 0, sent.length, MPI.OBJECT, Steps.next(rank, size), 1);
    Object[] received = new Object[sent.length];
    MPI.COMM_WORLD.Recv(received, 0, received.length, MPI.OBJECT, Steps.previous(rank, size), 1);
    return List.of(received).hashCode() + " " + received[0] + " " + received[2];
  }
}
