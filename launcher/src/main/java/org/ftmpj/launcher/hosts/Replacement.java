package org.ftmpj.launcher.hosts;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.ftmpj.common.job.Placement;

/**
 * Where the ranks of lost hosts go: those of a host to a host without ranks if there is one, as far
 * as it has room, the others to those with the fewest ranks, the first of them.
 *
 * @param slots of each host how many ranks it may have at most, 0 for any number; in order of their
 *     numbers from 1
 */
public record Replacement(List<Integer> slots) {

  /**
   * Places the ranks of hosts that are lost.
   *
   * @return the new placement; empty if there is no room for them
   */
  public Optional<Placement> without(Placement placement, Set<Integer> lost) {
    List<Integer> hosts = new ArrayList<>(placement.hostOfRank());
    for (int from : lost.stream().sorted().toList()) {
      int spare = best(hosts, lost);
      for (int rank : placement.ranksOf(from).toArray()) {
        boolean fits = spare > 0 && placement.ranksOf(spare).count() == 0 && hasRoom(hosts, spare);
        int to = fits ? spare : best(hosts, lost);
        if (to == 0) {
          return Optional.empty();
        }
        hosts.set(rank, to);
      }
    }
    return Optional.of(new Placement(hosts));
  }

  /** That with the fewest ranks, 0 if none has room. */
  private int best(List<Integer> hosts, Set<Integer> lost) {
    return IntStream.rangeClosed(1, slots.size())
        .filter(host -> !lost.contains(host) && hasRoom(hosts, host))
        .boxed()
        .min((one, other) -> Long.compare(ranks(hosts, one), ranks(hosts, other)))
        .orElse(0);
  }

  private boolean hasRoom(List<Integer> hosts, int host) {
    int most = slots.get(host - 1);
    return most == 0 || ranks(hosts, host) < most;
  }

  private static long ranks(List<Integer> hosts, int host) {
    return hosts.stream().filter(each -> each == host).count();
  }
}
