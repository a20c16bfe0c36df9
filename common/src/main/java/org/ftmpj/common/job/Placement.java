package org.ftmpj.common.job;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The host of each rank of a job. Hosts have numbers from 1; 0 is the launcher, which has no ranks.
 *
 * @param hostOfRank the host of each rank
 */
public record Placement(List<Integer> hostOfRank) {
  public Placement {
    hostOfRank = List.copyOf(hostOfRank);
    if (hostOfRank.isEmpty() || hostOfRank.stream().anyMatch(host -> host < 1)) {
      throw new IllegalArgumentException("Ranks on hosts " + hostOfRank);
    }
  }

  /** The number of ranks. */
  public int size() {
    return hostOfRank.size();
  }

  /** The highest number of a host. */
  public int hosts() {
    return hostOfRank.stream().mapToInt(Integer::intValue).max().orElseThrow();
  }

  public int hostOf(int rank) {
    return hostOfRank.get(rank);
  }

  /** The ranks of a host, ascending. */
  public IntStream ranksOf(int host) {
    return IntStream.range(0, size()).filter(rank -> hostOf(rank) == host);
  }
}
