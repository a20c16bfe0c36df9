package org.ftmpj.hostd.copies;

import java.util.Collection;
import java.util.Optional;
import java.util.stream.IntStream;

/** Which host keeps the copies of which, where each copies to its partner. */
public final class Partners {
  private Partners() {}

  /**
   * The next host that is not lost, after the last one the first.
   *
   * @param host whose copies are kept
   * @param hosts how many the job has, numbered from 1
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
