package org.ftmpj.launcher.hosts;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.ftmpj.common.job.Placement;
import org.ftmpj.hostd.copies.Partners;

/**
 * Where the ranks of lost hosts go: those of a host to a host without ranks if there is one, as far
 * as it has room, the others to those with the fewest ranks, the first of them. Where the next host
 * keeps copies of their checkpoints, they go there if its slots say that it has room, and otherwise
 * if no other host has fewer ranks.
 *
 * @param slots of each host how many ranks it may have at most, 0 for any number; in order of their
 *     numbers from 1
 * @param copiesAtPartner whether each host copies checkpoints to the next one that is not lost
 */
public record HostReplacement(List<Integer> slots, boolean copiesAtPartner) {
  private static final int NONE = 0;

  /** Where copies of checkpoints, if there are any, are as near to one host as to another. */
  public HostReplacement(List<Integer> slots) {
    this(slots, false);
  }

  /**
   * Places the ranks of hosts that are lost.
   *
   * @return the new placement; empty if there is no room for them
   */
  public Optional<Placement> without(Placement placement, Set<Integer> lost) {
    return without(placement, lost, lost);
  }

  /**
   * Replaces lost hosts while more hosts are unusable.
   *
   * @param lost hosts whose ranks move
   * @param gone hosts that get no ranks, including these
   */
  Optional<Placement> without(Placement placement, Set<Integer> lost, Set<Integer> gone) {
    List<Integer> hosts = new ArrayList<>(placement.hostOfRank());
    for (int from : lost.stream().sorted().toList()) {
      int keeper = copiesAtPartner ? Partners.of(from, slots.size(), gone).orElse(NONE) : NONE;
      int best = best(hosts, gone, keeper);
      int spare = best != NONE && placement.ranksOf(best).count() == 0 ? best : NONE;
      for (int rank : placement.ranksOf(from).toArray()) {
        int to = place(hosts, gone, keeper, spare);
        if (to == NONE) {
          return Optional.empty();
        }
        hosts.set(rank, to);
      }
    }
    return Optional.of(new Placement(hosts));
  }

  /** The host for another rank; none if no host has room. */
  private int place(List<Integer> hosts, Set<Integer> gone, int keeper, int spare) {
    if (keeper != NONE && slots.get(keeper - 1) > 0 && hasRoom(hosts, keeper)) {
      return keeper;
    }
    return spare != NONE && hasRoom(hosts, spare) ? spare : best(hosts, gone, keeper);
  }

  /**
   * The host with the fewest ranks, among several the one with the copies; none if no host has
   * room.
   */
  private int best(List<Integer> hosts, Set<Integer> gone, int keeper) {
    return IntStream.rangeClosed(1, slots.size())
        .filter(host -> !gone.contains(host) && hasRoom(hosts, host))
        .boxed()
        .min(
            Comparator.comparingLong((Integer host) -> ranks(hosts, host))
                .thenComparing(host -> host != keeper))
        .orElse(NONE);
  }

  private boolean hasRoom(List<Integer> hosts, int host) {
    int most = slots.get(host - 1);
    return most == 0 || ranks(hosts, host) < most;
  }

  private static long ranks(List<Integer> hosts, int host) {
    return hosts.stream().filter(each -> each == host).count();
  }
}
