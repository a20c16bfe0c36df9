package org.ftmpj.checkpoint.bridge;

import java.util.function.Consumer;

/** Runs the code at the bottom of a thread's stack, and again after each capture, until it ends. */
public final class ResumedRuns {
  private ResumedRuns() {}

  /** The code for the first run. */
  interface Body {
    void run() throws Throwable;
  }

  /**
   * Returns when the program's code at the bottom does.
   *
   * @param captured takes the frames of each capture; the program goes on when it returns
   */
  static void run(Body body, Consumer<FrameRecord[]> captured) throws Throwable {
    boolean isOver = false;
    while (!isOver) {
      isOver = runs(body, captured);
    }
  }

  /** Runs until the program ends or is captured; returns whether it has ended. */
  private static boolean runs(Body body, Consumer<FrameRecord[]> captured) throws Throwable {
    try {
      if (Resumption.isPrepared()) {
        Resumption.call(void.class);
      } else {
        body.run();
      }
      return true;
    } catch (Unwinding unwound) {
      FrameRecord[] frames = Capture.frames();
      captured.accept(frames);
      Resumption.prepare(frames);
      return false;
    }
  }
}
