package org.ftmpj.protocol.simulation;

import java.util.List;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.match.Receive;

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
      SimulatedRank rank = job.rank(i);
      Check check = new Check(job, rank);
      check.matching();
      check.synchronousSends();
      new Rerun(job, rank).run();
    }
  }

  /** Every message was received, and none has overtaken another one that fitted, too. */
  private void matching() {
    long[] messages = new long[job.size()];
    for (int source = 0; source < job.size(); source++) {
      ChannelLog log = job.channel(source, rank.number()).received();
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
}
