package org.ftmpj.hostd.copies;

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
  static Map<Integer, Integer> of(CopyDirectory copies, int lost) {
    Map<Integer, Integer> newest = new TreeMap<>();
    for (CopyDirectory.OfRank each : copies.found(lost)) {
      new CheckpointStore(each.images()).all().forEach(image -> add(image, newest));
    }
    return newest;
  }

  private static void add(Stored image, Map<Integer, Integer> newest) {
    try {
      RankCheckpoint checkpoint = RankCheckpoint.decode(CheckpointState.read(image.state()).rank());
      for (int source = 0; source < checkpoint.read().size(); source++) {
        newest.merge(source, checkpoint.readOf(source), Math::max);
      }
    } catch (FtmpjException e) {
      return; // No rank goes on from a checkpoint that cannot be read.
    }
  }
}
