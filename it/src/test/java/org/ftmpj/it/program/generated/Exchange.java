package org.ftmpj.it.program.generated;

import mpi.MPI;
import mpi.Status;

/**
 * Every rank sends its messages of the traffic and receives those for it, by all kinds of calls in
 * an order that depends on what it has seen.
 *
 * <p>That ends whatever the others do. Either receives overlap: then the sends do not wait, and
 * nothing else blocks before they are all begun; what a receive or probe waits for is sure to come
 * ({@link Inbox#isSafe}); sends are waited for last. Or all receives are posted first, without
 * overlap, and then the sends may wait for those of the others.
 */
final class Exchange implements Part {
  private static final int MOST_POLLS = 400;

  private final Setup setup;
  private final int number;
  private final int which;
  private final boolean overlapping;
  private final boolean ready;
  private final boolean anyTag;

  /**
   * @param number of the part
   */
  Exchange(Setup setup, int number, Dice dice) {
    this.setup = setup;
    this.number = number;
    which = dice.below(Circles.NUMBER);
    overlapping = !dice.oneIn(3);
    ready = !overlapping && dice.oneIn(2);
    anyTag = dice.oneIn(2);
  }

  @Override
  public void run(Rank me, Circles circles) {
    run(me, circles.get(which));
  }

  void run(Rank me, Circle circle) {
    me.count(overlapping ? "exchange overlapping" : ready ? "exchange ready" : "exchange posted");
    circle.enter(me, anyTag);
    new Run(me, circle).run();
  }

  @Override
  public long sum(int ranks) {
    return sum(Circles.sizesOf(which, ranks));
  }

  /** With communicators of these sizes. */
  long sum(int... sizes) {
    long sum = 0;
    for (int color = 0; color < sizes.length; color++) {
      sum += sizes[color] == 0 ? 0 : new Traffic(setup, number, color, sizes[color]).sum();
    }
    return sum;
  }

  @Override
  public String toString() {
    return overlapping ? "exchange" : ready ? "ready exchange" : "posted exchange";
  }

  /** It, as one rank does it. */
  private final class Run {
    private final Rank me;
    private final Circle circle;
    private final Inbox inbox;
    private final Outbox outbox;
    private final Completion completion;
    private int source;
    private int tag;

    Run(Rank me, Circle circle) {
      this.me = me;
      this.circle = circle;
      Traffic traffic = new Traffic(setup, number, circle.color(), circle.size());
      int firstTag = number * Traffic.TAGS;
      inbox = new Inbox(me, circle, traffic, firstTag);
      outbox = new Outbox(me, circle, traffic, firstTag);
      completion = new Completion(me, inbox, outbox);
    }

    void run() {
      if (overlapping) {
        while (outbox.hasMore()) {
          stepWithoutBlocking();
        }
        while (inbox.leftToPost() > 0) {
          step();
        }
      } else {
        postAll();
        if (ready) {
          me.barrier(circle.comm());
        }
        while (outbox.hasMore()) {
          outbox.sendOrWait(ready);
          if (me.oneIn(4)) {
            completion.test();
          }
        }
      }
      while (!inbox.pending().isEmpty() || !outbox.pending().isEmpty()) {
        completion.await(true);
      }
      inbox.close();
      outbox.close();
    }

    /** Receives that do not compete, or all of them for everything. */
    private void postAll() {
      int way = anyTag ? me.choose(4) : 2 + me.choose(2);
      int size = circle.size();
      Dice shuffled = new Dice(me.hash());
      for (int c : shuffled.order(size * Traffic.TAGS)) {
        int from = c / Traffic.TAGS;
        int with = c % Traffic.TAGS;
        for (int i = inbox.left(from, with); i > 0; i--) {
          boolean anySource = way == 0 || way == 2;
          inbox.post(anySource ? MPI.ANY_SOURCE : from, way <= 1 ? MPI.ANY_TAG : with);
        }
        if (outbox.hasMore() && me.oneIn(6)) {
          outbox.send();
        }
      }
    }

    private void stepWithoutBlocking() {
      switch (me.choose(12)) {
        case 0, 1, 2 -> {
          if (chooseReceive()) {
            inbox.post(source, tag);
          }
        }
        case 3, 4 -> iprobe();
        case 5, 6 -> completion.test();
        default -> outbox.send();
      }
    }

    /** Everything is sent. What blocks may wait for receives, and not for sends. */
    private void step() {
      switch (me.choose(10)) {
        case 0, 1, 2 -> {
          if (chooseReceive()) {
            inbox.post(source, tag);
          }
        }
        case 3 -> {
          if (chooseReceive()) {
            inbox.receive(source, tag);
          }
        }
        case 4 -> {
          if (chooseReceive()) {
            receive(inbox.probe(source, tag));
          }
        }
        case 5 -> iprobe();
        case 6 -> iprobeUntilFound();
        default -> {
          if (!inbox.pending().isEmpty()) {
            completion.await(false);
          }
        }
      }
    }

    private void iprobe() {
      chooseAny();
      receive(inbox.iprobe(source, tag));
    }

    private void iprobeUntilFound() {
      chooseAny();
      Status found = null;
      int polls = 0;
      int most = 1 + me.choose(MOST_POLLS);
      while (found == null && polls < most) {
        found = inbox.iprobe(source, tag);
        polls++;
        Thread.yield();
      }
      me.saw(polls);
      receive(found);
    }

    /** Receives what was found, by its name, if no other receive could miss it. */
    private void receive(Status found) {
      if (found != null && Inbox.isTold(found) && !me.oneIn(4)) {
        int itsTag = inbox.tagOf(found);
        if (inbox.leftToPost() > 0 && inbox.isSafe(found.source, itsTag)) {
          if (me.oneIn(2)) {
            inbox.receive(found.source, itsTag);
          } else {
            inbox.post(found.source, itsTag);
          }
        }
      }
    }

    private void chooseAny() {
      source = me.oneIn(3) ? me.choose(circle.size()) : MPI.ANY_SOURCE;
      tag = anyTag && me.oneIn(2) ? MPI.ANY_TAG : me.choose(Traffic.TAGS);
    }

    /** A receive that is safe, by chance; false if none was found. */
    private boolean chooseReceive() {
      for (int i = 0; i < 4; i++) {
        chooseAny();
        if (inbox.leftToPost() > 0 && inbox.isSafe(source, tag)) {
          return true;
        }
      }
      return inbox.leftToPost() > 0 && inbox.pending().isEmpty() && chooseLeft();
    }

    /** Nothing is pending that competes: any message that is left will do. */
    private boolean chooseLeft() {
      for (int c = 0; c < circle.size() * Traffic.TAGS; c++) {
        source = c / Traffic.TAGS;
        tag = c % Traffic.TAGS;
        if (inbox.isSafe(source, tag)) {
          return true;
        }
      }
      throw new WitnessBroken("no receive is safe, and %d are left", inbox.leftToPost());
    }
  }
}
