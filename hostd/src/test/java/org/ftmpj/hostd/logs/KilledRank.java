package org.ftmpj.hostd.logs;

import java.nio.file.Path;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.transport.channel.ChronicleInterconnect;

/**
 * Rank 0 of 2, in a process of its own: sends to rank 1 until it is killed, or to a last message,
 * and goes on where it was killed before.
 */
final class KilledRank {
  private KilledRank() {}

  /** Arguments: the job's directory on its host, the incarnation, the last message. */
  public static void main(String[] arguments) {
    JobLayout layout = new JobLayout(Path.of(arguments[0]));
    int incarnation = Integer.parseInt(arguments[1]);
    long last = Long.parseLong(arguments[2]);
    try (ChronicleInterconnect rank = ChronicleInterconnect.open(layout, 0, 2, incarnation)) {
      long sequence = 0;
      for (; rank.recorded(1) != null; sequence++) {
        rank.skipRecorded(1);
      }
      while (sequence < last) {
        sequence++;
        Rank.send(rank, 1, sequence, length(sequence), 0);
        if (sequence % 50 == 0) {
          rank.mark(1, sequence);
        }
      }
    }
  }

  /** Mostly small; so large now and then that it takes a while. */
  private static int length(long sequence) {
    return sequence % 20 == 0
        ? 6 << 20
        : sequence % 5 == 0 ? 100_000 : (int) (sequence * 37 % 5000);
  }
}
