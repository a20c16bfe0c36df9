package org.ftmpj.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One of the two cases of MPI/FT, on four ranks, which takes its checkpoints by itself or not.
 *
 * @param title what it is
 * @param main its main class among the samples
 * @param aware that of the same program with the calls of MPI/FT
 * @param arguments those that both have
 * @param storeArgument follows these where the program takes its checkpoints by itself
 * @param messages that a rank sends from one checkpoint to the next; 0 if it takes none
 */
record CheckpointedCase(
    String title,
    String main,
    String aware,
    List<String> arguments,
    int storeArgument,
    int messages) {
  static final int RANKS = 4;

  static final int GENERATIONS = 10_000;

  private static final String SAMPLES = "org.ftmpj.samples.";

  /** Each rank of the Game of Life sends so many messages in a generation. */
  private static final int MESSAGES = 2;

  /**
   * The Game of Life on a square grid.
   *
   * @param every how many generations a checkpoint is taken; 0 for none
   */
  static CheckpointedCase life(int side, int every) {
    String cells = Integer.toString(side);
    String all = Integer.toString(GENERATIONS);
    return new CheckpointedCase(
        "Game of Life, " + side + " x " + side,
        "life.GameOfLife",
        "aware.CheckpointedLife",
        List.of(cells, cells, all, all),
        every == 0 ? GENERATIONS + 1 : every,
        MESSAGES * every);
  }

  /** The farm; each worker, and the farmer, takes a checkpoint every so many rows. */
  static CheckpointedCase mandelbrot(int iterations, int rows) {
    return new CheckpointedCase(
        "Mandelbrot farm",
        "mandelbrot.Mandelbrot",
        "aware.CheckpointedMandelbrot",
        List.of("800", "600", Integer.toString(iterations)),
        rows,
        rows);
  }

  /** Starts it; its ranks tell of their checkpoints. */
  Running start(Jobs jobs, Variant variant, List<String> more) throws IOException {
    List<String> options = new ArrayList<>(CheckpointTimes.TOLD);
    options.addAll(more);
    List<String> all = new ArrayList<>(arguments);
    if (variant == Variant.AWARE) {
      all.add(Integer.toString(storeArgument));
    } else if (variant == Variant.TRANSPARENT && messages > 0) {
      options.addAll(List.of("-J", "-Dft.checkpoint.messages=" + messages));
    }
    String program = SAMPLES + (variant == Variant.AWARE ? aware : main);
    return jobs.start(variant, RANKS, options, program, all);
  }
}
