package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.List;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.rank.Receive;

/**
 * One of the threads that do the work of a {@link Crew}. Again and again it gets hold of what they
 * share, says what it has received, and chooses what to do next; then it does that, while others
 * may do something else. It waits only for receives that are sure to get a message, and for
 * synchronous sends when all receives are posted, so that all come to an end.
 */
final class Member implements Part {
  private static final int POLLS = 8;
  private static final int HAND_OVERS = 3;
  private static final int EXTRAS = 3;

  private enum Phase {
    ENTER,
    LEAVE,
    AWAIT_CHANGE,
    OPERATE,
    JOIN
  }

  private enum Action {
    NOTHING,
    SEND,
    SEND_SYNCHRONOUSLY,
    POST,
    WAIT,
    DELIVER,
    PROBE,
    IPROBE,
    VALUE,
    OUTPUT,
    BEAR,
    END
  }

  /** A message that was received, or a probe that is over, which the others do not know yet. */
  private record News(Request request, int received) {}

  private static final int NO_CLASS = -1;

  private final Program program;
  private final Crew crew;
  private final List<Program> children = new ArrayList<>();
  private final List<Request> mine = new ArrayList<>();
  private final List<News> news = new ArrayList<>();
  private Phase phase = Phase.ENTER;
  private Action action = Action.NOTHING;
  private boolean changed;
  private int seen;
  private int polls;
  private int handOvers;
  private int extras;
  private int found = NO_CLASS;

  private int peer;
  private int tag;
  private Request chosen;
  private Request[] asked;

  Member(Program program, Crew crew) {
    this.program = program;
    this.crew = crew;
  }

  @Override
  public boolean begin() {
    switch (phase) {
      case ENTER:
        enter();
        return true;
      case LEAVE:
        leave();
        return true;
      case AWAIT_CHANGE:
        program.handOver(() -> crew.changes != seen, () -> {});
        return true;
      case OPERATE:
        operate();
        return true;
      default:
        if (children.isEmpty()) {
          return false;
        }
        program.join(children.remove(0));
        return true;
    }
  }

  @Override
  public void done() {
    switch (phase) {
      case ENTER:
        if (crew.guard == Crew.Guard.ATOMIC) {
          goOn();
        } else {
          look();
          phase = Phase.LEAVE;
          if (crew.guard == Crew.Guard.MONITOR && !changed) {
            // Nobody is notified, and to leave is no event.
            crew.isHeld = false;
            seen = crew.changes;
            goOn();
          }
        }
        break;
      case LEAVE:
        crew.isHeld = false;
        goOn();
        break;
      case AWAIT_CHANGE:
        phase = Phase.ENTER;
        break;
      case OPERATE:
        operated();
        phase = Phase.ENTER;
        break;
      default:
        break;
    }
  }

  // What they share.

  private void enter() {
    if (crew.guard == Crew.Guard.ATOMIC) {
      program.handOver(
          () -> true,
          () -> {
            look();
            tellOthers();
          });
    } else {
      program.handOver(() -> !crew.isHeld, () -> crew.isHeld = true);
    }
  }

  private void leave() {
    program.handOver(
        () -> true,
        () -> {
          tellOthers();
          if (crew.guard == Crew.Guard.LOCK) {
            crew.isHeld = false;
          }
        });
  }

  private void tellOthers() {
    if (changed) {
      crew.changes++;
    }
    seen = crew.changes;
  }

  private void goOn() {
    phase =
        switch (action) {
          case NOTHING -> Phase.AWAIT_CHANGE;
          case END -> Phase.JOIN;
          default -> Phase.OPERATE;
        };
  }

  private void look() {
    changed = !news.isEmpty();
    for (News one : news) {
      crew.inbox.remove(one.request);
      if (one.received != NO_CLASS) {
        crew.inbox.received(one.received);
      }
    }
    news.clear();
    program.mix(++crew.choices);
    action = choose();
    changed |= action != Action.NOTHING;
  }

  // What to do next.

  private Action choose() {
    if (found != NO_CLASS) {
      int probed = found;
      found = NO_CLASS;
      if (program.choose(4) != 0 && post(probed / Plan.TAGS, probed % Plan.TAGS)) {
        return Action.POST;
      }
    }
    for (int tries = 0; tries < 3; tries++) {
      Action perhaps = perhaps(program.choose(16));
      if (perhaps != Action.NOTHING) {
        return perhaps;
      }
    }
    return surely();
  }

  private Action perhaps(int chance) {
    switch (chance) {
      case 0, 1, 2, 3:
        return crew.hasSends() ? send() : Action.NOTHING;
      case 4, 5, 6:
        return chooseReceive() && post(peer, tag) ? Action.POST : Action.NOTHING;
      case 7:
        return !mine.isEmpty() && polls++ < POLLS ? deliver(2 + program.choose(3)) : Action.NOTHING;
      case 8:
        return polls++ < POLLS ? iprobe() : Action.NOTHING;
      case 9:
        return !crew.hasSends() && chooseReceive() ? probe() : Action.NOTHING;
      case 10:
        return extras++ < EXTRAS ? Action.VALUE : Action.NOTHING;
      case 11:
        return extras++ < EXTRAS ? Action.OUTPUT : Action.NOTHING;
      case 12:
        if (!mine.isEmpty() && handOvers++ < HAND_OVERS) {
          crew.handedOver.add(mine.remove(program.choose(mine.size())));
          changed = true;
        }
        return Action.NOTHING;
      case 13:
        takeOver();
        return Action.NOTHING;
      default:
        return crew.unborn > 0 ? bear() : Action.NOTHING;
    }
  }

  /** Something that leads on; nothing if only others can do that. */
  private Action surely() {
    if (crew.hasSends()) {
      return send();
    }
    while (!mayWait() && !crew.handedOver.isEmpty()) {
      takeOver();
    }
    if (mayWait()) {
      return await();
    }
    if (chooseReceive() && post(peer, tag) || postExactly()) {
      return Action.POST;
    }
    boolean all = crew.leftToPost == 0 && mine.isEmpty() && crew.handedOver.isEmpty();
    return all ? Action.END : Action.NOTHING;
  }

  private Action send() {
    int next = crew.takeSend(program);
    peer = next / Plan.TAGS;
    tag = next % Plan.TAGS;
    return program.choose(4) == 0 ? Action.SEND_SYNCHRONOUSLY : Action.SEND;
  }

  private Action bear() {
    crew.unborn--;
    return Action.BEAR;
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

  private Action await() {
    int way = program.choose(4);
    if (way < 2) {
      return deliver(way);
    }
    int first = program.choose(mine.size());
    for (int i = 0; i < mine.size(); i++) {
      chosen = mine.get((first + i) % mine.size());
      if (chosen.isReceive() || crew.leftToPost == 0) {
        return Action.WAIT;
      }
    }
    throw new IllegalStateException("Nothing to wait for");
  }

  private Action deliver(int way) {
    asked = mine.toArray(new Request[0]);
    tag = way;
    return Action.DELIVER;
  }

  private Action iprobe() {
    peer = program.choose(3) == 0 ? program.choose(program.ranks()) : Receive.ANY_SOURCE;
    tag = program.choose(2) == 0 ? Receive.ANY_TAG : program.choose(Plan.TAGS);
    return Action.IPROBE;
  }

  /** It waits for a message as a receive does. */
  private Action probe() {
    claim();
    return Action.PROBE;
  }

  private void claim() {
    chosen = new Request();
    chosen.classes = crew.inbox.classes(peer, tag);
    crew.inbox.add(chosen);
  }

  private boolean post(int source, int withTag) {
    if (crew.leftToPost == 0 || !crew.inbox.isSafe(crew.inbox.classes(source, withTag))) {
      return false;
    }
    peer = source;
    tag = withTag;
    claim();
    crew.leftToPost--;
    return true;
  }

  private boolean postExactly() {
    for (int c = 0; c < crew.inbox.size(); c++) {
      if (crew.inbox.left(c) > 0 && post(c / Plan.TAGS, c % Plan.TAGS)) {
        return true;
      }
    }
    return false;
  }

  /** A receive that is safe, by chance; false if none was found. */
  private boolean chooseReceive() {
    for (int i = 0; i < 3 && crew.leftToPost > 0; i++) {
      peer = program.choose(2) == 0 ? Receive.ANY_SOURCE : program.choose(program.ranks());
      tag = program.choose(2) == 0 ? Receive.ANY_TAG : program.choose(Plan.TAGS);
      if (crew.inbox.isSafe(crew.inbox.classes(peer, tag))) {
        return true;
      }
    }
    return false;
  }

  // What is done while others go on.

  private void operate() {
    switch (action) {
      case SEND, SEND_SYNCHRONOUSLY ->
          program.messages.send(peer, crew.context, tag, action == Action.SEND_SYNCHRONOUSLY);
      case POST -> program.messages.post(peer, crew.context, tag);
      case WAIT -> program.messages.await(chosen);
      case DELIVER -> program.messages.deliver(tag, asked);
      case PROBE -> program.probes.probe(peer, crew.context, tag);
      case IPROBE -> program.probes.iprobe(peer, crew.context, tag);
      case VALUE -> program.reads.value();
      case OUTPUT -> program.commit();
      default -> program.bear(child -> new Member(child, crew), children::add);
    }
  }

  private void operated() {
    switch (action) {
      case SEND, SEND_SYNCHRONOUSLY -> {
        Request sent = program.messages.sent(peer);
        if (sent.isOpen() || program.choose(4) == 0) {
          mine.add(sent);
        }
      }
      case POST -> {
        program.messages.posted(chosen, peer, crew.context, tag);
        mine.add(chosen);
      }
      case WAIT -> complete(chosen);
      case DELIVER -> {
        for (int index : program.messages.delivered()) {
          complete(asked[index]);
        }
      }
      case PROBE -> {
        probed();
        news.add(new News(chosen, NO_CLASS));
      }
      case IPROBE -> probed();
      case VALUE -> program.reads.hasValue();
      case OUTPUT -> program.print();
      default -> {
        // A thread was born.
      }
    }
  }

  private void probed() {
    Arrival.Message message = program.probes.probed();
    if (message != null) {
      found = Inbox.classOf(message.source(), message.envelope().tag());
    }
  }

  private void complete(Request request) {
    mine.remove(request);
    Arrival.Message message = program.messages.take(request);
    if (message != null) {
      int received = Inbox.classOf(message.source(), message.envelope().tag());
      news.add(new News(request, received));
    }
  }
}
