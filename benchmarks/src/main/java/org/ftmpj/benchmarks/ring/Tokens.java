package org.ftmpj.benchmarks.ring;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * The tokens of process 0: so many are under way at once, and they come back in the order in which
 * they were sent, but for those that were in a process when it was killed. One thread.
 */
final class Tokens {
  private final int count;
  private final int window;
  private final IntConsumer send;
  private final Consumer<String> say;
  private final Deque<Integer> underWay = new ArrayDeque<>();
  private int sent;
  private boolean done;

  /**
   * @param send sends a token of that number
   * @param say tells what becomes of them
   */
  Tokens(int count, int window, IntConsumer send, Consumer<String> say) {
    this.count = count;
    this.window = window;
    this.send = send;
    this.say = say;
  }

  /** Sends as many as may be under way. */
  void fill() {
    while (underWay.size() < window && sent < count) {
      sendOne();
    }
  }

  private void sendOne() {
    underWay.add(sent);
    send.accept(sent++);
  }

  /** One has come back. */
  void returned(RingMessage.Token token, long nowNs) {
    if (!underWay.contains(token.number())) {
      return; // It had gone on already when it was sent on again in place of the dead.
    }
    while (underWay.element() != token.number()) {
      say.accept("gone " + underWay.remove());
    }
    underWay.remove();
    if (token.number() < count) {
      say.accept("token %d %d %d".formatted(token.number(), nowNs - token.sentNs(), token.hops()));
    }
    fill();
    if (!done && sent >= count && underWay.stream().allMatch(number -> number >= count)) {
      done = true;
      say.accept("done");
    }
  }

  /**
   * A process has died, and the ring is closed again: one more is sent, for all may be gone that
   * were under way.
   */
  void mended() {
    if (!done) {
      sendOne();
    }
  }
}
