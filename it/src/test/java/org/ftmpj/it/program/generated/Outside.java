package org.ftmpj.it.program.generated;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

/**
 * Errands of each rank, by one thread or by several at once, which tell their neighbours now and
 * then what they have seen. Which errands they are all ranks know beforehand; how each is done, its
 * rank decides by what it has seen. What comes of it is the same on stock MPJ Express, and printed.
 */
final class Outside implements Part {
  private static final int MOST_MEMBERS = 3;
  private static final int MOST_STEPS = 3;

  /** Above those of crews. */
  private static final int FIRST_TAG = 1 << 18;

  private final Setup setup;
  private final int number;
  private final int which;
  private final Errands[][] errands;

  Outside(Setup setup, int number, Dice dice) {
    this.setup = setup;
    this.number = number;
    which = dice.below(Circles.NUMBER);
    errands = new Errands[dice.oneIn(2) ? 1 : dice.between(2, MOST_MEMBERS)][];
    for (int member = 0; member < errands.length; member++) {
      errands[member] = new Errands[dice.between(1, MOST_STEPS)];
      Arrays.setAll(errands[member], step -> Errands.any(dice));
    }
  }

  @Override
  public void run(Rank me, Circles circles) {
    Circle circle = circles.get(which);
    circle.enter(me, false);
    String[] facts = new String[errands.length];
    List<Callable<Long>> tasks = new ArrayList<>();
    for (int member = 0; member < errands.length; member++) {
      for (Errands errand : errands[member]) {
        me.count("errand " + errand);
      }
      tasks.add(new Member(me, circle, member, facts));
    }
    if (tasks.size() == 1) {
      me.saw(((Member) tasks.get(0)).call());
    } else {
      Births births = Births.values()[me.choose(Births.values().length)];
      me.count("errands by " + births);
      births.run(tasks).forEach(me::saw);
    }
    me.lines().out(Generated.FACTS + number + " " + String.join(" ", facts), 1);
    compareCounter(me);
  }

  private void compareCounter(Rank me) {
    long counts =
        Arrays.stream(errands).flatMap(Arrays::stream).filter(Errands.COUNTER::equals).count();
    if (counts > 0) {
      me.barrier(MPI.COMM_WORLD);
      long expected = counts * me.size() * SharedCounter.TIMES;
      long counted = SharedCounter.read(number);
      WitnessBroken.unless(
          counted == expected, "a counter stands at %d, not %d", counted, expected);
    }
  }

  /** A thread that does errands. */
  private final class Member implements Callable<Long> {
    private final Circle circle;
    private final Lines lines;
    private final int rank;
    private final int member;
    private final String[] facts;
    private final Doer doer;

    Member(Rank me, Circle circle, int member, String[] facts) {
      this.circle = circle;
      lines = me.lines();
      rank = me.number();
      this.member = member;
      this.facts = facts;
      doer = new Doer(rank, member, rank + "-" + number + "-" + member, me.hash());
    }

    @Override
    public Long call() {
      List<String> seen = new ArrayList<>();
      for (int step = 0; step < errands[member].length; step++) {
        Errands errand = errands[member][step];
        synchronized (lines) {
          lines.out(
              String.format("member %d begins %s, hash %016x", member, errand, doer.hash()), 1);
        }
        doer.begin(step, setup.dice(15, number, rank, member, step));
        Object fact = run(errand);
        seen.add(String.format(Locale.ROOT, "%s=%08x", errand, String.valueOf(fact).hashCode()));
        if (setup.dice(16, number, member, step).oneIn(2)) {
          exchange(step);
        }
      }
      facts[member] = String.join(" ", seen);
      return doer.hash();
    }

    private Object run(Errands errand) {
      try {
        return errand.run(number, doer);
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(errand + " in part " + number, e);
      }
    }

    /** All members of that number of the circle take part; it may be this rank alone. */
    private void exchange(int step) {
      int tag = FIRST_TAG + number * MOST_MEMBERS + member;
      int source = circle.next(-1);
      long[] mine = {step, doer.hash()};
      Request sent = circle.comm().Isend(mine, 0, 2, MPI.LONG, circle.next(1), tag);
      long[] message = new long[2];
      int from = doer.oneIn(2) ? MPI.ANY_SOURCE : source;
      Status status = circle.comm().Recv(message, 0, 2, MPI.LONG, from, tag);
      sent.Wait();
      WitnessBroken.unless(
          status.source == source && message[0] == step,
          "errand %d got word of %d of rank %d",
          step,
          message[0],
          status.source);
      doer.saw(message[1]);
    }
  }

  @Override
  public String toString() {
    return "outside";
  }
}
