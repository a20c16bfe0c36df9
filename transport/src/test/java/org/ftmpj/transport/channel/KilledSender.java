package org.ftmpj.transport.channel;

import java.nio.file.Path;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.transport.channel.Job.Content;

/** Rank 0 of 2: sends to rank 1 until it is killed, and goes on where it was killed before. */
final class KilledSender {
  private KilledSender() {}

  /** Mostly small, sometimes more than the recent part of the bulk log; now and then two parts. */
  static Content content(long sequence) {
    int fixed = sequence % 100 == 0 ? 17 << 20 : (int) (sequence * 37 % 5000);
    return Content.of(sequence, fixed, sequence % 3 == 0 ? 100 : 0);
  }

  /** Arguments: the job's directory, the incarnation. */
  public static void main(String[] arguments) {
    Job job = Job.open(Path.of(arguments[0]), 2);
    try (ChronicleInterconnect interconnect = job.interconnect(0, Integer.parseInt(arguments[1]))) {
      long sequence = 0;
      for (Arrival.Message held; (held = interconnect.held(1)) != null; ) {
        sequence++;
        if (held.sequence() != sequence || !held.envelope().equals(content(sequence).envelope())) {
          throw new AssertionError("Holds " + held + " as message " + sequence);
        }
        interconnect.skipHeld(1);
      }
      while (true) {
        sequence++;
        content(sequence).send(interconnect, 1, sequence);
      }
    }
  }
}
