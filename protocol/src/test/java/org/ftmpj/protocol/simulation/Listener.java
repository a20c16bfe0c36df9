package org.ftmpj.protocol.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import org.ftmpj.protocol.match.Receive;

/**
 * What the thread of a {@link Background} does: it receives calls until it is told to stop. It
 * waits for the next one in a receive, a probe, a wait, or a wait for one of two receives.
 */
final class Listener implements Part {
  private static final int POLLS = 3;

  private enum Doing {
    PROBE,
    POST,
    POST_ANOTHER,
    RECEIVE,
    WAIT,
    WAIT_FOR_ANY,
    TEST,
    HEAR,
    OUTPUT
  }

  private final Program program;
  private final Background background;

  /** Posted and not taken, oldest first. */
  private final Deque<Request> requests = new ArrayDeque<>();

  private int polls;
  private boolean stopped;
  private Doing doing;
  private Doing next = Doing.POST;

  Listener(Program program, Background background) {
    this.program = program;
    this.background = background;
  }

  @Override
  public boolean begin() {
    if (stopped) {
      return false;
    }
    doing = next;
    switch (doing) {
      case PROBE -> program.probes.probe(Receive.ANY_SOURCE, Background.CONTEXT, Receive.ANY_TAG);
      case POST, POST_ANOTHER ->
          program.messages.post(Receive.ANY_SOURCE, Background.CONTEXT, Receive.ANY_TAG);
      case RECEIVE -> program.messages.awaitInCall(requests.peek());
      case WAIT -> program.messages.await(requests.peek());
      case WAIT_FOR_ANY -> program.messages.deliver(0, requests.toArray(Request[]::new));
      case TEST -> program.messages.deliver(2 + program.choose(3), new Request[] {requests.peek()});
      case HEAR -> program.handOver(() -> true, () -> background.hears(program.hash()));
      default -> program.commit();
    }
    return true;
  }

  @Override
  public void done() {
    switch (doing) {
      case PROBE -> {
        program.probes.probed();
        next = Doing.POST;
      }
      case POST, POST_ANOTHER -> {
        requests.add(
            program.messages.posted(Receive.ANY_SOURCE, Background.CONTEXT, Receive.ANY_TAG));
        next = afterPost();
      }
      case RECEIVE, WAIT -> received(requests.remove());
      case WAIT_FOR_ANY -> {
        Request[] asked = requests.toArray(Request[]::new);
        Request found = asked[program.messages.delivered()[0]];
        requests.remove(found);
        received(found);
      }
      case TEST -> {
        if (program.messages.delivered().length > 0) {
          received(requests.remove());
        } else {
          next = --polls > 0 ? Doing.TEST : Doing.WAIT;
        }
      }
      case HEAR -> next = program.choose(2) == 0 ? Doing.OUTPUT : toReceive();
      default -> {
        program.print();
        next = toReceive();
      }
    }
  }

  private Doing afterPost() {
    if (requests.size() > 1) {
      return Doing.WAIT_FOR_ANY;
    }
    return switch (program.choose(4)) {
      case 0 -> Doing.RECEIVE;
      case 1 -> Doing.WAIT;
      case 2 -> Doing.POST_ANOTHER;
      default -> {
        polls = POLLS;
        yield Doing.TEST;
      }
    };
  }

  private Doing toReceive() {
    if (!requests.isEmpty()) {
      return Doing.WAIT;
    }
    return program.choose(3) == 0 ? Doing.PROBE : Doing.POST;
  }

  private void received(Request request) {
    stopped = program.messages.take(request).envelope().tag() == Background.STOP;
    next = Doing.HEAR;
  }
}
