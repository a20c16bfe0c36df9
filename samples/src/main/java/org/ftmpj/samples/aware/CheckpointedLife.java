package org.ftmpj.samples.aware;

import java.io.Serializable;
import mpi.MPI;
import org.ftmpj.api.MpiFt;
import org.ftmpj.samples.Arguments;
import org.ftmpj.samples.life.Board;

/**
 * The Game of Life, with the calls of MPI/FT where its Figure 5.11 has them: each rank stores its
 * cells and the number of the generation.
 */
public final class CheckpointedLife {
  private CheckpointedLife() {}

  /** What a rank stores. */
  private record Stored(int generation, byte[][] cells) implements Serializable {}

  /** Arguments: [width [height [generations [reportEvery [generations between checkpoints]]]]]. */
  public static void main(String[] args) {
    String[] arguments = MPI.Init(args);
    int width = Arguments.positive(arguments, 0, 250);
    int height = Arguments.positive(arguments, 1, 250);
    int generations = Arguments.positive(arguments, 2, 10_000);
    int reportEvery = Arguments.positive(arguments, 3, 500);
    int storeEvery = Arguments.positive(arguments, 4, 100);
    Board board = new Board(width, height);
    int generation = 0;
    Stored stored = MpiFt.ChkptRecover();
    if (stored == null) {
      board.sow();
    } else {
      board.cells(stored.cells());
      generation = stored.generation();
    }
    while (generation < generations) {
      board.advance();
      generation++;
      if (generation % reportEvery == 0) {
        board.report(generation);
      }
      if (generation % storeEvery == 0) {
        MpiFt.ChkptDo(new Stored(generation, board.cells()));
      }
    }
    board.finish();
    MPI.Finalize();
  }
}
