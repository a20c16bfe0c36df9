package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.List;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.rank.Receive;

/**
 * Every rank sends its messages of the plan and receives those for it, by all kinds of calls in an
 * order of its own choice.
 *
 * <p>First it does what does not block: sends all, posts receives, polls. Then it waits. Either all
 * receives are posted in the first phase, each for messages that no other one can take more of than
 * there are; then others may wait for this rank's matches, and blocking synchronous sends come
 * last. Or receives overlap each other: then one is posted only if enough messages are there for
 * all that compete ({@link Inbox#isSafe}), and some are posted only in the second phase, behind
 * probes.
 */
final class Exchange implements Part {
  private static final int POLLS = 12;

  private enum Doing {
    SEND,
    SEND_AND_WAIT,
    POST,
    WAIT,
    DELIVER,
    PROBE,
    IPROBE,
    VALUE,
    OUTPUT,
    CHECKPOINT
  }

  private final Program program;
  private final int context;
  private final int ranks;
  private final boolean overlapping;

  private final Inbox inbox;
  private int leftToPost;

  /** Destination and tag of what is not sent yet. */
  private final int[] toSend;

  private int sends;

  /** Those that are sent last, waiting. */
  private final int[] toSendWaiting;

  private int waitingSends;

  /** Source and tag of receives to post, if they do not overlap. */
  private final int[] toPost;

  private int posts;

  private final List<Request> pending = new ArrayList<>();
  private int polls;
  private int lastPost = -1;

  /** The class of the message that a probe has just found; -1 if there is none. */
  private int found = -1;

  private Doing doing;
  private int peer;
  private int tag;
  private Request waitingFor;
  private Request[] asked;

  Exchange(Program program, Plan.Segment segment) {
    this.program = program;
    this.context = program.context(segment);
    this.ranks = program.ranks();
    this.overlapping = (segment.variant() & 3) != 0;
    inbox = new Inbox(program.rank, ranks, segment);
    leftToPost = inbox.sum();
    int out = 0;
    for (int r = 0; r < ranks; r++) {
      for (int t = 0; t < Plan.TAGS; t++) {
        out += segment.messages(program.rank, r, t);
      }
    }
    toSend = new int[out];
    toSendWaiting = new int[out];
    for (int r = 0; r < ranks; r++) {
      for (int t = 0; t < Plan.TAGS; t++) {
        for (int m = segment.messages(program.rank, r, t); m > 0; m--) {
          toSend[sends++] = r * Plan.TAGS + t;
        }
      }
    }
    toPost = new int[leftToPost];
    if (!overlapping) {
      planPosts();
    }
  }

  /** Receives that do not compete, or all of them for everything. */
  private void planPosts() {
    int way = program.choose(4);
    for (int c = 0; c < inbox.size(); c++) {
      for (int m = inbox.left(c); m > 0; m--) {
        switch (way) {
          case 0:
            toPost[posts++] = pair(Receive.ANY_SOURCE, Receive.ANY_TAG);
            break;
          case 1:
            toPost[posts++] = pair(c / Plan.TAGS, Receive.ANY_TAG);
            break;
          case 2:
            toPost[posts++] = pair(Receive.ANY_SOURCE, c % Plan.TAGS);
            break;
          default:
            toPost[posts++] = pair(c / Plan.TAGS, c % Plan.TAGS);
            break;
        }
      }
    }
  }

  private static int pair(int source, int tag) {
    return (source + 1) * 8 + tag + 2;
  }

  @Override
  public boolean begin() {
    if (waitingFor != null) {
      return await(waitingFor);
    }
    if (found >= 0) {
      int probed = found;
      found = -1;
      if (overlapping && leftToPost > 0 && program.choose(4) != 0 && inbox.isSafe(1 << probed)) {
        return post(probed / Plan.TAGS, probed % Plan.TAGS);
      }
    }
    if (sends > 0 || posts > 0) {
      return beginWithoutBlocking();
    }
    if (waitingSends > 0) {
      // Others may wait for the messages not sent yet: nothing else may block.
      if (!pending.isEmpty() && program.choose(4) == 0) {
        return test();
      }
      return send(take(toSendWaiting, waitingSends--), true, Doing.SEND_AND_WAIT);
    }
    if (leftToPost > 0) {
      return beginWithReceivesLeft();
    }
    return !pending.isEmpty() && deliver();
  }

  private boolean beginWithoutBlocking() {
    switch (program.choose(14)) {
      case 0, 1, 2, 3:
        break;
      case 4, 5, 6, 7:
        if (post()) {
          return true;
        }
        break;
      case 8:
        return iprobe();
      case 9, 10:
        if (!pending.isEmpty()) {
          return test();
        }
        break;
      case 11:
        return value();
      case 12:
        return output();
      default:
        if (program.choose(3) == 0) {
          return checkpoint();
        }
        break;
    }
    if (sends == 0) {
      return post();
    }
    int next = take(toSend, sends--);
    int way = program.choose(8);
    if (way == 0 && !overlapping) {
      toSendWaiting[waitingSends++] = next;
      return begin();
    }
    return send(next, way <= 2, Doing.SEND);
  }

  /** Everything is sent. What blocks may wait for receives, and not for sends. */
  private boolean beginWithReceivesLeft() {
    boolean receives = false;
    for (Request request : pending) {
      receives |= request.isReceive();
    }
    switch (program.choose(receives ? 8 : 4)) {
      case 0, 1:
        if (post()) {
          return true;
        }
        break;
      case 2:
        if (chooseReceive()) {
          program.probes.probe(peer, context, tag);
          doing = Doing.PROBE;
          return true;
        }
        break;
      case 3:
        return polls < POLLS ? iprobe() : beginBlocking(receives);
      default:
        break;
    }
    return beginBlocking(receives);
  }

  private boolean beginBlocking(boolean receives) {
    if (!receives) {
      return post() || postExactly();
    }
    return deliver();
  }

  // One operation each.

  private boolean send(int destinationAndTag, boolean synchronous, Doing how) {
    peer = destinationAndTag / Plan.TAGS;
    program.messages.send(peer, context, destinationAndTag % Plan.TAGS, synchronous);
    doing = how;
    return true;
  }

  /** Posts a receive if there is one that is safe, chosen by chance. */
  private boolean post() {
    if (!overlapping) {
      if (posts == 0) {
        return false;
      }
      int next = take(toPost, posts--);
      return post(next / 8 - 1, next % 8 - 2);
    }
    return chooseReceive() && post(peer, tag);
  }

  private boolean post(int source, int withTag) {
    peer = source;
    tag = withTag;
    int asBefore = pair(source, withTag);
    if (asBefore == lastPost) {
      program.persistent();
    }
    lastPost = asBefore;
    program.messages.post(source, context, withTag);
    doing = Doing.POST;
    return true;
  }

  /** Nothing is pending that competes: any message that is left will do. */
  private boolean postExactly() {
    for (int c = 0; c < inbox.size(); c++) {
      if (inbox.left(c) > 0 && inbox.isSafe(1 << c)) {
        return post(c / Plan.TAGS, c % Plan.TAGS);
      }
    }
    throw new IllegalStateException("No receive is safe, " + leftToPost + " are left");
  }

  /** A receive that is safe, by chance; false if none was found. */
  private boolean chooseReceive() {
    for (int i = 0; i < 3 && leftToPost > 0; i++) {
      peer = program.choose(2) == 0 ? Receive.ANY_SOURCE : program.choose(ranks);
      tag = program.choose(2) == 0 ? Receive.ANY_TAG : program.choose(Plan.TAGS);
      if (inbox.isSafe(inbox.classes(peer, tag))) {
        return true;
      }
    }
    return false;
  }

  private boolean await(Request request) {
    program.messages.await(request);
    waitingFor = request;
    doing = Doing.WAIT;
    return true;
  }

  private boolean deliver() {
    switch (program.choose(polls < POLLS ? 7 : 3)) {
      case 0:
        int first = program.choose(pending.size());
        for (int i = 0; i < pending.size(); i++) {
          Request request = pending.get((first + i) % pending.size());
          if (request.isReceive() || leftToPost == 0) {
            return await(request);
          }
        }
        throw new IllegalStateException("Nothing to wait for");
      case 1:
        return deliver(0);
      case 2:
        return deliver(1);
      case 3:
        return iprobe();
      default:
        return test();
    }
  }

  private boolean test() {
    polls++;
    return deliver(2 + program.choose(3));
  }

  private boolean deliver(int way) {
    // Sometimes one is inactive.
    int inactive = program.choose(4) == 0 ? program.choose(pending.size() + 1) : -1;
    asked = new Request[pending.size() + (inactive < 0 ? 0 : 1)];
    for (int i = 0, j = 0; i < asked.length; i++) {
      asked[i] = i == inactive ? null : pending.get(j++);
    }
    program.messages.deliver(way, asked);
    doing = Doing.DELIVER;
    return true;
  }

  private boolean iprobe() {
    polls++;
    peer = program.choose(3) == 0 ? program.choose(ranks) : Receive.ANY_SOURCE;
    tag = program.choose(2) == 0 ? Receive.ANY_TAG : program.choose(Plan.TAGS);
    program.probes.iprobe(peer, context, tag);
    doing = Doing.IPROBE;
    return true;
  }

  private boolean value() {
    program.reads.value();
    doing = Doing.VALUE;
    return true;
  }

  private boolean output() {
    program.commit();
    doing = Doing.OUTPUT;
    return true;
  }

  private boolean checkpoint() {
    program.commit();
    doing = Doing.CHECKPOINT;
    return true;
  }

  // Their ends.

  @Override
  public void done() {
    switch (doing) {
      case SEND:
        Request sent = program.messages.sent(peer);
        if (sent.isOpen() || program.choose(4) == 0) {
          pending.add(sent);
        }
        break;
      case SEND_AND_WAIT:
        waitingFor = program.messages.sent(peer);
        pending.add(waitingFor);
        break;
      case POST:
        Request posted = new Request();
        posted.classes = inbox.classes(peer, tag);
        program.messages.posted(posted, peer, context, tag);
        pending.add(posted);
        inbox.add(posted);
        leftToPost--;
        break;
      case WAIT:
        complete(waitingFor);
        waitingFor = null;
        break;
      case DELIVER:
        for (int index : program.messages.delivered()) {
          complete(asked[index]);
        }
        break;
      case PROBE:
      case IPROBE:
        Arrival.Message message = program.probes.probed();
        if (message != null) {
          found = Inbox.classOf(message.source(), message.envelope().tag());
        }
        break;
      case VALUE:
        program.reads.hasValue();
        break;
      case OUTPUT:
        program.print();
        break;
      default:
        program.checkpoint();
        break;
    }
  }

  private void complete(Request request) {
    pending.remove(request);
    Arrival.Message message = program.messages.take(request);
    if (message != null) {
      inbox.remove(request);
      inbox.received(Inbox.classOf(message.source(), message.envelope().tag()));
    }
  }

  /** Takes one by chance of the first {@code count} elements. */
  private int take(int[] of, int count) {
    int i = program.choose(count);
    int taken = of[i];
    of[i] = of[count - 1];
    return taken;
  }
}
