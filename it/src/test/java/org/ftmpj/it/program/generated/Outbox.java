package org.ftmpj.it.program.generated;

import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import mpi.Datatype;
import mpi.Prequest;
import mpi.Request;

/** Sends the messages of an exchange that are of this rank, in every way there is. */
final class Outbox {
  private static final int TAGS = Traffic.TAGS;

  /** Longer ones are not put into the program's own buffer. */
  private static final int MOST_BUFFERED = 4096;

  private final Rank me;
  private final Circle circle;
  private final Traffic traffic;
  private final int firstTag;

  /** Destination and tag of what is not sent yet. */
  private final List<Integer> left = new ArrayList<>();

  /** So many of each class are sent. */
  private final int[] sent;

  private final List<Request> pending = new ArrayList<>();

  /** MPJ Express may complete these by itself, so no wait for one of several has them. */
  private final List<Request> buffered = new ArrayList<>();

  /**
   * Not persistent buffered sends: after a wait for one, stock MPJ Express never returns from the
   * next buffered send.
   */
  private enum Way {
    ISEND,
    ISSEND,
    SEND_INIT,
    SSEND_INIT,
    BSEND,
    IBSEND,
    SEND,
    SSEND,
    RSEND,
    IRSEND,
    RSEND_INIT;

    private static final Way[] ALL = values();

    /** The first ones return at once, whatever other ranks do. */
    private static final int AT_ONCE = 6;

    /** The next ones need that the receiver comes to its receive by itself. */
    private static final int NOT_READY = 8;

    boolean isBuffered() {
      return this == BSEND || this == IBSEND;
    }
  }

  /**
   * @param firstTag of the exchange; it has {@link Traffic#TAGS}
   */
  Outbox(Rank me, Circle circle, Traffic traffic, int firstTag) {
    this.me = me;
    this.circle = circle;
    this.traffic = traffic;
    this.firstTag = firstTag;
    sent = new int[circle.size() * TAGS];
    for (int c = 0; c < sent.length; c++) {
      for (int k = 0; k < traffic.count(circle.rank(), c / TAGS, c % TAGS); k++) {
        left.add(c);
      }
    }
  }

  boolean hasMore() {
    return !left.isEmpty();
  }

  /** Sends that a wait or a test can be asked for. */
  List<Request> pending() {
    return pending;
  }

  /** Sends any of the messages left in a way that does not wait for the receiver. */
  void send() {
    send(Way.ALL[me.choose(Way.AT_ONCE)]);
  }

  /**
   * Sends any of the messages left in any way; all receives are posted, or will be without anything
   * else before.
   *
   * @param ready whether all are posted
   */
  void sendOrWait(boolean ready) {
    send(Way.ALL[me.choose(ready ? Way.ALL.length : Way.NOT_READY)]);
  }

  private void send(Way chosen) {
    int c = left.remove(me.choose(left.size()));
    int destination = c / TAGS;
    int tag = c % TAGS;
    int k = sent[c]++;
    Kind kind = traffic.kind();
    int elements = traffic.elements(circle.rank(), destination, tag, k);
    Layout layout = Layout.any(kind, elements, me);
    Object array = layout.array(kind, elements);
    if (elements > 0) {
      long value = traffic.value(circle.rank(), destination, tag, k);
      long label = Inbox.label(circle.rank() * TAGS + tag, k);
      new Message(value, me.hash(), label).write(kind, array, layout, elements);
    }
    // On stock MPJ Express a buffered send to oneself is not complete before its receive is posted,
    // and the next buffered one waits for it.
    boolean toSelf = destination == circle.rank();
    boolean bufferable = !toSelf && kind.bytes(elements) <= MOST_BUFFERED;
    Way way = chosen.isBuffered() && !bufferable ? Way.ISEND : chosen;
    me.count("send " + way + (toSelf ? " to self" : ""));
    send(way, array, layout, destination, firstTag + tag);
  }

  private void send(Way way, Object array, Layout layout, int destination, int tag) {
    Comm comm = circle.comm();
    Datatype type = layout.type();
    int offset = layout.offset();
    int count = layout.count();
    switch (way) {
      case SEND -> comm.Send(array, offset, count, type, destination, tag);
      case SSEND -> comm.Ssend(array, offset, count, type, destination, tag);
      case RSEND -> comm.Rsend(array, offset, count, type, destination, tag);
      case BSEND -> comm.Bsend(array, offset, count, type, destination, tag);
      case IBSEND -> buffered.add(comm.Ibsend(array, offset, count, type, destination, tag));
      case ISEND -> pending.add(comm.Isend(array, offset, count, type, destination, tag));
      case ISSEND -> pending.add(comm.Issend(array, offset, count, type, destination, tag));
      case IRSEND -> pending.add(comm.Irsend(array, offset, count, type, destination, tag));
      case SEND_INIT -> start(comm.Send_init(array, offset, count, type, destination, tag));
      case SSEND_INIT -> start(comm.Ssend_init(array, offset, count, type, destination, tag));
      case RSEND_INIT -> start(comm.Rsend_init(array, offset, count, type, destination, tag));
      default -> throw new IllegalStateException(way.toString());
    }
  }

  private void start(Prequest request) {
    request.Start();
    pending.add(request);
  }

  /** Waits for what no other wait has had. */
  void close() {
    WitnessBroken.unless(pending.isEmpty(), "%d sends not complete", pending.size());
    buffered.forEach(Request::Wait);
  }
}
