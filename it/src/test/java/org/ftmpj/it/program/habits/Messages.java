package org.ftmpj.it.program.habits;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import mpi.MPI;

/** Sends objects of its own, serialized by MPJ Express, and gathers them. */
public final class Messages {
  private static class Shape implements Serializable {
    private static final long serialVersionUID = 1L;
    private final String name;
    private final List<double[]> points = new ArrayList<>();
    private transient int visits;

    Shape(String name) {
      this.name = name;
    }

    double length() {
      visits++;
      double sum = 0;
      for (int i = 1; i < points.size(); i++) {
        sum +=
            Math.hypot(
                points.get(i)[0] - points.get(i - 1)[0], points.get(i)[1] - points.get(i - 1)[1]);
      }
      return sum;
    }
  }

  private Messages() {}

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    Object[] box = {new Shape("shape " + rank)};
    for (int round = 0; round < 40; round++) {
      Shape shape = (Shape) box[0];
      shape.points.add(new double[] {round * rank, Math.sqrt(round)});
      System.out.printf("%s %.4f %d%n", shape.name, shape.length(), shape.visits);
      Object[] received = new Object[1];
      MPI.COMM_WORLD.Sendrecv(
          box,
          0,
          1,
          MPI.OBJECT,
          (rank + 1) % size,
          4,
          received,
          0,
          1,
          MPI.OBJECT,
          (rank + size - 1) % size,
          4);
      box = received;
    }
    MPI.Finalize();
  }
}
