package org.ftmpj.it.program;

import java.util.Arrays;
import mpi.Datatype;
import mpi.MPI;

/** All element types, and a derived one. */
public final class Datatypes {
  private Datatypes() {}

  public static void main(String[] args) {
    Steps.run(args, Datatypes::step);
  }

  private static Object step(int step, int rank, int size) {
    int next = Steps.next(rank, size);
    int previous = Steps.previous(rank, size);
    byte[] bytes = {(byte) step, (byte) rank};
    char[] chars = {(char) ('a' + step), 'ß'};
    short[] shorts = {(short) (step * 300), 1};
    boolean[] booleans = {step % 2 == 0, true};
    long[] longs = {step * 10_000_000_000L, rank};
    float[] floats = {step / 3f, rank};
    double[] doubles = {step / 7.0, rank};
    int[] column = new int[16];
    Arrays.setAll(column, i -> i * step + rank);
    Object[] buffers = {bytes, chars, shorts, booleans, longs, floats, doubles};
    Datatype[] types = {
      MPI.BYTE, MPI.CHAR, MPI.SHORT, MPI.BOOLEAN, MPI.LONG, MPI.FLOAT, MPI.DOUBLE
    };
    for (int i = 0; i < buffers.length; i++) {
      MPI.COMM_WORLD.Sendrecv_replace(buffers[i], 0, 2, types[i], next, i, previous, i);
    }
    Datatype everyFourth = Datatype.Vector(4, 1, 4, MPI.INT);
    everyFourth.Commit();
    int[] received = new int[16];
    MPI.COMM_WORLD.Sendrecv(
        column, 0, 1, everyFourth, next, 9, received, 0, 4, MPI.INT, previous, 9);
    return Arrays.toString(bytes)
        + Arrays.toString(chars)
        + Arrays.toString(shorts)
        + Arrays.toString(booleans)
        + Arrays.toString(longs)
        + Arrays.toString(floats)
        + Arrays.toString(doubles)
        + Arrays.toString(received);
  }
}
