package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.List;
import org.ftmpj.protocol.match.Receive;

/**
 * Receives from any source that are posted at a program's beginning and stay open across its
 * segments, as a listener has them. They are asked for between segments, and waited for at the end.
 */
final class Listening implements Part {
  /** No segment has it. */
  private static final int CONTEXT = 1_000_000;

  private enum Doing {
    POST,
    SEND,
    ASK,
    WAIT
  }

  private final Program program;
  private final int right;
  private final List<Request> pending = new ArrayList<>();
  private int boundary;
  private int left;
  private Doing doing;
  private Request[] asked;

  Listening(Program program) {
    this.program = program;
    this.right = (program.rank + 1) % program.ranks();
  }

  /** The phase before that segment. */
  Listening at(int segment) {
    boundary = segment;
    left = 0;
    if (segment == 0) {
      left += program.plan.listeners();
    }
    if (segment == program.plan.callAt()) {
      left += program.plan.listeners();
    }
    doing = null;
    return this;
  }

  @Override
  public boolean begin() {
    if (left > 0) {
      boolean post = boundary == 0 && pendingReceives() < program.plan.listeners();
      if (post) {
        program.messages.post(Receive.ANY_SOURCE, CONTEXT, Receive.ANY_TAG);
      } else {
        program.messages.send(right, CONTEXT, left % Plan.TAGS, left % 2 == 0);
      }
      doing = post ? Doing.POST : Doing.SEND;
      return true;
    }
    if (pending.isEmpty()) {
      return false;
    }
    if (boundary == program.plan.size()) {
      return deliver(Doing.WAIT, program.choose(2));
    }
    // Asks once, perhaps.
    return doing == null && program.choose(3) == 0 && deliver(Doing.ASK, 2 + program.choose(3));
  }

  private int pendingReceives() {
    int receives = 0;
    for (Request request : pending) {
      if (request.isReceive()) {
        receives++;
      }
    }
    return receives;
  }

  private boolean deliver(Doing how, int way) {
    doing = how;
    asked = pending.toArray(new Request[0]);
    program.messages.deliver(way, asked);
    return true;
  }

  @Override
  public void done() {
    switch (doing) {
      case POST:
        pending.add(program.messages.posted(Receive.ANY_SOURCE, CONTEXT, Receive.ANY_TAG));
        left--;
        break;
      case SEND:
        pending.add(program.messages.sent(right));
        left--;
        break;
      default:
        for (int index : program.messages.delivered()) {
          pending.remove(asked[index]);
          program.messages.take(asked[index]);
        }
        break;
    }
  }
}
