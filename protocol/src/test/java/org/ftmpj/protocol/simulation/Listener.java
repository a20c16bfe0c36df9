package org.ftmpj.protocol.simulation;

import org.ftmpj.protocol.match.Receive;

/** What the thread of a {@link Background} does: it receives calls until it is told to stop. */
final class Listener implements Part {
  private static final int POLLS = 3;

  private enum Doing {
    POST,
    WAIT,
    TEST,
    HEAR,
    OUTPUT
  }

  private final Program program;
  private final Background background;
  private Request request;
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
      case POST -> program.messages.post(Receive.ANY_SOURCE, Background.CONTEXT, Receive.ANY_TAG);
      case WAIT -> program.messages.await(request);
      case TEST -> program.messages.deliver(2 + program.choose(3), new Request[] {request});
      case HEAR -> program.handOver(() -> true, () -> background.hears(program.hash()));
      default -> program.commit();
    }
    return true;
  }

  @Override
  public void done() {
    switch (doing) {
      case POST -> {
        request = program.messages.posted(Receive.ANY_SOURCE, Background.CONTEXT, Receive.ANY_TAG);
        polls = program.choose(2) * POLLS;
        next = polls > 0 ? Doing.TEST : Doing.WAIT;
      }
      case WAIT -> received();
      case TEST -> {
        if (program.messages.delivered().length > 0) {
          received();
        } else {
          next = --polls > 0 ? Doing.TEST : Doing.WAIT;
        }
      }
      case HEAR -> next = program.choose(2) == 0 ? Doing.OUTPUT : Doing.POST;
      default -> {
        program.print();
        next = Doing.POST;
      }
    }
  }

  private void received() {
    stopped = program.messages.take(request).envelope().tag() == Background.STOP;
    next = Doing.HEAR;
  }
}
