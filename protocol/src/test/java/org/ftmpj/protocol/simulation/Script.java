package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.List;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.match.Receive;

/**
 * Collectives made of point-to-point messages, and other fixed sequences: what a rank does follows
 * from its number alone.
 */
final class Script implements Part {
  private static final int KINDS = 9;
  private static final int POLLS = 10;

  private enum Do {
    SEND,
    START_SYNCHRONOUS_SEND,
    RECEIVE,
    RECEIVE_ANY,
    START_RECEIVE,
    /** For what was started. */
    WAIT_FOR_ALL,
    /** Then receives what was found. */
    PROBE_ANY,
    PROBE,
    /** For what was started first; some times. */
    TEST,
    VALUE,
    OUTPUT,
    /** On a context, which is made of this rank's state. */
    AGREE_ON_MINE,
    /** On a context, which was received last. */
    AGREE_ON_RECEIVED
  }

  private record Step(Do what, int peer) {}

  private final Program program;
  private final int context;
  private final List<Step> steps;
  private final List<Request> started = new ArrayList<>();
  private int next;
  private Step now;
  private boolean waiting;
  private Request waitingFor;
  private Arrival.Message found;
  private int polls;

  Script(Program program, Plan.Segment segment) {
    this.program = program;
    this.context = program.context(segment);
    this.steps = new ArrayList<>();
    write(segment.variant(), program.rank, program.ranks(), steps);
  }

  static int fewestOperations(Plan.Segment segment, int ranks) {
    List<Step> all = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      write(segment.variant(), rank, ranks, all);
    }
    int count = 0;
    for (Step step : all) {
      count +=
          switch (step.what) {
            case SEND, START_SYNCHRONOUS_SEND, START_RECEIVE, VALUE, OUTPUT, TEST -> 1;
            case RECEIVE, RECEIVE_ANY -> 2;
            case PROBE, PROBE_ANY -> 3;
            default -> 0;
          };
    }
    return count;
  }

  private static void write(int variant, int rank, int ranks, List<Step> to) {
    int root = (variant >> 4) % ranks;
    int right = (rank + 1) % ranks;
    int left = (rank + ranks - 1) % ranks;
    switch (variant % KINDS) {
      case 0 -> barrier(rank, ranks, to);
      case 1 -> broadcast(root, rank, ranks, to);
      case 2 -> {
        gather(root, rank, ranks, Do.RECEIVE, to);
        to.add(new Step(Do.OUTPUT, 0));
        broadcast(root, rank, ranks, to);
      }
      case 3 -> {
        gather(root, rank, ranks, Do.RECEIVE_ANY, to);
        broadcast(root, rank, ranks, to);
      }
      case 4 -> {
        for (int i = 1; i < ranks; i++) {
          to.add(new Step(Do.START_RECEIVE, left));
          to.add(new Step(Do.SEND, right));
          to.add(new Step(Do.WAIT_FOR_ALL, 0));
        }
      }
      case 5 -> {
        to.add(new Step(Do.START_RECEIVE, left));
        to.add(new Step(Do.START_SYNCHRONOUS_SEND, right));
        to.add(new Step(Do.WAIT_FOR_ALL, 0));
        to.add(new Step(Do.VALUE, 0));
        barrier(rank, ranks, to);
      }
      case 6 -> {
        gather(root, rank, ranks, Do.RECEIVE, to);
        if (rank == root) {
          for (int r = 0; r < ranks; r++) {
            if (r != root) {
              to.add(new Step(Do.SEND, r));
            }
          }
          to.add(new Step(Do.AGREE_ON_MINE, 0));
        } else {
          to.add(new Step(Do.RECEIVE, root));
          to.add(new Step(Do.AGREE_ON_RECEIVED, 0));
        }
      }
      case 7 -> {
        boolean any = (variant >> 12 & 1) == 0;
        to.add(new Step(Do.SEND, right));
        to.add(new Step(any ? Do.PROBE_ANY : Do.PROBE, left));
        to.add(new Step(Do.SEND, left));
        to.add(new Step(any ? Do.PROBE_ANY : Do.PROBE, right));
      }
      default -> {
        to.add(new Step(Do.VALUE, 0));
        to.add(new Step(Do.START_RECEIVE, Receive.ANY_SOURCE));
        to.add(new Step(Do.SEND, right));
        to.add(new Step(Do.TEST, 0));
        to.add(new Step(Do.OUTPUT, 0));
        to.add(new Step(Do.WAIT_FOR_ALL, 0));
      }
    }
  }

  private static void barrier(int rank, int ranks, List<Step> to) {
    for (int distance = 1; distance < ranks; distance *= 2) {
      to.add(new Step(Do.SEND, (rank + distance) % ranks));
      to.add(new Step(Do.RECEIVE, (rank + ranks - distance) % ranks));
    }
  }

  private static void broadcast(int root, int rank, int ranks, List<Step> to) {
    int relative = (rank + ranks - root) % ranks;
    int bit = 1;
    while (bit < ranks && (relative & bit) == 0) {
      bit *= 2;
    }
    if (relative != 0) {
      to.add(new Step(Do.RECEIVE, (relative - bit + root) % ranks));
    }
    for (bit /= 2; bit > 0; bit /= 2) {
      if (relative + bit < ranks) {
        to.add(new Step(Do.SEND, (relative + bit + root) % ranks));
      }
    }
  }

  private static void gather(int root, int rank, int ranks, Do how, List<Step> to) {
    if (rank != root) {
      to.add(new Step(Do.SEND, root));
      return;
    }
    for (int r = 0; r < ranks; r++) {
      if (r != root) {
        to.add(new Step(how, r));
      }
    }
  }

  @Override
  public boolean begin() {
    if (waiting) {
      program.messages.await(waitingFor);
      return true;
    }
    if (found != null) {
      program.messages.post(found.source(), context, found.envelope().tag());
      return true;
    }
    if (now == null) {
      if (next == steps.size()) {
        return false;
      }
      now = steps.get(next++);
      polls = 0;
    }
    return beginStep();
  }

  private boolean beginStep() {
    switch (now.what) {
      case SEND -> program.messages.send(now.peer, context, 0, false);
      case START_SYNCHRONOUS_SEND -> program.messages.send(now.peer, context, 0, true);
      case RECEIVE, START_RECEIVE -> program.messages.post(now.peer, context, Receive.ANY_TAG);
      case RECEIVE_ANY -> program.messages.post(Receive.ANY_SOURCE, context, Receive.ANY_TAG);
      case PROBE_ANY -> program.probes.probe(Receive.ANY_SOURCE, context, Receive.ANY_TAG);
      case PROBE -> program.probes.probe(now.peer, context, 0);
      case VALUE -> program.reads.value();
      case OUTPUT -> program.commit();
      case TEST -> program.messages.deliver(4, new Request[] {started.get(0)});
      case WAIT_FOR_ALL -> {
        if (started.isEmpty()) {
          now = null;
          return begin();
        }
        waitingFor = started.get(0);
        program.messages.await(waitingFor);
      }
      case AGREE_ON_MINE -> {
        program.agree(program.hash());
        now = null;
        return begin();
      }
      default -> {
        program.agree(program.messages.lastPayload());
        now = null;
        return begin();
      }
    }
    return true;
  }

  @Override
  public void done() {
    if (waiting) {
      waiting = false;
      program.messages.take(waitingFor);
      now = null;
      return;
    }
    if (found != null) {
      receiveFound();
      return;
    }
    switch (now.what) {
      case SEND -> {
        program.messages.sent(now.peer);
        now = null;
      }
      case START_SYNCHRONOUS_SEND -> {
        started.add(program.messages.sent(now.peer));
        now = null;
      }
      case START_RECEIVE -> {
        started.add(program.messages.posted(now.peer, context, Receive.ANY_TAG));
        now = null;
      }
      case RECEIVE, RECEIVE_ANY -> {
        int source = now.what == Do.RECEIVE ? now.peer : Receive.ANY_SOURCE;
        waitingFor = program.messages.posted(source, context, Receive.ANY_TAG);
        waiting = true;
      }
      case PROBE, PROBE_ANY -> found = program.probes.probed();
      case VALUE -> {
        program.reads.hasValue();
        now = null;
      }
      case OUTPUT -> {
        program.print();
        now = null;
      }
      case TEST -> {
        boolean complete = program.messages.delivered().length > 0;
        if (complete) {
          program.messages.take(started.remove(0));
        }
        if (complete || ++polls == POLLS) {
          now = null;
        }
      }
      default -> {
        started.remove(waitingFor);
        program.messages.take(waitingFor);
      }
    }
  }

  private void receiveFound() {
    waitingFor = program.messages.posted(found.source(), context, found.envelope().tag());
    waiting = true;
    found = null;
  }
}
