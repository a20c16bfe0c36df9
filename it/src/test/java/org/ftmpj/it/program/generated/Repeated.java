package org.ftmpj.it.program.generated;

import java.util.Arrays;
import mpi.Comm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** Persistent requests to and from the same ranks, started together again and again. */
final class Repeated implements Part {
  private static final int MOST_STARTS = 6;
  private static final int MOST_DISTANCES = 3;
  private static final int MODES = 3;

  private final int number;
  private final int which;
  private final int starts;
  private final int[] distances;
  private final int[] modes;
  private final boolean anySource;
  private final boolean ready;
  private final Kind kind;
  private final int elements;

  Repeated(int number, Dice dice) {
    this.number = number;
    which = dice.below(Circles.NUMBER);
    starts = 1 + dice.below(MOST_STARTS);
    distances = new int[1 + dice.below(MOST_DISTANCES)];
    Arrays.setAll(distances, i -> dice.below(8));
    modes = new int[distances.length];
    Arrays.setAll(modes, i -> dice.below(MODES));
    anySource = dice.oneIn(2);
    ready = anySource || Arrays.stream(modes).anyMatch(mode -> mode == 2) || dice.oneIn(2);
    kind = Kind.any(dice);
    elements = Message.header(kind) + dice.below(100);
  }

  @Override
  public void run(Rank me, Circles circles) {
    Circle circle = circles.get(which);
    me.count("repeated");
    circle.enter(me, false);
    new Run(me, circle).run();
  }

  @Override
  public String toString() {
    return "repeated";
  }

  /** It, as one rank does it. */
  private final class Run {
    private final Rank me;
    private final Circle circle;
    private final Object[] out = new Object[distances.length];
    private final Object[] in = new Object[distances.length];
    private final Prequest[] sends = new Prequest[distances.length];
    private final Prequest[] receives = new Prequest[distances.length];
    private final Layout layout = Layout.plain(kind, elements, 0);
    private boolean[] heard;

    Run(Rank me, Circle circle) {
      this.me = me;
      this.circle = circle;
    }

    void run() {
      for (int i = 0; i < distances.length; i++) {
        out[i] = layout.array(kind, elements);
        in[i] = layout.array(kind, elements);
        receives[i] = receive(i);
        sends[i] = send(i);
      }
      for (int start = 0; start < starts; start++) {
        me.count("Startall");
        Prequest.Startall(receives);
        if (ready) {
          // Else a receive from any source might get a message of the next time.
          me.barrier(circle.comm());
        }
        for (int i = 0; i < distances.length; i++) {
          new Message(value(circle.rank(), i, start), me.hash(), i)
              .write(kind, out[i], layout, elements);
        }
        Prequest.Startall(sends);
        heard = new boolean[distances.length];
        complete(start);
        for (boolean each : heard) {
          WitnessBroken.unless(each, "a persistent receive is not complete");
        }
      }
    }

    private Prequest receive(int i) {
      Comm comm = circle.comm();
      int tag = number * Traffic.TAGS + (anySource ? 0 : i);
      int from = anySource ? MPI.ANY_SOURCE : circle.next(-distances[i]);
      me.count("Recv_init", from, tag);
      return comm.Recv_init(in[i], 0, elements, kind.type(), from, tag);
    }

    private Prequest send(int i) {
      Comm comm = circle.comm();
      int tag = number * Traffic.TAGS + (anySource ? 0 : i);
      int to = circle.next(distances[i]);
      switch (modes[i]) {
        case 0:
          me.count("send SEND_INIT");
          return comm.Send_init(out[i], 0, elements, kind.type(), to, tag);
        case 1:
          me.count("send SSEND_INIT");
          return comm.Ssend_init(out[i], 0, elements, kind.type(), to, tag);
        default:
          me.count("send RSEND_INIT");
          return comm.Rsend_init(out[i], 0, elements, kind.type(), to, tag);
      }
    }

    /** Receives are waited for in any way, then sends. */
    private void complete(int start) {
      switch (me.choose(4)) {
        case 0 -> {
          me.count("Waitall");
          Status[] all = Request.Waitall(receives);
          for (int i = 0; i < all.length; i++) {
            took(i, all[i], start);
          }
        }
        case 1 -> {
          for (int i = 0; i < receives.length; i++) {
            me.count("Waitany");
            Status status = Request.Waitany(receives);
            took(status.index, status, start);
          }
        }
        case 2 -> {
          for (int done = 0; done < receives.length; ) {
            me.count("Waitsome");
            Status[] some = Request.Waitsome(receives);
            me.saw(some.length);
            for (Status status : some) {
              took(status.index, status, start);
            }
            done += some.length;
          }
        }
        default -> {
          for (int i = 0; i < receives.length; i++) {
            int asks = 0;
            Status status = null;
            while (status == null && asks++ < 300) {
              status = receives[i].Test();
              Thread.yield();
            }
            me.count("Test in a loop");
            me.saw(asks);
            took(i, status == null ? receives[i].Wait() : status, start);
          }
        }
      }
      for (Prequest send : sends) {
        send.Wait();
      }
    }

    private void took(int i, Status status, int start) {
      me.saw(i);
      WitnessBroken.unless(!heard[i], "a persistent receive was completed twice");
      heard[i] = true;
      Message message = Message.read(kind, in[i], 0, elements);
      int of = (int) message.label();
      // Stock MPJ Express does not always tell the source of a message to oneself.
      int source = status.source < 0 ? circle.rank() : status.source;
      WitnessBroken.unless(
          source == circle.next(-distances[of])
              && (anySource || of == i)
              && message.value() == value(source, of, start),
          "%s of rank %d at start %d",
          message,
          source,
          start);
      me.saw(message.label());
      me.saw(message.hash());
    }

    private long value(int rank, int i, int start) {
      return new Dice(number, circle.color(), rank, i, start).next();
    }
  }
}
