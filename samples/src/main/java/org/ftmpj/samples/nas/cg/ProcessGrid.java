package org.ftmpj.samples.nas.cg;

import mpi.MPI;
import mpi.Request;

/**
 * The ranks as a grid with as many columns as rows, or twice as many (NAS-95-020, section 3.3). The
 * matrix is cut into blocks accordingly. Of a vector that is multiplied, a rank has the part that
 * belongs to its columns of the matrix, and so have all ranks above and below.
 *
 * <p>All messages go between ranks that know of each other: no receive has an open source.
 */
final class ProcessGrid {
  private static final int TAG_SUM = 1;
  private static final int TAG_TRANSPOSE = 2;

  private final int rows;
  private final int columns;
  private final int row;
  private final int column;
  private final double[] received;

  /**
   * Of all ranks, a power of two.
   *
   * @param order of the matrix; a multiple of the number of columns
   */
  ProcessGrid(int order) {
    int size = MPI.COMM_WORLD.Size();
    int logSize = Integer.numberOfTrailingZeros(size);
    this.rows = 1 << logSize / 2;
    this.columns = size / rows;
    this.row = MPI.COMM_WORLD.Rank() / columns;
    this.column = MPI.COMM_WORLD.Rank() % columns;
    this.received = new double[order / rows];
  }

  Span rows(int order) {
    return Span.part(row, rows, order);
  }

  Span columns(int order) {
    return Span.part(column, columns, order);
  }

  /** Adds up, element by element, what the ranks of this row have; all get the sums. */
  void sum(double[] values) {
    for (int distance = columns / 2; distance > 0; distance /= 2) {
      addFrom(column ^ distance, values, 0, values, 0, values.length);
    }
  }

  /**
   * Adds up what the ranks of this row have found for their rows of the matrix, and sends the part
   * that belongs to the columns of another rank there.
   *
   * @param product for the rows of the matrix; destroyed
   * @param sum for the columns of the matrix
   */
  void sumAndTranspose(double[] product, double[] sum) {
    int length = product.length;
    int part = 0;
    int nearest = 1;
    if (columns > rows) {
      // Columns are half as wide as rows are high: even columns go on with the first half.
      length /= 2;
      part = column % 2 * length;
      addFrom(column ^ 1, product, length - part, product, part, length);
      nearest = 2;
    }
    for (int distance = nearest; distance < columns; distance *= 2) {
      addFrom(column ^ distance, product, part, product, part, length);
    }
    if (columns == 1) {
      System.arraycopy(product, 0, sum, 0, length);
    } else {
      exchange(transposed(), TAG_TRANSPOSE, product, part, length, sum);
    }
  }

  /**
   * The rank whose columns of the matrix have the numbers of this one's rows, or of half of them.
   */
  private int transposed() {
    int halves = columns / rows;
    return column / halves * columns + row * halves + column % halves;
  }

  private void addFrom(
      int otherColumn, double[] sent, int from, double[] values, int offset, int length) {
    exchange(row * columns + otherColumn, TAG_SUM, sent, from, length, received);
    for (int i = 0; i < length; i++) {
      values[offset + i] += received[i];
    }
  }

  private static void exchange(
      int other, int tag, double[] sent, int from, int length, double[] received) {
    Request request = MPI.COMM_WORLD.Irecv(received, 0, length, MPI.DOUBLE, other, tag);
    MPI.COMM_WORLD.Send(sent, from, length, MPI.DOUBLE, other, tag);
    request.Wait();
  }
}
