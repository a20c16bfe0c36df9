package org.ftmpj.samples.nas.cg;

import org.ftmpj.samples.nas.Random46;

/** The random sparse vectors of which the matrix is made, one after the other. */
final class SparseVector {
  private final int order;
  private final int nonzeros;
  private final int powerOfTwo;
  private final Random46 random;

  /** Which elements there are, with the values beside; one more than random ones. */
  final int[] places;

  final double[] values;

  private int size;

  /**
   * No vector yet.
   *
   * @param nonzeros how many elements are random
   */
  SparseVector(int order, int nonzeros, Random46 random) {
    this.order = order;
    this.nonzeros = nonzeros;
    this.powerOfTwo = order == 1 ? 1 : Integer.highestOneBit(order - 1) * 2;
    this.random = random;
    this.places = new int[nonzeros + 1];
    this.values = new double[nonzeros + 1];
  }

  int size() {
    return size;
  }

  /**
   * Makes the next one.
   *
   * @param half an element that is 0.5, whether random or not
   */
  void next(int half) {
    size = 0;
    while (size < nonzeros) {
      double value = random.next();
      int place = (int) (powerOfTwo * random.next());
      if (place < order && indexOf(place) < 0) {
        put(size, place, value);
      }
    }
    int index = indexOf(half);
    put(index < 0 ? size : index, half, 0.5);
  }

  private void put(int index, int place, double value) {
    places[index] = place;
    values[index] = value;
    size = Math.max(size, index + 1);
  }

  private int indexOf(int place) {
    for (int i = 0; i < size; i++) {
      if (places[i] == place) {
        return i;
      }
    }
    return -1;
  }
}
