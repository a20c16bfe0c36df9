package org.ftmpj.hostd.copies;

import java.util.Collection;
import java.util.Optional;
import java.util.stream.IntStream;

/** The assignment of partners: which host stores the copies of which. */
public final class Partners {
  private Partners() {}

  /**
   * The next host that is not lost, after the last one the first.
   *
   * @param the host whose copies are stored
   * @param hosts number of hosts of the job, numbered from 1
   * @param lost may have that host, too
   * @return empty if no other is left
   */
  public static Optional<Integer> of(int host, int hosts, Collection<Integer> lost) {
    return IntStream.range(0, hosts - 1)
        .mapToObj(i -> (host + i) % hosts + 1)
        .filter(other -> !lost.contains(other))
        .findFirst();
  }
}
