package org.ftmpj.it.program.generated;

import java.util.ArrayList;
import java.util.List;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

/**
 * One rank gives out tasks, one by one, to the rank that has done the last one. Which rank does
 * which is open; the sum of the results is not.
 */
final class Farm implements Part {
  private static final int MOST_TASKS = 60;
  private static final int MOST_POLLS = 1000;
  private static final long NO_MORE = -1;

  private final Setup setup;
  private final int number;
  private final int which;
  private final int masters;
  private final int tasks;
  private final int work;

  Farm(Setup setup, int number, Dice dice) {
    this.setup = setup;
    this.number = number;
    which = dice.below(Circles.NUMBER);
    masters = dice.below(1000);
    tasks = 1 + dice.below(MOST_TASKS);
    work = 100 + dice.below(20_000);
  }

  @Override
  public void run(Rank me, Circles circles) {
    Circle circle = circles.get(which);
    me.count("farm");
    circle.enter(me, false);
    int master = masters % circle.size();
    if (circle.rank() == master) {
      new Master(me, circle).run();
    } else {
      workFor(me, circle, master);
    }
  }

  private int tag() {
    return number * Traffic.TAGS;
  }

  private long task(int color, int n) {
    return setup.dice(4, number, color, n).next() >>> 1;
  }

  private static long result(long task) {
    return Dice.mix(task + 1);
  }

  private void workFor(Rank me, Circle circle, int master) {
    long[] task = new long[2];
    while (true) {
      // No other sends this rank anything in this communicator before the end of its farm.
      Status status = circle.comm().Recv(task, 0, 2, MPI.LONG, master, MPI.ANY_TAG);
      me.count("Recv", status.source, MPI.ANY_TAG);
      me.saw(task[1]);
      if (task[0] == NO_MORE) {
        return;
      }
      me.work(me.choose(work) + 1);
      long[] answer = {result(task[0]), me.hash()};
      if (me.oneIn(3)) {
        me.count("send SSEND");
        circle.comm().Ssend(answer, 0, 2, MPI.LONG, master, tag());
      } else {
        me.count("send SEND");
        circle.comm().Send(answer, 0, 2, MPI.LONG, master, tag());
      }
    }
  }

  /** The rank that gives out the tasks. */
  private final class Master {
    private final Rank me;
    private final Circle circle;
    private final long[][] answers;
    private long sum;
    private int given;

    /** Posted for the answer of each worker, if it is awaited by name. */
    private final Request[] posted;

    Master(Rank me, Circle circle) {
      this.me = me;
      this.circle = circle;
      answers = new long[circle.size()][2];
      posted = new Request[circle.size()];
    }

    void run() {
      List<Integer> workers = new ArrayList<>();
      for (int distance = 1; distance < circle.size(); distance++) {
        workers.add(circle.next(distance));
      }
      if (workers.isEmpty()) {
        return;
      }
      boolean byName = me.oneIn(2);
      int busy = 0;
      for (int worker : workers) {
        busy += give(worker, byName);
      }
      while (busy > 0) {
        int worker = byName ? anyPosted() : any();
        me.saw(worker);
        me.saw(answers[worker][1]);
        sum += answers[worker][0];
        busy += give(worker, byName) - 1;
      }
      long expected = 0;
      for (int n = 0; n < tasks; n++) {
        expected += result(task(circle.color(), n));
      }
      WitnessBroken.unless(sum == expected, "a farm's sum is %x instead of %x", sum, expected);
    }

    /** Returns how many tasks it has given. */
    private int give(int worker, boolean byName) {
      boolean more = given < tasks;
      long[] task = {more ? task(circle.color(), given++) : NO_MORE, me.hash()};
      if (more && byName) {
        me.count("Irecv", worker, 0);
        posted[worker] = circle.comm().Irecv(answers[worker], 0, 2, MPI.LONG, worker, tag());
      }
      me.count("send SEND");
      circle.comm().Send(task, 0, 2, MPI.LONG, worker, tag() + (more ? 1 : 2));
      return more ? 1 : 0;
    }

    private int anyPosted() {
      List<Request> active = new ArrayList<>();
      List<Integer> whose = new ArrayList<>();
      for (int worker = 0; worker < posted.length; worker++) {
        if (posted[worker] != null) {
          active.add(posted[worker]);
          whose.add(worker);
        }
      }
      Request[] asked = active.toArray(new Request[0]);
      Status status = null;
      for (int polls = me.choose(MOST_POLLS); polls > 0 && status == null; polls--) {
        status = Request.Testany(asked);
        Thread.yield();
      }
      me.count("Testany in a loop");
      if (status == null) {
        me.count("Waitany");
        status = Request.Waitany(asked);
      }
      int worker = whose.get(status.index);
      posted[worker] = null;
      return worker;
    }

    private int any() {
      long[] answer = new long[2];
      int from = MPI.ANY_SOURCE;
      int way = me.choose(3);
      if (way == 1) {
        me.count("Probe", MPI.ANY_SOURCE, 0);
        from = circle.comm().Probe(MPI.ANY_SOURCE, tag()).source;
      } else if (way == 2) {
        Status found = null;
        for (int polls = me.choose(MOST_POLLS); polls > 0 && found == null; polls--) {
          found = circle.comm().Iprobe(MPI.ANY_SOURCE, tag());
          Thread.yield();
        }
        me.count("Iprobe in a loop");
        from = found == null ? MPI.ANY_SOURCE : found.source;
      }
      me.count("Recv", from, 0);
      Status status = circle.comm().Recv(answer, 0, 2, MPI.LONG, from, tag());
      answers[status.source] = answer;
      return status.source;
    }
  }

  @Override
  public String toString() {
    return "farm";
  }
}
