package org.ftmpj.samples.nas.cg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SparseMatrixTest {
  private static final Problem SMALL = new Problem(60, 4, 10, 0);

  @Test
  void shouldBeSymmetric() {
    double[][] matrix = dense(SMALL, new Span(0, 60), new Span(0, 60));
    for (int i = 0; i < 60; i++) {
      for (int j = 0; j < 60; j++) {
        assertThat(matrix[i][j]).isCloseTo(matrix[j][i], within(1e-14));
      }
    }
  }

  @Test
  void shouldBeTheSameInBlocks() {
    double[][] whole = dense(SMALL, new Span(0, 60), new Span(0, 60));
    double[][] block = dense(SMALL, Span.part(1, 2, 60), Span.part(2, 4, 60));
    for (int i = 0; i < 30; i++) {
      for (int j = 0; j < 15; j++) {
        assertThat(block[i][j]).isEqualTo(whole[30 + i][30 + j]);
      }
    }
  }

  @Test
  void shouldHaveAShiftedDiagonal() {
    double shifted = dense(SMALL, new Span(0, 60), new Span(0, 60))[5][5];
    Problem without = new Problem(60, 4, 0, 0);
    double unshifted = dense(without, new Span(0, 60), new Span(0, 60))[5][5];
    assertThat(unshifted - shifted).isCloseTo(10, within(1e-12));
  }

  /** Found by multiplying with unit vectors. */
  private static double[][] dense(Problem problem, Span rows, Span columns) {
    SparseMatrix block = SparseMatrix.block(problem, rows, columns);
    double[][] dense = new double[rows.length()][columns.length()];
    double[] product = new double[rows.length()];
    for (int j = 0; j < columns.length(); j++) {
      double[] unit = new double[columns.length()];
      unit[j] = 1;
      block.multiply(unit, product);
      for (int i = 0; i < rows.length(); i++) {
        dense[i][j] = product[i];
      }
    }
    return dense;
  }
}
