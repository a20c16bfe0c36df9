package org.ftmpj.it.program.habits;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import mpi.MPI;

/** A cache and a matrix with type parameters, lambdas kept in fields. */
public final class Generic {
  private static final class Cache<K extends Comparable<K>, V> {
    private final Function<K, V> make;
    private final LinkedHashMap<K, V> kept =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > 5;
          }
        };

    Cache(Function<K, V> make) {
      this.make = make;
    }

    V get(K key) {
      return kept.computeIfAbsent(key, make);
    }
  }

  private static final class Matrix<T> {
    private final T[][] cells;
    private final BinaryOperator<T> plus;

    @SuppressWarnings("unchecked")
    Matrix(int size, Supplier<T> zero, BinaryOperator<T> plus) {
      cells = (T[][]) new Object[size][size];
      this.plus = plus;
      for (T[] row : cells) {
        for (int i = 0; i < size; i++) {
          row[i] = zero.get();
        }
      }
    }

    void add(int row, int column, T value) {
      cells[row][column] = plus.apply(cells[row][column], value);
    }

    T trace(T zero) {
      T sum = zero;
      for (int i = 0; i < cells.length; i++) {
        sum = plus.apply(sum, cells[i][i]);
      }
      return sum;
    }
  }

  private Generic() {}

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    AtomicInteger made = new AtomicInteger();
    Cache<Integer, BigInteger> cache =
        new Cache<>(
            key -> {
              made.incrementAndGet();
              return BigInteger.TWO.pow(key).add(BigInteger.valueOf(rank));
            });
    Matrix<BigInteger> matrix = new Matrix<>(4, () -> BigInteger.ZERO, BigInteger::add);
    for (int round = 0; round < 60; round++) {
      matrix.add(round % 4, round * 3 % 4, cache.get(round * round % 11));
      int[] sum = new int[1];
      int[] own = {matrix.trace(BigInteger.ZERO).mod(BigInteger.TEN).intValue()};
      MPI.COMM_WORLD.Allreduce(own, 0, sum, 0, 1, MPI.INT, MPI.SUM);
      matrix.add(0, 0, BigInteger.valueOf(sum[0]));
      System.out.println(round + " " + matrix.trace(BigInteger.ZERO) + " " + made);
    }
    MPI.Finalize();
  }
}
