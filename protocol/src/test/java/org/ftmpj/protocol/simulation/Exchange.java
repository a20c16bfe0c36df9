package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.List;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.match.Receive;

/**
 * Every rank sends its messages of the plan and receives those for it, by all kinds of calls in an
 * order of its own choice.
 *
 * <p>First it does what does not block: sends all, posts receives, polls. Then it waits. Either all
 * receives are posted in the first phase, each for messages that no other one can take more of than
 * there are; then others may wait for this rank's matches, and blocking synchronous sends come
 * last. Or receives overlap each other: then one is posted only if enough messages are there for
 * all that compete ({@link Inbox#isSafe}), and some are posted only in the second phase, after
 * probes.
 */
final class Exchange implements Part {
  private static final int POLLS = 12;

  private final Program program;
  private final Acts acts;
  private final boolean overlapping;

  private final Inbox inbox;
  private int leftToPost;

  private final Lots toSend;

  /** Those that are sent last, waiting. */
  private final Lots toSendWaiting = new Lots();

  /** Receives, if they do not overlap. */
  private final Lots toPost = new Lots();

  private final List<Request> pending = new ArrayList<>();
  private int polls;
  private Address lastPost;

  /** The class of the message that a probe has just found. */
  private int found = Inbox.NO_CLASS;

  /** A send that is waited for next. */
  private Request waitingFor;

  private Act act;

  Exchange(Program program, Plan.Segment segment) {
    this.program = program;
    this.acts = new Acts(program, program.context(segment));
    this.overlapping = (segment.variant() & 3) != 0;
    inbox = new Inbox(program.rank, program.ranks(), segment);
    leftToPost = inbox.sum();
    toSend = Lots.ofSends(segment, program.rank, program.ranks());
    if (!overlapping) {
      planPosts();
    }
  }

  /** Receives that do not compete, or all of them for everything. */
  private void planPosts() {
    int way = program.choose(4);
    for (int c = 0; c < inbox.size(); c++) {
      Address exactly = Inbox.exactly(c);
      Address receive =
          switch (way) {
            case 0 -> new Address(Receive.ANY_SOURCE, Receive.ANY_TAG);
            case 1 -> new Address(exactly.peer(), Receive.ANY_TAG);
            case 2 -> new Address(Receive.ANY_SOURCE, exactly.tag());
            default -> exactly;
          };
      toPost.add(inbox.left(c), receive);
    }
  }

  @Override
  public boolean begin() {
    act = choose();
    if (act == null) {
      return false;
    }
    act.begin().run();
    return true;
  }

  @Override
  public void done() {
    act.done().run();
  }

  // What to do next; null if nothing.

  private Act choose() {
    if (waitingFor != null) {
      Request sent = waitingFor;
      waitingFor = null;
      return await(sent);
    }
    if (found != Inbox.NO_CLASS) {
      int probed = found;
      found = Inbox.NO_CLASS;
      if (overlapping && leftToPost > 0 && program.choose(4) != 0 && inbox.isSafe(1 << probed)) {
        return post(Inbox.exactly(probed));
      }
    }
    if (!toSend.isEmpty() || !toPost.isEmpty()) {
      return chooseWithoutBlocking();
    }
    if (!toSendWaiting.isEmpty()) {
      // Others may wait for the messages not sent yet: nothing else may block.
      if (!pending.isEmpty() && program.choose(4) == 0) {
        return test();
      }
      return sendAndWait();
    }
    if (leftToPost > 0) {
      return chooseWithReceivesLeft();
    }
    return pending.isEmpty() ? null : deliver();
  }

  private Act chooseWithoutBlocking() {
    Act perhaps = perhaps(program.choose(14));
    if (perhaps != null) {
      return perhaps;
    }
    if (toSend.isEmpty()) {
      return post();
    }
    Address next = toSend.take(program);
    int way = program.choose(8);
    if (way == 0 && !overlapping) {
      toSendWaiting.add(1, next);
      return choose();
    }
    return acts.send(next, way <= 2, pending);
  }

  /** Null for a send. */
  private Act perhaps(int chance) {
    return switch (chance) {
      case 4, 5, 6, 7 -> post();
      case 8 -> iprobe();
      case 9, 10 -> pending.isEmpty() ? null : test();
      case 11 -> acts.value();
      case 12 -> acts.output();
      default -> null;
    };
  }

  /** Everything is sent. What blocks may wait for receives, and not for sends. */
  private Act chooseWithReceivesLeft() {
    boolean receives = pending.stream().anyMatch(Request::isReceive);
    Act perhaps =
        switch (program.choose(receives ? 8 : 4)) {
          case 0, 1 -> post();
          case 2 -> probe();
          case 3 -> polls < POLLS ? iprobe() : null;
          default -> null;
        };
    if (perhaps != null) {
      return perhaps;
    }
    if (receives) {
      return deliver();
    }
    Act post = post();
    return post != null ? post : postExactly();
  }

  private Act deliver() {
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

  // One operation each.

  private Act sendAndWait() {
    return acts.send(
        toSendWaiting.take(program),
        true,
        sent -> {
          waitingFor = sent;
          pending.add(sent);
        });
  }

  /** A receive that is safe, by chance; null if there is none. */
  private Act post() {
    if (overlapping) {
      Address receive = chooseReceive();
      return receive == null ? null : post(receive);
    }
    return toPost.isEmpty() ? null : post(toPost.take(program));
  }

  private Act post(Address receive) {
    if (receive.equals(lastPost)) {
      program.persistent();
    }
    lastPost = receive;
    Request request = new Request();
    request.classes = inbox.classes(receive);
    return acts.post(
        request,
        receive,
        posted -> {
          pending.add(posted);
          inbox.add(posted);
          leftToPost--;
        });
  }

  /** Nothing is pending that competes: any message that is left will do. */
  private Act postExactly() {
    Address receive = inbox.firstSafe();
    if (receive == null) {
      throw new IllegalStateException("No receive is safe, " + leftToPost + " are left");
    }
    return post(receive);
  }

  /** A receive that is safe, by chance; null if none was found. */
  private Address chooseReceive() {
    return leftToPost > 0 ? inbox.chooseSafe(program) : null;
  }

  private Act await(Request request) {
    return acts.await(request, this::completed);
  }

  private Act test() {
    polls++;
    return deliver(2 + program.choose(3));
  }

  private Act deliver(int way) {
    // Sometimes one is inactive.
    int inactive = program.choose(4) == 0 ? program.choose(pending.size() + 1) : -1;
    Request[] asked = new Request[pending.size() + (inactive < 0 ? 0 : 1)];
    for (int i = 0, j = 0; i < asked.length; i++) {
      asked[i] = i == inactive ? null : pending.get(j++);
    }
    return acts.deliver(way, asked, this::completed);
  }

  private Act probe() {
    Address receive = chooseReceive();
    return receive == null ? null : acts.probe(receive, this::found);
  }

  private Act iprobe() {
    polls++;
    return acts.iprobe(this::found);
  }

  private void found(int messageOfClass) {
    found = messageOfClass;
  }

  private void completed(Request request, Arrival.Message message) {
    pending.remove(request);
    if (message != null) {
      inbox.remove(request);
      inbox.received(Inbox.classOf(message));
    }
  }
}
