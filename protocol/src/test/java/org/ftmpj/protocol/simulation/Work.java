package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.ftmpj.protocol.channel.Arrival;

/**
 * The work of one {@link Member} of a {@link Crew}: what it chooses to do next, when it has got
 * hold of what they share. It waits only for receives that are sure to get a message, and for
 * synchronous sends when all receives are posted, so that all come to an end.
 */
final class Work {
  private static final int POLLS = 8;
  private static final int HAND_OVERS = 3;
  private static final int EXTRAS = 3;
  private static final int TRIES = 3;

  /** A message that was received, or a probe that is over, which the others do not know yet. */
  private record News(Request request, int received) {}

  private final Program program;
  private final Crew crew;
  private final Consumer<Program> born;
  private final Acts acts;
  private final List<Request> mine = new ArrayList<>();
  private final List<News> news = new ArrayList<>();
  private boolean changed;
  private boolean over;
  private int polls;
  private int handOvers;
  private int extras;

  /** The class of the message that a probe has just found. */
  private int found = Inbox.NO_CLASS;

  /**
   * @param born is given the threads that it starts
   */
  Work(Program program, Crew crew, Consumer<Program> born) {
    this.program = program;
    this.crew = crew;
    this.born = born;
    this.acts = new Acts(program, crew.context);
  }

  /**
   * Tells the others what it has received, and chooses what to do next.
   *
   * @return null if there is nothing to do, or only others can do something
   */
  Act next() {
    changed = !news.isEmpty();
    for (News one : news) {
      crew.inbox.remove(one.request);
      if (one.received != Inbox.NO_CLASS) {
        crew.inbox.received(one.received);
      }
    }
    news.clear();
    program.mix(++crew.choices);
    Act act = choose();
    changed |= act != null || over;
    return act;
  }

  /** Whether the last choice has changed anything that others may wait for. */
  boolean hasChanged() {
    return changed;
  }

  /** Whether all is done, by this thread and the others. */
  boolean isOver() {
    return over;
  }

  private Act choose() {
    if (found != Inbox.NO_CLASS) {
      int probed = found;
      found = Inbox.NO_CLASS;
      Act post = program.choose(4) == 0 ? null : post(Inbox.exactly(probed));
      if (post != null) {
        return post;
      }
    }
    for (int tries = 0; tries < TRIES; tries++) {
      Act perhaps = perhaps(program.choose(16));
      if (perhaps != null) {
        return perhaps;
      }
    }
    return surely();
  }

  private Act perhaps(int chance) {
    switch (chance) {
      case 0, 1, 2, 3:
        return crew.toSend.isEmpty() ? null : send();
      case 4, 5, 6:
        return post(chooseReceive());
      case 7:
        return !mine.isEmpty() && polls++ < POLLS ? deliver(2 + program.choose(3)) : null;
      case 8:
        return polls++ < POLLS ? acts.iprobe(this::found) : null;
      case 9:
        return crew.toSend.isEmpty() ? probe(chooseReceive()) : null;
      case 10:
        return extras++ < EXTRAS ? acts.value() : null;
      case 11:
        return extras++ < EXTRAS ? acts.output() : null;
      case 12:
        if (!mine.isEmpty() && handOvers++ < HAND_OVERS) {
          crew.handedOver.add(mine.remove(program.choose(mine.size())));
          changed = true;
        }
        return null;
      case 13:
        takeOver();
        return null;
      default:
        return crew.unborn > 0 ? spawn() : null;
    }
  }

  /** Something that leads on; null if only others can do that, or none has to. */
  private Act surely() {
    if (!crew.toSend.isEmpty()) {
      return send();
    }
    while (!mayWait() && !crew.handedOver.isEmpty()) {
      takeOver();
    }
    if (mayWait()) {
      return await();
    }
    Act post = post(chooseReceive());
    if (post == null) {
      post = post(crew.inbox.firstSafe());
    }
    over = post == null && crew.leftToPost == 0 && mine.isEmpty() && crew.handedOver.isEmpty();
    return post;
  }

  private void takeOver() {
    if (!crew.handedOver.isEmpty()) {
      mine.add(crew.handedOver.remove());
      program.surroundings.count(Rule.REQUEST_HANDED_OVER);
      changed = true;
    }
  }

  /** Whether what is waited for is sure to come, whatever this thread does not do. */
  private boolean mayWait() {
    return !mine.isEmpty() && (crew.leftToPost == 0 || mine.stream().anyMatch(Request::isReceive));
  }

  private Act await() {
    int way = program.choose(4);
    if (way < 2) {
      return deliver(way);
    }
    int first = program.choose(mine.size());
    for (int i = 0; i < mine.size(); i++) {
      Request request = mine.get((first + i) % mine.size());
      if (request.isReceive() || crew.leftToPost == 0) {
        return acts.await(request, this::completed);
      }
    }
    throw new IllegalStateException("Nothing to wait for");
  }

  // One operation each.

  private Act send() {
    Address to = crew.toSend.take(program);
    return acts.send(to, program.choose(4) == 0, mine);
  }

  private Act deliver(int way) {
    return acts.deliver(way, mine.toArray(new Request[0]), this::completed);
  }

  /** Null for a receive that is not safe, or for none. */
  private Act post(Address receive) {
    if (receive == null
        || crew.leftToPost == 0
        || !crew.inbox.isSafe(crew.inbox.classes(receive))) {
      return null;
    }
    crew.leftToPost--;
    return acts.post(claim(receive), receive, mine::add);
  }

  /** It waits for a message as a receive does. */
  private Act probe(Address receive) {
    if (receive == null) {
      return null;
    }
    Request claimed = claim(receive);
    return acts.probe(
        receive,
        messageOfClass -> {
          found(messageOfClass);
          news.add(new News(claimed, Inbox.NO_CLASS));
        });
  }

  private Request claim(Address receive) {
    Request claimed = new Request();
    claimed.classes = crew.inbox.classes(receive);
    crew.inbox.add(claimed);
    return claimed;
  }

  private Address chooseReceive() {
    return crew.leftToPost > 0 ? crew.inbox.chooseSafe(program) : null;
  }

  private Act spawn() {
    crew.unborn--;
    return new Act(() -> program.spawn(child -> new Member(child, crew), born), () -> {});
  }

  private void found(int messageOfClass) {
    found = messageOfClass;
  }

  private void completed(Request request, Arrival.Message message) {
    mine.remove(request);
    if (message != null) {
      news.add(new News(request, Inbox.classOf(message)));
    }
  }
}
