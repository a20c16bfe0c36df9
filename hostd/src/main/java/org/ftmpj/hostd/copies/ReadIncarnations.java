package org.ftmpj.hostd.copies;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.ftmpj.checkpoint.store.CheckpointState;
import org.ftmpj.checkpoint.store.CheckpointStore;
import org.ftmpj.checkpoint.store.CheckpointStore.Stored;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.rank.RankCheckpoint;

/**
 * The newest incarnations from which checkpoints have received messages that a lost host has
 * copied. An incarnation that ran on that host alone may be known from these only.
 */
final class ReadIncarnations {
  private ReadIncarnations() {}

  /** By rank. */
  static Map<Integer, Integer> of(CopyDirectory copies, CopyProofs proofs, int lost) {
    Map<Integer, Integer> newest = new TreeMap<>();
    for (CopyDirectory.OfRank each : copies.found(lost)) {
      for (Stored image : new CheckpointStore(each.images()).all()) {
        add(image, each, proofs, newest);
      }
    }
    return newest;
  }

  private static void add(
      Stored image, CopyDirectory.OfRank copies, CopyProofs proofs, Map<Integer, Integer> newest) {
    try {
      CheckpointState state = CopiedImage.read(image, copies, proofs).state();
      RankCheckpoint checkpoint = RankCheckpoint.decode(state.rank());
      for (int source = 0; source < checkpoint.read().size(); source++) {
        newest.merge(source, checkpoint.readOf(source), Math::max);
      }
    } catch (IOException | FtmpjException e) {
      return; // No rank goes on from a checkpoint that cannot be read.
    }
  }
}
