package org.ftmpj.transport.channel;

import java.util.List;
import java.util.stream.IntStream;
import org.ftmpj.protocol.rank.RankCheckpoint;
import org.ftmpj.transport.journal.RetainedPositions.Checkpoint;

/**
 * Computes which parts of logs a checkpoint may read, to compare them with what has been pruned.
 */
public final class CheckpointPositions {
  private CheckpointPositions() {}

  /**
   * Returns what the checkpoint may read.
   *
   * @param ranks of the job
   * @param output bytes of the output log that are not compared
   */
  public static Checkpoint of(RankCheckpoint checkpoint, int ranks, long output) {
    List<Long> received = IntStream.range(0, ranks).mapToObj(checkpoint::firstReceived).toList();
    List<Long> sent = IntStream.range(0, ranks).mapToObj(checkpoint::firstSent).toList();
    List<Long> readOf =
        IntStream.range(0, ranks).mapToObj(source -> (long) checkpoint.readOf(source)).toList();
    return new Checkpoint(checkpoint.firstRecord(), output, received, sent, readOf);
  }
}
