package org.ftmpj.it.program.generated;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import mpi.Comm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

/**
 * Several threads of each rank, which meet by something that they share, and send the threads of
 * the next rank what they have seen. How they are born and how they meet each rank decides by
 * itself; the sum of what they bring is known.
 */
final class Crew implements Part {
  private static final int MOST_MEMBERS = 4;
  private static final int MOST_STEPS = 6;
  private static final int MOST_WORK = 20_000;

  /** Above the tags of all other parts. */
  private static final int FIRST_TAG = 1 << 16;

  private final Setup setup;
  private final int number;
  private final int which;
  private final int members;
  private final int steps;

  Crew(Setup setup, int number, Dice dice) {
    this.setup = setup;
    this.number = number;
    which = dice.below(Circles.NUMBER);
    members = dice.between(2, MOST_MEMBERS);
    steps = dice.between(1, MOST_STEPS);
  }

  @Override
  public void run(Rank me, Circles circles) {
    Circle circle = circles.get(which);
    circle.enter(me, false);
    Births births = Births.values()[me.choose(Births.values().length)];
    Meeting meeting = Meeting.values()[me.choose(Meeting.values().length)];
    me.count("threads by " + births);
    me.count("threads meet by " + meeting);
    Meeting.Place place = meeting.place(members);
    List<Callable<Long>> tasks = new ArrayList<>();
    for (int member = 0; member < members; member++) {
      tasks.add(new Member(me, circle, place, member));
    }
    births.run(tasks).forEach(me::saw);
    long total = place.total();
    WitnessBroken.unless(
        total == expected(circle), "%s by %s bring %x in all", births, meeting, total);
  }

  private long expected(Circle circle) {
    long sum = 0;
    for (int member = 0; member < members; member++) {
      for (int step = 0; step < steps; step++) {
        sum += brings(circle, member, step);
      }
    }
    return sum;
  }

  /** Positive, and small enough that no sum overflows. */
  private long brings(Circle circle, int member, int step) {
    return 1 + setup.dice(11, number, circle.color(), circle.rank(), member, step).below(1000);
  }

  /** A thread that brings something at each step, and tells its neighbour about it now and then. */
  private final class Member implements Callable<Long> {
    private final Lines lines;
    private final Circle circle;
    private final Meeting.Place place;
    private final int member;
    private long hash;

    Member(Rank me, Circle circle, Meeting.Place place, int member) {
      lines = me.lines();
      this.circle = circle;
      this.place = place;
      this.member = member;
      hash = Dice.mix(me.hash() + member);
    }

    @Override
    public Long call() throws InterruptedException {
      for (int step = 0; step < steps; step++) {
        work();
        saw(place.meet(member, brings(circle, member, step)));
        Dice dice = setup.dice(12, number, member, step);
        if (dice.oneIn(2)) {
          exchange(step, dice.oneIn(2));
        }
        if (dice.oneIn(4)) {
          say();
        }
      }
      return hash;
    }

    private void saw(long what) {
      hash = Dice.mix(hash * 31 + what);
    }

    private void work() {
      long until = Long.remainderUnsigned(hash, MOST_WORK);
      long x = hash | 1;
      for (long i = 0; i < until; i++) {
        x ^= x << 13;
        x ^= x >>> 7;
        x ^= x << 17;
      }
      saw(x);
      if (until % 5 == 0) {
        saw(Values.value(choose(Values.NAMES.length)));
      }
    }

    /** A number below {@code bound} that depends on what was seen. */
    private int choose(int bound) {
      saw(1);
      return (int) Long.remainderUnsigned(hash, bound);
    }

    private void say() {
      synchronized (lines) {
        lines.out(String.format("member %d, hash %016x", member, hash), 1 + choose(3));
      }
    }

    /** All members of that number of the circle take part; it may be this rank alone. */
    private void exchange(int step, boolean any) {
      int tag = FIRST_TAG + number * MOST_MEMBERS + member;
      int source = circle.next(-1);
      long[] mine = {step, hash};
      Request sent =
          choose(3) == 0
              ? circle.comm().Issend(mine, 0, 2, MPI.LONG, circle.next(1), tag)
              : circle.comm().Isend(mine, 0, 2, MPI.LONG, circle.next(1), tag);
      long[] message = new long[2];
      Status status = receive(message, any ? MPI.ANY_SOURCE : source, tag);
      sent.Wait();
      WitnessBroken.unless(
          status.source == source && message[0] == step,
          "member %d in step %d got step %d of rank %d",
          member,
          step,
          message[0],
          status.source);
      saw(message[1]);
    }

    /** No other thread receives what has this tag. */
    private Status receive(long[] message, int source, int tag) {
      Comm comm = circle.comm();
      return switch (choose(5)) {
        case 0 -> comm.Irecv(message, 0, 2, MPI.LONG, source, tag).Wait();
        case 1 -> test(comm.Irecv(message, 0, 2, MPI.LONG, source, tag));
        case 2 -> {
          comm.Probe(source, tag);
          yield comm.Recv(message, 0, 2, MPI.LONG, source, tag);
        }
        case 3 -> {
          while (comm.Iprobe(source, tag) == null) {
            saw(2);
            Thread.yield();
          }
          yield comm.Recv(message, 0, 2, MPI.LONG, source, tag);
        }
        default -> comm.Recv(message, 0, 2, MPI.LONG, source, tag);
      };
    }

    private Status test(Request request) {
      Status status = request.Test();
      while (status == null) {
        saw(3);
        Thread.yield();
        status = request.Test();
      }
      return status;
    }
  }

  @Override
  public String toString() {
    return "crew";
  }
}
