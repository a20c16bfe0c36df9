package org.ftmpj.transport.channel;

import java.nio.file.Path;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.transport.channel.Job.Content;

/**
 * Rank 0 of 2: sends to rank 1 until it is killed, or to a last message, and goes on where it was
 * killed before.
 */
final class KilledSender {
  private KilledSender() {}

  /** What is sent. */
  enum Kind {
    /**
     * Mostly small, sometimes more than the recent part of the bulk log; now and then two parts.
     */
    MIXED {
      @Override
      Content content(long sequence) {
        int fixed =
            sequence % 100 == 0
                ? 17 << 20
                : sequence % 10 == 0 ? 600_000 : (int) (sequence * 37 % 5000);
        return Content.of(sequence, fixed, sequence % 3 == 0 ? 100 : 0);
      }
    },

    /** So large that it takes a while to write each. */
    LARGE {
      @Override
      Content content(long sequence) {
        return Content.of(sequence, 40 << 20, 1 << 20);
      }
    };

    abstract Content content(long sequence);
  }

  /** Arguments: the job's directory, the incarnation, the kind, the last message. */
  public static void main(String[] arguments) {
    Job job = Job.open(Path.of(arguments[0]), 2);
    Kind kind = Kind.valueOf(arguments[2]);
    try (ChronicleInterconnect interconnect = job.interconnect(0, Integer.parseInt(arguments[1]))) {
      long sequence = 0;
      for (Arrival.Message held; (held = interconnect.recorded(1)) != null; ) {
        sequence++;
        if (held.sequence() != sequence
            || !held.envelope().equals(kind.content(sequence).envelope())) {
          throw new AssertionError("Holds " + held + " as message " + sequence);
        }
        interconnect.skipRecorded(1);
      }
      while (sequence < Long.parseLong(arguments[3])) {
        sequence++;
        kind.content(sequence).send(interconnect, 1, sequence);
      }
    }
  }
}
