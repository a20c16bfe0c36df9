package org.ftmpj.protocol.simulation;

import java.util.ArrayDeque;

/**
 * A thread that is there through all segments and listens: started before the first one, called by
 * the rank to the left before some segment, and either stopped by its own rank at the end, or still
 * listening when that ends.
 */
final class Background implements Part {
  /** No segment has it. */
  static final int CONTEXT = 1_000_001;

  /** No other message has it. */
  static final int STOP = Plan.TAGS;

  /** Its number: it is the first to be started. */
  static final int THREAD = 1;

  private enum Doing {
    BEAR,
    CALL,
    WAIT,
    AWAIT_CALLS,
    STOP,
    JOIN
  }

  private final Program program;
  private final int calls;
  private final int right;
  private final ArrayDeque<Request> pending = new ArrayDeque<>();
  private int boundary;
  private int called;
  private boolean allHeard;
  private boolean stopped;
  private boolean joined;
  private Program listener;
  private Doing doing;

  // Changed by the listener, within events.
  private int heard;
  private long all;

  Background(Program program) {
    this.program = program;
    calls = program.plan.calls();
    right = (program.rank + 1) % program.ranks();
  }

  /** The phase before that segment. */
  Background at(int segment) {
    boundary = segment;
    return this;
  }

  /** The listener has received a call. */
  void hears(long call) {
    heard++;
    all = Dice.mix(all + call);
  }

  @Override
  public boolean begin() {
    if (calls == 0) {
      return false;
    }
    if (listener == null) {
      program.spawn(child -> new Listener(child, this), child -> listener = child);
      return will(Doing.BEAR);
    }
    if (boundary == program.plan.callAt() && called < calls) {
      program.messages.send(right, CONTEXT, called % Plan.TAGS, called % 2 == 0);
      return will(Doing.CALL);
    }
    return boundary == program.plan.size() && beginToEnd();
  }

  private boolean beginToEnd() {
    if (!pending.isEmpty()) {
      program.messages.await(pending.peek());
      return will(Doing.WAIT);
    }
    if (!allHeard) {
      program.handOver(() -> heard == calls, () -> program.mix(all));
      return will(Doing.AWAIT_CALLS);
    }
    if (!program.plan.stopsListener() || joined) {
      return false;
    }
    if (!stopped) {
      program.messages.send(program.rank, CONTEXT, STOP, false);
      return will(Doing.STOP);
    }
    program.join(listener);
    return will(Doing.JOIN);
  }

  private boolean will(Doing next) {
    doing = next;
    return true;
  }

  @Override
  public void done() {
    switch (doing) {
      case CALL -> {
        pending.add(program.messages.sent(right));
        called++;
      }
      case WAIT -> program.messages.take(pending.remove());
      case AWAIT_CALLS -> allHeard = true;
      case STOP -> {
        program.messages.sent(program.rank);
        stopped = true;
      }
      case JOIN -> joined = true;
      default -> {
        // A thread was born.
      }
    }
  }
}
