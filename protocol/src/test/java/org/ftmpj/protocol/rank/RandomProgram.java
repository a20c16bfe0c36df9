package org.ftmpj.protocol.rank;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.event.ValueKind;

/**
 * A program whose text a seed decides and whose state is a running hash of everything it has seen,
 * in the order in which it saw it. Every rank sends the same number of messages to every rank, and
 * receives as many.
 *
 * <p>What it sends and prints is that hash, so that a replay in another order sends and prints
 * something else.
 */
final class RandomProgram {
  private static final int CONTEXT = 7;

  private final SimulatedJob job;
  private final int rank;
  private final long seed;
  private final int messages;

  RandomProgram(SimulatedJob job, int rank, long seed, int messages) {
    this.job = job;
    this.rank = rank;
    this.seed = seed;
    this.messages = messages;
  }

  /** Runs incarnation after incarnation, until one gets to its end. */
  void runToTheEnd() {
    while (true) {
      try {
        SimulatedJob.Console console = job.new Console(rank);
        RankSession session =
            new RankSession(job.new Channels(rank), job.new Events(rank), console);
        new Run(session, console).run();
        return;
      } catch (SimulatedJob.Crash crash) {
        job.crashIn[rank] = job.crashes[rank] < 3 ? 1 + job.baton.nextInt(60) : 0;
      }
    }
  }

  private final class Run {
    private final RankSession session;
    private final SimulatedJob.Console console;
    private final Random text = new Random(seed * 31 + rank);
    private final List<Operation> pending = new ArrayList<>();
    private final Deque<Integer> toSend = new ArrayDeque<>();
    private long hash = rank;
    private int posted;
    private int received;
    private int wildcards;
    private final int[] expected = new int[job.size];
    private final int total = messages * job.size;

    Run(RankSession session, SimulatedJob.Console console) {
      this.session = session;
      this.console = console;
      for (int m = 0; m < messages; m++) {
        for (int d = 0; d < job.size; d++) {
          toSend.add(d);
        }
      }
    }

    void run() {
      while (!toSend.isEmpty() || received < total) {
        switch (text.nextInt(10)) {
          case 0, 1, 2 -> send();
          case 3, 4 -> post();
          case 5 -> deliver(session.testSome(operations()));
          case 6 -> {
            int found = session.testAny(operations());
            deliver(found < 0 ? new int[] {} : new int[] {found});
          }
          case 7 -> {
            if (mayBlock()) {
              deliver(new int[] {session.awaitAny(operations())});
            }
          }
          case 8 -> probe();
          default -> {
            mix(session.value(ValueKind.NANO_TIME, () -> job.baton.nextInt(1000)));
            mix(session.value(ValueKind.CURRENT_TIME_MILLIS, () -> job.baton.nextInt(2)));
            mix(session.data(ValueKind.UUID, () -> new byte[] {(byte) job.baton.nextInt(99)})[0]);
            if (text.nextInt(3) == 0) {
              console.print(session, "rank " + rank + " " + hash);
            }
          }
        }
        if (mayBlock() && text.nextBoolean()) {
          session.await(pending.get(0));
          deliver(new int[] {0});
        }
      }
      while (!pending.isEmpty()) {
        deliver(session.awaitSome(operations()));
      }
      console.print(session, "rank " + rank + " ends with " + hash);
    }

    /** Else two ranks could wait for each other's synchronous sends. */
    private boolean mayBlock() {
      return toSend.isEmpty() && posted == total && !pending.isEmpty();
    }

    private void send() {
      if (toSend.isEmpty()) {
        return;
      }
      int destination = toSend.remove();
      ByteBuffer bytes = ByteBuffer.allocate(8).putLong(0, hash);
      boolean synchronous = text.nextInt(5) == 0;
      Operation sent =
          session.send(destination, CONTEXT, text.nextInt(2), synchronous, 5, 1, bytes, 8, null, 0);
      if (sent != Operation.COMPLETED_SEND) {
        pending.add(sent);
      }
    }

    private void post() {
      if (posted == total) {
        return;
      }
      int source = text.nextBoolean() ? sureSource() : Receive.ANY_SOURCE;
      post(source);
    }

    private Receive post(int source) {
      posted++;
      if (source == Receive.ANY_SOURCE) {
        wildcards++;
      } else {
        expected[source]++;
      }
      Receive receive = session.post(source, CONTEXT, Receive.ANY_TAG);
      pending.add(receive);
      return receive;
    }

    /** A source that has a message left whatever the pending wildcards take; else any. */
    private int sureSource() {
      int first = text.nextInt(job.size);
      for (int i = 0; i < job.size; i++) {
        int source = (first + i) % job.size;
        if (messages - expected[source] - wildcards > 0) {
          return source;
        }
      }
      return Receive.ANY_SOURCE;
    }

    private void probe() {
      Arrival.Message found = session.iprobe(Receive.ANY_SOURCE, CONTEXT, Receive.ANY_TAG);
      if (found == null) {
        mix(1);
        return;
      }
      mix(found.source() * 1000L + found.sequence());
      if (posted < total && wildcards == 0) {
        Receive receive = post(found.source());
        session.await(receive);
        pending.remove(receive);
        take(receive);
      }
    }

    private void deliver(int[] indices) {
      mix(indices.length);
      List<Operation> done = new ArrayList<>();
      for (int index : indices) {
        if (index >= 0) {
          done.add(pending.get(index));
        }
      }
      for (Operation operation : done) {
        pending.remove(operation);
        if (operation instanceof Receive receive) {
          take(receive);
        } else {
          mix(17);
        }
      }
    }

    private void take(Receive receive) {
      received++;
      if (receive.isWildcard()) {
        wildcards--;
        expected[receive.message().source()]++;
      }
      ByteBuffer bytes = ByteBuffer.allocate(8);
      session.copy(receive.message(), bytes, null);
      mix(receive.message().source());
      mix(bytes.getLong(0));
    }

    private Operation[] operations() {
      return pending.toArray(new Operation[0]);
    }

    private void mix(long value) {
      hash = Long.rotateLeft(hash * 0x9E3779B97F4A7C15L + value, 23);
    }
  }
}
