package org.ftmpj.protocol.simulation;

import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.match.Receive;

/** One rank deals out tasks to those that ask first; the others ask until there are none left. */
final class Farm implements Part {
  private static final int ASK = 0;
  private static final int TASK = 1;
  private static final int STOP = 2;

  private enum Doing {
    POST,
    WAIT,
    SEND,
    IPROBE
  }

  private final Program program;
  private final int context;
  private final int master;
  private int tasks;
  private int asking;
  private Doing doing;
  private Doing next;
  private int worker;
  private int answer;
  private boolean stopped;
  private Request request;

  Farm(Program program, Plan.Segment segment) {
    this.program = program;
    this.context = program.context(segment);
    this.master = master(segment, program.ranks());
    this.tasks = tasks(segment);
    this.asking = program.ranks() - 1;
    this.next = program.rank == master ? Doing.POST : Doing.SEND;
  }

  private static int master(Plan.Segment segment, int ranks) {
    return (segment.variant() >> 4) % ranks;
  }

  private static int tasks(Plan.Segment segment) {
    return 4 + (segment.variant() >> 8) % 8;
  }

  /** Each answer is a send, and a receive by two operations; so is what asks for it. */
  static int fewestOperations(Plan.Segment segment, int ranks) {
    return 6 * (tasks(segment) + ranks - 1);
  }

  @Override
  public boolean begin() {
    doing = next;
    if (program.rank == master ? asking == 0 : stopped) {
      return false;
    }
    switch (doing) {
      case SEND:
        if (program.rank == master) {
          program.messages.send(worker, context, answer, false);
        } else {
          program.messages.send(master, context, ASK, false);
        }
        break;
      case POST:
        if (program.rank == master && program.choose(4) == 0) {
          doing = Doing.IPROBE;
          program.probes.iprobe(Receive.ANY_SOURCE, context, ASK);
        } else {
          program.messages.post(source(), context, Receive.ANY_TAG);
        }
        break;
      default:
        program.messages.await(request);
        break;
    }
    return true;
  }

  private int source() {
    return program.rank == master ? Receive.ANY_SOURCE : master;
  }

  @Override
  public void done() {
    switch (doing) {
      case SEND:
        program.messages.sent(program.rank == master ? worker : master);
        if (program.rank == master && answer == STOP) {
          asking--;
        }
        next = Doing.POST;
        break;
      case POST:
        request = program.messages.posted(source(), context, Receive.ANY_TAG);
        next = Doing.WAIT;
        break;
      case IPROBE:
        program.probes.probed();
        next = Doing.POST;
        break;
      default:
        received(program.messages.take(request));
        break;
    }
  }

  private void received(Arrival.Message message) {
    if (program.rank == master) {
      worker = message.source();
      answer = tasks-- > 0 ? TASK : STOP;
    } else {
      stopped = message.envelope().tag() == STOP;
    }
    next = Doing.SEND;
  }
}
