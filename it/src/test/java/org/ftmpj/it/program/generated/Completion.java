package org.ftmpj.it.program.generated;

import java.util.ArrayList;
import java.util.List;
import mpi.Request;
import mpi.Status;

/** Waits for and tests the requests of an exchange, in every way there is. */
final class Completion {
  /** On stock MPJ Express a {@code Testall} that fails takes half a second. */
  private static final int ONE_TESTALL_IN = 60;

  private final Rank me;
  private final Inbox inbox;
  private final Outbox outbox;
  private final List<Request> spent = new ArrayList<>();

  /** Those that are asked for: first those of receives, then of sends, then inactive ones. */
  private List<Inbox.Posted> receives;

  private List<Request> sends;
  private Request[] asked;

  Completion(Rank me, Inbox inbox, Outbox outbox) {
    this.me = me;
    this.inbox = inbox;
    this.outbox = outbox;
  }

  private boolean gather(boolean withReceives, boolean withSends, boolean withInactive) {
    receives = withReceives ? List.copyOf(inbox.pending()) : List.of();
    sends = withSends ? List.copyOf(outbox.pending()) : List.of();
    List<Request> all = new ArrayList<>();
    receives.forEach(posted -> all.add(posted.request()));
    all.addAll(sends);
    if (all.isEmpty()) {
      return false;
    }
    if (withInactive && !spent.isEmpty() && me.oneIn(4)) {
      all.add(spent.get(me.choose(spent.size())));
    }
    asked = all.toArray(new Request[0]);
    return true;
  }

  /** Asks without waiting, if there is anything to ask for. */
  void test() {
    if (gather(true, true, true)) {
      switch (me.choose(3)) {
        case 0 -> testOne();
        case 1 -> testany();
        default -> testsome();
      }
    }
  }

  /**
   * Waits until something is complete.
   *
   * @param sendsToo whether a wait for sends alone will end
   */
  void await(boolean sendsToo) {
    if (me.oneIn(3)) {
      test();
      return;
    }
    boolean both = sendsToo || me.oneIn(2);
    boolean receivesToo = !inbox.pending().isEmpty();
    WitnessBroken.unless(receivesToo || sendsToo, "nothing to wait for");
    gather(true, both, true);
    switch (me.choose(5)) {
      case 0 -> waitOne(sendsToo ? receives.size() + sends.size() : receives.size());
      case 1 -> waitany();
      case 2 -> waitsome();
      case 3 -> waitall(sendsToo);
      default -> pollOne();
    }
  }

  private void testOne() {
    me.count("Test");
    int index = me.choose(receives.size() + sends.size());
    complete(index, asked[index].Test());
  }

  private void testany() {
    me.count("Testany");
    Status status = Request.Testany(asked);
    complete(status == null ? 0 : status.index, status);
  }

  private void testsome() {
    me.count("Testsome");
    complete(Request.Testsome(asked));
  }

  private void waitOne(int among) {
    me.count("Wait");
    int index = me.choose(among);
    complete(index, asked[index].Wait());
  }

  private void waitany() {
    me.count("Waitany");
    Status status = Request.Waitany(asked);
    complete(status.index, status);
  }

  private void waitsome() {
    me.count("Waitsome");
    complete(Request.Waitsome(asked));
  }

  private void waitall(boolean sendsToo) {
    gather(true, sendsToo && me.oneIn(2) || inbox.pending().isEmpty(), false);
    Status[] statuses = null;
    if (me.oneIn(ONE_TESTALL_IN)) {
      me.count("Testall");
      statuses = Request.Testall(asked);
      me.saw(statuses == null ? 0 : 1);
      if (statuses == null) {
        return;
      }
    } else {
      me.count("Waitall");
      statuses = Request.Waitall(asked);
    }
    for (int i = 0; i < statuses.length; i++) {
      complete(i, statuses[i]);
    }
  }

  /** Asks for one until it is complete or that takes too long. */
  private void pollOne() {
    if (receives.isEmpty()) {
      return;
    }
    int index = me.choose(receives.size());
    int most = 1 + me.choose(300);
    int asks = 0;
    Status status = null;
    while (status == null && asks < most) {
      status = asked[index].Test();
      asks++;
      Thread.yield();
    }
    me.count("Test in a loop");
    me.saw(asks);
    complete(index, status);
  }

  private void complete(Status[] statuses) {
    me.saw(statuses.length);
    for (Status status : statuses) {
      complete(status.index, status);
    }
  }

  private void complete(int index, Status status) {
    if (status == null) {
      me.saw(-2);
      return;
    }
    me.saw(index);
    if (index < receives.size()) {
      Inbox.Posted posted = receives.get(index);
      inbox.took(posted, status);
    } else if (index < receives.size() + sends.size()) {
      Request sent = sends.get(index - receives.size());
      WitnessBroken.unless(outbox.pending().remove(sent), "a send was completed twice");
      spent.add(sent);
    } else {
      throw new WitnessBroken("an inactive request was completed");
    }
  }
}
