package org.ftmpj.replay.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.transport.journal.JournalReader;

/** The contents of a job's logs. Read without changing them, also while they are written. */
public record JobContent(List<RankContent> ranks, List<ChannelContent> channels) {

  /**
   * Reads the logs of some ranks, and of the channels from and to them.
   *
   * @param size the number of all ranks of the job
   */
  public static JobContent of(
      JobLayout layout, int size, Durability durability, Set<Integer> wanted) {
    List<RankContent> ranks = new ArrayList<>();
    List<ChannelContent> channels = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      if (wanted.contains(rank)) {
        ranks.add(RankContent.of(layout, durability, rank, size));
      }
      for (int destination = 0; destination < size; destination++) {
        boolean ofThem = wanted.contains(rank) || wanted.contains(destination);
        if (ofThem && JournalReader.exists(layout.channel(rank, destination))) {
          channels.add(ChannelContent.of(layout, rank, destination, size));
        }
      }
    }
    return new JobContent(ranks, channels);
  }

  /** Whether anything was removed that no checkpoint needs. */
  public boolean isPruned() {
    return ranks.stream().anyMatch(rank -> rank.removed() > 0)
        || channels.stream().anyMatch(channel -> channel.removed() > 0);
  }

  /** The damages that keep logs from being read to their ends. */
  public List<FtmpjException> damages() {
    return Stream.concat(
            ranks.stream().map(RankContent::damage), channels.stream().map(ChannelContent::damage))
        .flatMap(Optional::stream)
        .toList();
  }
}
