package org.ftmpj.samples.life;

import mpi.MPI;
import org.ftmpj.samples.Arguments;

/**
 * Conway's Game of Life on a torus. Each rank owns a block of rows; before each generation it
 * exchanges its outermost rows with its two neighbours, and from time to time all ranks add up the
 * population.
 */
public final class GameOfLife {
  private static final int MASTER = 0;

  private GameOfLife() {}

  public static void main(String[] args) {
    String[] arguments = MPI.Init(args);
    int exitCode = 0;
    try {
      int width = Arguments.positive(arguments, 0, 800);
      int height = Arguments.positive(arguments, 1, 800);
      int generations = Arguments.positive(arguments, 2, 1000);
      int reportEvery = Arguments.positive(arguments, 3, Math.max(1, generations / 20));
      run(new Board(width, height), generations, reportEvery);
    } catch (IllegalArgumentException e) {
      exitCode = 2;
      if (MPI.COMM_WORLD.Rank() == MASTER) {
        System.err.println(e.getMessage());
        System.err.println("Arguments: [width [height [generations [reportEvery]]]]");
      }
    }
    MPI.Finalize();
    if (exitCode != 0) {
      System.exit(exitCode);
    }
  }

  private static void run(Board board, int generations, int reportEvery) {
    board.sow();
    for (int generation = 1; generation <= generations; generation++) {
      board.advance();
      if (generation % reportEvery == 0) {
        board.report(generation);
      }
    }
    board.finish();
  }
}
