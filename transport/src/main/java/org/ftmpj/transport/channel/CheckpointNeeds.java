package org.ftmpj.transport.channel;

import java.util.List;
import java.util.stream.IntStream;
import org.ftmpj.protocol.rank.RankCheckpoint;
import org.ftmpj.transport.journal.NeededPositions.Checkpoint;

/** What a checkpoint needs of logs, as it is compared with what is kept of them. */
public final class CheckpointNeeds {
  private CheckpointNeeds() {}

  /**
   * What it needs.
   *
   * @param ranks of the job
   * @param output bytes of the output log before what is compared
   */
  public static Checkpoint of(RankCheckpoint checkpoint, int ranks, long output) {
    List<Long> received = IntStream.range(0, ranks).mapToObj(checkpoint::firstReceived).toList();
    List<Long> sent = IntStream.range(0, ranks).mapToObj(checkpoint::firstSent).toList();
    List<Long> readOf =
        IntStream.range(0, ranks).mapToObj(source -> (long) checkpoint.readOf(source)).toList();
    return new Checkpoint(checkpoint.firstRecord(), output, received, sent, readOf);
  }
}
