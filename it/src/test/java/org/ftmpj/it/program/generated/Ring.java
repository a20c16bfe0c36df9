package org.ftmpj.it.program.generated;

import mpi.Datatype;
import mpi.MPI;
import mpi.Status;

/** A token goes round, and after each lap all send to their neighbour at once. */
final class Ring implements Part {
  private static final int MOST_LAPS = 4;
  private static final int MOST_ELEMENTS = 3000;

  private final int number;
  private final int which;
  private final int starts;
  private final int laps;
  private final int distances;
  private final Kind kind;
  private final int more;

  Ring(int number, Dice dice) {
    this.number = number;
    which = dice.below(Circles.NUMBER);
    starts = dice.below(1000);
    laps = 1 + dice.below(MOST_LAPS);
    distances = dice.below(1000);
    kind = Kind.any(dice);
    more = dice.below(MOST_ELEMENTS);
  }

  @Override
  public void run(Rank me, Circles circles) {
    Circle circle = circles.get(which);
    if (circle.size() == 1) {
      return;
    }
    me.count("ring");
    circle.enter(me, false);
    int start = starts % circle.size();
    long steps = 0;
    for (int lap = 0; lap < laps; lap++) {
      if (circle.rank() == start) {
        send(me, circle, steps + 1);
        steps = receive(me, circle);
        WitnessBroken.unless(
            steps == (long) (lap + 1) * circle.size(), "a token made %d steps", steps);
      } else {
        send(me, circle, receive(me, circle) + 1);
      }
      shift(me, circle, 1 + distances % (circle.size() - 1), lap);
    }
  }

  private int tag() {
    return number * Traffic.TAGS;
  }

  private void send(Rank me, Circle circle, long steps) {
    long[] token = {steps, me.hash()};
    if (me.oneIn(2)) {
      me.count("send SEND");
      circle.comm().Send(token, 0, 2, MPI.LONG, circle.next(1), tag());
    } else {
      me.count("send SSEND");
      circle.comm().Ssend(token, 0, 2, MPI.LONG, circle.next(1), tag());
    }
  }

  private long receive(Rank me, Circle circle) {
    long[] token = new long[2];
    int source = me.oneIn(2) ? MPI.ANY_SOURCE : circle.next(-1);
    me.count("Recv", source, 0);
    Status status = circle.comm().Recv(token, 0, 2, MPI.LONG, source, tag());
    WitnessBroken.unless(status.source == circle.next(-1), "a token of rank %d", status.source);
    me.saw(token[1]);
    return token[0];
  }

  private void shift(Rank me, Circle circle, int distance, int lap) {
    int elements = Message.header(kind) + more;
    Datatype type = kind.type();
    Layout layout = Layout.plain(kind, elements, 0);
    Object out = layout.array(kind, elements);
    long value = value(circle, circle.rank(), lap);
    new Message(value, me.hash(), lap).write(kind, out, layout, elements);
    Object in = out;
    int to = circle.next(distance);
    int from = circle.next(-distance);
    if (me.oneIn(2)) {
      me.count("Sendrecv_replace");
      circle.comm().Sendrecv_replace(out, 0, elements, type, to, tag() + 1, from, tag() + 1);
    } else {
      me.count("Sendrecv");
      in = layout.array(kind, elements);
      circle
          .comm()
          .Sendrecv(out, 0, elements, type, to, tag() + 1, in, 0, elements, type, from, tag() + 1);
    }
    Message message = Message.read(kind, in, 0, elements);
    WitnessBroken.unless(
        message.value() == value(circle, from, lap) && message.label() == lap,
        "%s by Sendrecv in lap %d",
        message,
        lap);
    me.saw(message.hash());
  }

  private long value(Circle circle, int rank, int lap) {
    return new Dice(number, circle.color(), rank, lap).next();
  }

  @Override
  public String toString() {
    return "ring";
  }
}
