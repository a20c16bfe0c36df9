package org.ftmpj.samples.nas.cg;

import java.util.Arrays;
import org.ftmpj.samples.nas.Random46;

/**
 * A block of the benchmark's matrix: the weighted sum of the outer products of random sparse
 * vectors with themselves, with a shifted diagonal (RNR-94-007, section 2.4).
 */
final class SparseMatrix {
  private static final long SEED = 314_159_265L;

  /** Bounds the least eigenvalue; the weights fall from 1 to this. */
  private static final double CONDITION = 0.1;

  private final int[] rowStarts;
  private final int[] columns;
  private final double[] elements;

  private SparseMatrix(int[] rowStarts, int[] columns, double[] elements) {
    this.rowStarts = rowStarts;
    this.columns = columns;
    this.elements = elements;
  }

  /**
   * The block of some rows and columns. Every rank makes all vectors, and keeps what is its own.
   */
  static SparseMatrix block(Problem problem, Span rows, Span columns) {
    Terms terms = new Terms(rows, columns);
    int order = problem.order();
    Random46 random = new Random46(SEED).skip(1);
    SparseVector vector = new SparseVector(order, problem.nonzeros(), random);
    double ratio = StrictMath.pow(CONDITION, 1.0 / order);
    double weight = 1;
    for (int i = 0; i < order; i++) {
      vector.next(i);
      terms.addOuterProduct(vector, weight);
      weight *= ratio;
    }
    for (int i = 0; i < order; i++) {
      terms.add(i, i, CONDITION - problem.shift());
    }
    return terms.matrix();
  }

  /** Multiplies the block with as many elements as it has columns. */
  void multiply(double[] vector, double[] product) {
    for (int row = 0; row < rowStarts.length - 1; row++) {
      double sum = 0;
      for (int i = rowStarts[row]; i < rowStarts[row + 1]; i++) {
        sum += elements[i] * vector[columns[i]];
      }
      product[row] = sum;
    }
  }

  /** What the elements of a block are added up from. */
  private static final class Terms {
    private final Span rows;
    private final Span columns;

    /** Place of the element in the block, row by row, of each term in the order it came. */
    private long[] places = new long[1 << 16];

    private double[] values = new double[1 << 16];
    private int size;

    Terms(Span rows, Span columns) {
      this.rows = rows;
      this.columns = columns;
    }

    void addOuterProduct(SparseVector vector, double weight) {
      for (int i = 0; i < vector.size(); i++) {
        if (rows.holds(vector.places[i])) {
          for (int j = 0; j < vector.size(); j++) {
            double term = vector.values[i] * (weight * vector.values[j]);
            add(vector.places[i], vector.places[j], term);
          }
        }
      }
    }

    void add(int row, int column, double value) {
      if (!rows.holds(row) || !columns.holds(column)) {
        return;
      }
      if (size == values.length) {
        places = Arrays.copyOf(places, 2 * size);
        values = Arrays.copyOf(values, 2 * size);
      }
      places[size] = (long) (row - rows.from()) * columns.length() + column - columns.from();
      values[size++] = value;
    }

    /** Adds up the terms of each element, in the order they came. */
    SparseMatrix matrix() {
      long[] order = inOrderOfPlaces();
      int[] starts = new int[rows.length() + 1];
      int[] held = new int[size];
      double[] sums = new double[size];
      int last = -1;
      long lastPlace = -1;
      for (long entry : order) {
        int term = (int) (entry % size);
        if (places[term] != lastPlace) {
          lastPlace = places[term];
          held[++last] = (int) (lastPlace % columns.length());
          starts[(int) (lastPlace / columns.length()) + 1]++;
        }
        sums[last] += values[term];
      }
      for (int row = 0; row < rows.length(); row++) {
        starts[row + 1] += starts[row];
      }
      return new SparseMatrix(starts, Arrays.copyOf(held, last + 1), Arrays.copyOf(sums, last + 1));
    }

    /** Numbers that hold place and index of each term, sorted. */
    private long[] inOrderOfPlaces() {
      long[] order = new long[size];
      for (int i = 0; i < size; i++) {
        order[i] = places[i] * size + i;
      }
      Arrays.sort(order);
      return order;
    }
  }
}
