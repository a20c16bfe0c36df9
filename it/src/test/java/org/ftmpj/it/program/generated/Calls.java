package org.ftmpj.it.program.generated;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

/**
 * Receives of any source and tag that are posted long before a rank sends to them: at the start,
 * and then again at each call. At a call every rank sends to those after it.
 */
final class Calls {
  private static final int MOST = 3;

  private final Rank me;
  private final Circle circle;
  private final long[][] heard;
  private final Request[] posted;
  private int calls;

  Calls(Rank me, Circle circle, Dice dice) {
    this.me = me;
    this.circle = circle;
    int number = Math.min(dice.below(MOST + 1), circle.size() - 1);
    heard = new long[number][2];
    posted = new Request[number];
    post();
  }

  private void post() {
    for (int i = 0; i < posted.length; i++) {
      me.count("Irecv", MPI.ANY_SOURCE, MPI.ANY_TAG);
      posted[i] = circle.comm().Irecv(heard[i], 0, 2, MPI.LONG, MPI.ANY_SOURCE, MPI.ANY_TAG);
    }
  }

  void call() {
    if (posted.length == 0) {
      return;
    }
    me.count("call");
    circle.enter(me, true);
    Intracomm comm = circle.comm();
    for (int distance = 1; distance <= posted.length; distance++) {
      long[] message = {Dice.mix(calls * 31L + distance), me.hash()};
      me.count("send SEND");
      comm.Send(message, 0, 2, MPI.LONG, circle.next(distance), distance);
    }
    for (int i = 0; i < posted.length; i++) {
      me.count("Waitany");
      Status status = Request.Waitany(posted);
      me.saw(status.index);
      me.saw(status.source);
      long[] message = heard[status.index];
      WitnessBroken.unless(
          status.source == circle.next(-status.tag)
              && message[0] == Dice.mix(calls * 31L + status.tag),
          "call %d: %x of rank %d with tag %d",
          calls,
          message[0],
          status.source,
          status.tag);
      me.saw(message[1]);
    }
    calls++;
    post();
  }

  /** A last call; no more are posted. */
  void end() {
    call();
    if (posted.length > 0) {
      circle.enter(me, true);
      for (int distance = 1; distance <= posted.length; distance++) {
        circle.comm().Send(new long[2], 0, 2, MPI.LONG, circle.next(distance), distance);
      }
      Request.Waitall(posted);
    }
  }
}
