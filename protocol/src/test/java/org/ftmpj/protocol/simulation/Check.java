package org.ftmpj.protocol.simulation;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.Interconnect;
import org.ftmpj.protocol.config.Receptions;
import org.ftmpj.protocol.error.FtmpjException;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.DeterminantCodec;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.rank.Outside;
import org.ftmpj.protocol.rank.RankState;
import org.ftmpj.protocol.rank.Receive;
import org.ftmpj.protocol.rank.RecoveryStatistics;
import org.ftmpj.protocol.rank.Stepwise;
import org.ftmpj.protocol.thread.EventOrder;

/** What has to be true of a job that has ended. */
final class Check {
  private final Job job;
  private final SimulatedRank rank;

  private Check(Job job, SimulatedRank rank) {
    this.job = job;
    this.rank = rank;
  }

  static void result(Job job) {
    for (int i = 0; i < job.size(); i++) {
      Check check = new Check(job, job.rank(i));
      check.matching();
      check.synchronousSends();
      check.runAgain();
    }
  }

  /** Every message was received, and none has overtaken another one that fitted, too. */
  private void matching() {
    long[] messages = new long[job.size()];
    for (int source = 0; source < job.size(); source++) {
      ChannelLog log = job.channel(source, rank.number());
      for (int i = 0; i < log.size(); i++) {
        if (log.get(i).arrival() instanceof Arrival.Message) {
          messages[source]++;
        }
      }
    }
    List<Matches.Taken> all = rank.matches().taken();
    for (int i = 0; i < all.size(); i++) {
      Matches.Taken one = all.get(i);
      messages[one.message().source()]--;
      for (int j = i + 1; j < all.size(); j++) {
        compare(one, all.get(j));
      }
    }
    for (int source = 0; source < messages.length; source++) {
      if (messages[source] != 0) {
        throw wrongMatch("%d messages of rank %d are left".formatted(messages[source], source));
      }
    }
  }

  private void compare(Matches.Taken a, Matches.Taken b) {
    Arrival.Message first = a.message();
    Arrival.Message second = b.message();
    if (first.source() != second.source()) {
      return;
    }
    Matches.Taken earlier = first.sequence() < second.sequence() ? a : b;
    Matches.Taken later = earlier == a ? b : a;
    // The later message came to a receive that fits the earlier one: then the earlier one must have
    // come to a receive that was posted before.
    if (fits(later, earlier.message()) && earlier.operation() > later.operation()) {
      throw wrongMatch(
          "message #%d of rank %d has overtaken #%d"
              .formatted(later.message().sequence(), first.source(), earlier.message().sequence()));
    }
  }

  private static boolean fits(Matches.Taken receive, Arrival.Message message) {
    Envelope envelope = message.envelope();
    return receive.context() == envelope.context()
        && (receive.source() == Receive.ANY_SOURCE || receive.source() == message.source())
        && (receive.tag() == Receive.ANY_TAG || receive.tag() == envelope.tag());
  }

  private Violation wrongMatch(String what) {
    return new Violation(Violation.Kind.MATCHING, "rank " + rank.number() + ": " + what);
  }

  /** No synchronous send was complete before its receive was posted. */
  private void synchronousSends() {
    for (Matches.CompletedSend send : rank.matches().completedSends()) {
      SimulatedRank receiver = job.rank(send.destination());
      for (Matches.Taken taken : receiver.matches().taken()) {
        if (taken.message().source() == rank.number()
            && taken.message().sequence() == send.sequence()
            && receiver.consistency().firstBegun(taken.operation()) > send.time()) {
          throw new Violation(
              Violation.Kind.EARLY_SYNCHRONOUS,
              "synchronous message #%d of rank %d was complete before rank %d had posted its receive"
                  .formatted(send.sequence(), rank.number(), send.destination()));
        }
      }
    }
  }

  /**
   * Runs the rank once more, without a crash, from the recorded outcomes and messages: it must send
   * and put out the same. Half of the jobs have it done by the verifier's kind of session.
   */
  private void runAgain() {
    boolean verifying = job.setup().seed() % 2 == 0;
    Again again = new Again(job, rank, verifying);
    Program program;
    try {
      Receptions receptions = job.setup().receptions();
      Stepwise calls =
          verifying
              ? Stepwise.verifying(again, again, again, receptions)
              : new Stepwise(again, again, again, receptions);
      Strands strands = new Strands(new Dice(job.setup().seed())::below, again, thread -> {});
      calls.session().threads().order().wakes(strands);
      program =
          new Program(job.setup().seed(), rank.number(), job.plan(), calls, again, strands::add);
      strands.add(program);
      while (run(strands) != Strands.Step.ENDED) {
        // Goes on.
      }
      // Events of other threads that are recorded came before the end of main.
      EventOrder order = calls.session().threads().order();
      while (order.isAnotherDue(calls.thread())) {
        run(strands);
      }
      Optional<String> unrepeated = calls.session().status().unrepeated();
      if (verifying && unrepeated.isPresent()) {
        throw other("the verifier misses " + unrepeated.get());
      }
    } catch (FtmpjException e) {
      throw new Violation(Violation.Kind.OTHER_RESULT, e.getMessage(), e);
    }
    if (program.hash() != rank.program().hash()) {
      throw other("it comes to another end");
    }
    again.requireAllSeen();
  }

  private Strands.Step run(Strands strands) {
    Strands.Step step = strands.step();
    if (step == Strands.Step.WAITING) {
      strands.ring();
      do {
        step = strands.step();
      } while (step == Strands.Step.PAUSED);
    }
    if (step == Strands.Step.WAITING) {
      throw other("it waits for something that is in no log");
    }
    if (step == Strands.Step.AT_GATE) {
      throw other("it waits at the gate");
    }
    return step;
  }

  private Violation other(String what) {
    return new Violation(
        Violation.Kind.OTHER_RESULT,
        "rank %d, run again from its logs without a crash: %s".formatted(rank.number(), what));
  }

  /** A rank's logs, to be read only: what it does is compared. */
  private final class Again implements Interconnect, EventLog, Outside, Surroundings {
    private final Job job;
    private final SimulatedRank rank;
    private final int[] read;
    private final int[] compared;
    private final boolean verifying;
    private final int[] lines;

    Again(Job job, SimulatedRank rank, boolean verifying) {
      this.verifying = verifying;
      this.job = job;
      this.rank = rank;
      read = new int[job.size()];
      compared = new int[job.size()];
      lines = new int[rank.lines().threads()];
    }

    void requireAllSeen() {
      for (int destination = 0; destination < job.size(); destination++) {
        if (nextSent(destination) != null) {
          throw other("it sends less to rank " + destination);
        }
      }
      if (misses()) {
        throw other("it puts out less");
      }
    }

    @Override
    public int rank() {
      return rank.number();
    }

    @Override
    public int size() {
      return job.size();
    }

    private ChannelLog.Entry nextSent(int destination) {
      ChannelLog log = job.channel(rank.number(), destination);
      while (compared[destination] < log.size()) {
        ChannelLog.Entry entry = log.get(compared[destination]);
        if (entry.arrival() instanceof Arrival.Message) {
          return entry;
        }
        compared[destination]++;
      }
      return null;
    }

    @Override
    public void send(
        int destination, long sequence, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
      ChannelLog.Entry entry = nextSent(destination);
      if (entry == null) {
        throw other("it sends more to rank " + destination);
      }
      Arrival.Message message = (Arrival.Message) entry.arrival();
      compared[destination]++;
      if (message.sequence() != sequence
          || !message.envelope().equals(envelope)
          || entry.fixed() != fixed.getLong(fixed.position())
          || !Arrays.equals(entry.dynamic(), dynamic)) {
        throw other("it sends another message #" + sequence + " to rank " + destination);
      }
    }

    @Override
    public void mark(int destination, long sequence) {}

    @Override
    public Arrival poll(int source) {
      ChannelLog log = job.channel(source, rank.number());
      while (read[source] < log.size()) {
        Arrival arrival = log.get(read[source]++).arrival();
        if (arrival != null) {
          return arrival;
        }
      }
      return null;
    }

    @Override
    public void copy(Arrival.Message message, ByteBuffer fixed, byte[] dynamic) {
      ChannelLog.Entry entry =
          job.channel(message.source(), rank.number()).get((int) message.position());
      fixed.putLong(fixed.position(), entry.fixed());
      if (dynamic != null) {
        System.arraycopy(entry.dynamic(), 0, dynamic, 0, dynamic.length);
      }
    }

    @Override
    public boolean hasArrivals() {
      return false;
    }

    @Override
    public void awaitArrivals() {
      throw new AssertionError("An operation waits within a step");
    }

    @Override
    public Arrival.Message held(int destination) {
      ChannelLog.Entry entry = verifying ? nextSent(destination) : null;
      return entry == null ? null : (Arrival.Message) entry.arrival();
    }

    @Override
    public void skipHeld(int destination) {
      compared[destination]++;
    }

    @Override
    public void progress(long clock) {}

    @Override
    public long history(Consumer<ByteBuffer> record) {
      long last = rank.logger().last();
      for (long n = 1; n <= last; n++) {
        record.accept(ByteBuffer.wrap(rank.logger().get(n)));
      }
      return last;
    }

    @Override
    public long append(ByteBuffer record) {
      DeterminantCodec.decode(
          record,
          determinant -> {
            if (!isOfCutOff(determinant)) {
              throw other("it has an outcome that is not recorded: " + determinant);
            }
          });
      return rank.logger().last();
    }

    /** Main may end the program when the listener has come this far, or sooner. */
    private boolean isOfCutOff(Determinant determinant) {
      return job.plan().maybeCutOff(Background.THREAD)
          && (determinant instanceof Determinant.NotYet
              || determinant instanceof Determinant.Turn turn
                  && turn.thread() == Background.THREAD);
    }

    @Override
    public long stable() {
      return Long.MAX_VALUE;
    }

    @Override
    public void awaitStable(long number) {}

    @Override
    public boolean holdsMoreOutput() {
      return verifying && misses();
    }

    private boolean misses() {
      for (int thread = 0; thread < lines.length; thread++) {
        if (!job.plan().maybeCutOff(thread) && lines[thread] < rank.lines().of(thread).size()) {
          return true;
        }
      }
      return false;
    }

    @Override
    public void live(RecoveryStatistics statistics) {}

    @Override
    public void transition(RankState from, RankState to, String why) {}

    @Override
    public void close() {}

    @Override
    public void begins(int operation, long hash) {}

    @Override
    public void print(int thread, long line) {
      int next = thread < lines.length ? lines[thread]++ : 0;
      List<Long> recorded = rank.lines().of(thread);
      if (next >= recorded.size() && job.plan().maybeCutOff(thread)) {
        return;
      }
      if (next >= recorded.size() || recorded.get(next) != line) {
        throw other("it puts out another line " + next + " of thread " + thread);
      }
    }

    @Override
    public long outsideValue(int bound) {
      throw other("it reads a value that is not recorded");
    }

    @Override
    public void checkpoint(int operation) {}

    @Override
    public void received(Request request, Arrival.Message message) {}

    @Override
    public void completed(Request request, boolean live) {}

    @Override
    public boolean makes(Mutation mistake) {
      return job.mutation() == mistake;
    }

    @Override
    public void count(Rule rule) {}

    @Override
    public boolean isTold() {
      return false;
    }

    @Override
    public void tell(String what) {}
  }
}
