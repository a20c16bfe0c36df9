package org.ftmpj.hostd.disk;

import java.util.Optional;

/** Asks ranks of a job for checkpoints, by which logs get shorter. One thread. */
public interface CheckpointRequesting {

  /** The outcome of a request. */
  enum Answer {
    /** There is a checkpoint, or none is needed any more. */
    TAKEN,
    /** The rank could not be captured at that moment. */
    REFUSED
  }

  /** Asks that rank, unless it takes none, has ended, or has not answered yet. */
  void ask(int rank);

  /**
   * The next answer.
   *
   * @return empty if there is none within about that time, or none is awaited
   */
  Optional<Answer> next(long longestMs) throws InterruptedException;

  /** Which ranks have no checkpoint of late, and why; what else is in the way, if all have. */
  String why();

  /** Whether all answers have come. */
  boolean areOver();
}
