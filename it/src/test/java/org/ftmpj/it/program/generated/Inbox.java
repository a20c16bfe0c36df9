package org.ftmpj.it.program.generated;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/**
 * Receives the messages of an exchange that are for this rank. Which receives may be posted at the
 * same time: each has more messages that it could take than there are others that could take any of
 * them, so that each gets one whatever the others take ({@link #isSafe}).
 *
 * <p>A class of messages has one source and one tag; a set of them is a number, a bit for each.
 */
final class Inbox {
  private static final int TAGS = Traffic.TAGS;

  private final Rank me;
  private final Circle circle;
  private final Traffic traffic;
  private final int firstTag;

  /** Messages not received yet, by class. */
  private final int[] left;

  private final List<List<Arrival>> arrivals = new ArrayList<>();
  private final List<Posted> pending = new ArrayList<>();
  private final Map<String, Posted> idle = new HashMap<>();
  private int leftToPost;
  private int order;

  /** A message that was received by the n-th receive that was posted. */
  private record Arrival(int order, int elements, Message message) {}

  /** A receive that is not complete. */
  static final class Posted {
    private final int source;
    private final int tag;
    private final int classes;
    private final Object buffer;
    private final int offset;
    private Request request;
    private int order;

    private Posted(int source, int tag, int classes, Object buffer, int offset) {
      this.source = source;
      this.tag = tag;
      this.classes = classes;
      this.buffer = buffer;
      this.offset = offset;
    }

    Request request() {
      return request;
    }
  }

  /**
   * @param firstTag of the exchange; it has {@link Traffic#TAGS}
   */
  Inbox(Rank me, Circle circle, Traffic traffic, int firstTag) {
    this.me = me;
    this.circle = circle;
    this.traffic = traffic;
    this.firstTag = firstTag;
    left = new int[circle.size() * TAGS];
    for (int c = 0; c < left.length; c++) {
      left[c] = traffic.count(c / TAGS, circle.rank(), c % TAGS);
      leftToPost += left[c];
      arrivals.add(new ArrayList<>());
    }
  }

  /** Messages of a class that are not received yet. */
  int left(int source, int tag) {
    return left[source * TAGS + tag];
  }

  int leftToPost() {
    return leftToPost;
  }

  List<Posted> pending() {
    return pending;
  }

  private int mpiTag(int tag) {
    return tag == MPI.ANY_TAG ? MPI.ANY_TAG : firstTag + tag;
  }

  private int classes(int source, int tag) {
    int ofTags = tag == MPI.ANY_TAG ? (1 << TAGS) - 1 : 1 << tag;
    if (source != MPI.ANY_SOURCE) {
      return ofTags << source * TAGS;
    }
    int all = 0;
    for (int rank = 0; rank < circle.size(); rank++) {
      all |= ofTags << rank * TAGS;
    }
    return all;
  }

  /** Whether one more receive of that kind may be posted, or a probe may block. */
  boolean isSafe(int source, int tag) {
    int classes = classes(source, tag);
    if (available(classes) < 1 + rivals(classes)) {
      return false;
    }
    for (Posted posted : pending) {
      if ((posted.classes & classes) != 0
          && available(posted.classes) < 1 + rivals(posted.classes)) {
        return false;
      }
    }
    return true;
  }

  private int available(int classes) {
    int sum = 0;
    for (int c = 0; c < left.length; c++) {
      sum += (classes >>> c & 1) != 0 ? left[c] : 0;
    }
    return sum;
  }

  private int rivals(int classes) {
    int count = 0;
    for (Posted posted : pending) {
      count += (posted.classes & classes) != 0 ? 1 : 0;
    }
    return count;
  }

  /** Room for any message of some classes. */
  private int capacity(int classes) {
    int most = 1;
    for (int c = 0; c < left.length; c++) {
      if ((classes >>> c & 1) != 0) {
        int count = traffic.count(c / TAGS, circle.rank(), c % TAGS);
        for (int k = 0; k < count; k++) {
          most = Math.max(most, traffic.elements(c / TAGS, circle.rank(), c % TAGS, k));
        }
      }
    }
    return most;
  }

  /** Posts a receive, that of a persistent request or another. */
  void post(int source, int tag) {
    String key = source + " " + tag;
    Posted posted = me.oneIn(4) ? idle.remove(key) : null;
    if (posted != null) {
      ((Prequest) posted.request).Start();
      me.count("Recv_init again", source, tag);
    } else {
      posted = posted(source, tag);
      int count = capacity(posted.classes);
      Kind kind = traffic.kind();
      if (me.oneIn(4)) {
        Prequest persistent =
            circle
                .comm()
                .Recv_init(posted.buffer, posted.offset, count, kind.type(), source, mpiTag(tag));
        persistent.Start();
        posted.request = persistent;
        me.count("Recv_init", source, tag);
      } else {
        posted.request =
            circle
                .comm()
                .Irecv(posted.buffer, posted.offset, count, kind.type(), source, mpiTag(tag));
        me.count("Irecv", source, tag);
      }
    }
    posted.order = order++;
    leftToPost--;
    pending.add(posted);
  }

  private Posted posted(int source, int tag) {
    int classes = classes(source, tag);
    int offset = me.choose(3);
    return new Posted(
        source, tag, classes, traffic.kind().array(offset + capacity(classes)), offset);
  }

  /** Receives a message, and waits for it. */
  void receive(int source, int tag) {
    Posted posted = posted(source, tag);
    posted.order = order++;
    leftToPost--;
    me.count("Recv", source, tag);
    Status status =
        circle
            .comm()
            .Recv(
                posted.buffer,
                posted.offset,
                capacity(posted.classes),
                traffic.kind().type(),
                source,
                mpiTag(tag));
    pending.add(posted);
    took(posted, status);
  }

  /** Waits until there is a message. */
  Status probe(int source, int tag) {
    me.count("Probe", source, tag);
    return found(circle.comm().Probe(source, mpiTag(tag)));
  }

  /** Asks whether there is a message. */
  Status iprobe(int source, int tag) {
    me.count("Iprobe", source, tag);
    return found(circle.comm().Iprobe(source, mpiTag(tag)));
  }

  private Status found(Status status) {
    if (status == null) {
      me.saw(-1);
      me.count("Iprobe that finds nothing");
    } else {
      me.saw(status.source);
      me.saw(status.tag);
      if (isTold(status)) {
        int tag = status.tag - firstTag;
        WitnessBroken.unless(
            tag >= 0 && tag < TAGS && left[status.source * TAGS + tag] > 0,
            "a probe found a message of rank %d with tag %d",
            status.source,
            status.tag);
      }
    }
    return status;
  }

  /** Stock MPJ Express does not tell the source or tag of a message to oneself. */
  static boolean isTold(Status status) {
    return status.source >= 0 && status.tag >= 0;
  }

  /** The tag of a message that was found, as {@link #receive} takes it. */
  int tagOf(Status status) {
    return status.tag - firstTag;
  }

  /** A receive is complete. */
  void took(Posted posted, Status status) {
    int elements = status.Get_count(traffic.kind().type());
    Message message =
        elements == 0 ? null : Message.read(traffic.kind(), posted.buffer, posted.offset, elements);
    int of = classOf(status, message);
    me.count(Traffic.size(traffic.kind(), elements));
    if (message != null) {
      me.saw(of, message);
    } else {
      me.saw(of);
    }
    WitnessBroken.unless((posted.classes >>> of & 1) != 0, "a receive got another's message");
    WitnessBroken.unless(left[of]-- > 0, "one message more than was sent, of class %d", of);
    arrivals.get(of).add(new Arrival(posted.order, elements, message));
    pending.remove(posted);
    if (posted.request instanceof Prequest) {
      idle.put(posted.source + " " + posted.tag, posted);
    }
  }

  private int classOf(Status status, Message message) {
    int told = status.source * TAGS + status.tag - firstTag;
    if (message == null) {
      WitnessBroken.unless(told >= 0 && told < left.length, "tag %d", status.tag);
      return told;
    }
    int of = (int) (message.label() >>> 32);
    WitnessBroken.unless(
        of == told || !isTold(status) && of / TAGS == circle.rank(),
        "the status says source %d, tag %d, the message is of class %d",
        status.source,
        status.tag - firstTag,
        of);
    return of;
  }

  /** All was received: each message once, and none has overtaken another. */
  void close() {
    for (int c = 0; c < left.length; c++) {
      List<Arrival> of = arrivals.get(c);
      of.sort(Comparator.comparing(Arrival::order));
      for (int k = 0; k < of.size(); k++) {
        check(of.get(k), c, k);
      }
      WitnessBroken.unless(left[c] == 0, "%d messages of class %d are missing", left[c], c);
    }
  }

  private void check(Arrival arrival, int of, int k) {
    int source = of / TAGS;
    int tag = of % TAGS;
    int expected = traffic.elements(source, circle.rank(), tag, k);
    WitnessBroken.unless(
        arrival.elements == expected
            && (expected == 0
                || arrival.message.label() == label(of, k)
                    && arrival.message.value() == traffic.value(source, circle.rank(), tag, k)),
        "message %d of rank %d with tag %d: %s",
        k,
        source,
        tag,
        arrival);
  }

  /** What stands in a message that is the k-th of its class. */
  static long label(int of, int k) {
    return (long) of << 32 | k;
  }
}
