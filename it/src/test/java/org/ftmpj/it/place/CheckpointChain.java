package org.ftmpj.it.place;

import java.nio.ByteBuffer;
import java.util.function.IntConsumer;

/**
 * Has the rank take a checkpoint at each call of MPI that it can be captured at, until it is killed
 * right after one of them, before anything follows.
 */
final class CheckpointChain implements IntConsumer {
  private static final String BRIDGE = "org.ftmpj.checkpoint.bridge.Checkpoints";

  /** What is woven in: the start of our agent, the steps of a checkpoint, and each operation. */
  static final Place[] PLACES = {
    Place.START, Place.COMMITTING, Place.CHECKPOINT_NAMED, Place.CATCHING_UP
  };

  private static final int START = Passings.code(Place.START, Point.Action.PASS);
  private static final int COMMITTING = Passings.code(Place.COMMITTING, Point.Action.PASS);
  private static final int COMMITTED = Passings.code(Place.COMMITTING, Point.Action.CLOSE);
  private static final int NAMED = Passings.code(Place.CHECKPOINT_NAMED, Point.Action.PASS);
  private static final int TICK = Passings.code(Place.CATCHING_UP, Point.Action.PASS_IF_OPEN);
  private static final int COUNT = Place.CHECKPOINT_NAMED.ordinal() * Long.BYTES;

  private final long fatal;
  private final long most;
  private final ByteBuffer counts;
  private final Fate fate;
  private long taken;
  private boolean hasOperated;
  private long written;
  private long committed;

  /**
   * @param fatal after so many checkpoints; 0: not at all
   * @param most so many checkpoints
   * @param counts where they are counted, in memory that outlives the process
   */
  CheckpointChain(long fatal, long most, ByteBuffer counts, Fate fate) {
    this.fatal = fatal;
    this.most = most;
    this.counts = counts;
    this.fate = fate;
  }

  /** Asks for a checkpoint at the next call. */
  private static void request() {
    try {
      Class.forName(BRIDGE).getMethod("request").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public synchronized void accept(int code) {
    if (code == START && most > 0) {
      request();
    } else if (code == TICK) {
      hasOperated = true;
    } else if (code == COMMITTING) {
      written++;
      awaitCommit();
    } else if (code == NAMED) {
      named();
    } else if (code == COMMITTED) {
      committed++;
      notifyAll();
    }
  }

  /** The program does not go on beside it. */
  private void awaitCommit() {
    while (committed < written) {
      try {
        wait();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private void named() {
    counts.putLong(COUNT, ++taken);
    // Without an operation in each incarnation its deaths would be a crash loop.
    if (fatal > 0 && taken >= fatal && hasOperated) {
      fate.strike();
    } else if (taken < most) {
      request();
    }
  }
}
