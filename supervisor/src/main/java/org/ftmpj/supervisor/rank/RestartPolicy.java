package org.ftmpj.supervisor.rank;

import java.time.Duration;
import java.util.List;

/**
 * The rules by which a repeatedly dying rank is given up, and the pauses before restarts.
 *
 * @param barrenDeaths number of deaths in a row without progress past the farthest point ever
 *     reached that are a crash loop; at least 1
 * @param pauses before the restart after the first, second, ... barren death; the last one holds
 *     for all further ones; not empty
 * @param longLife time after its re-execution from which on the death of a rank that was killed
 *     from outside is not barren
 */
public record RestartPolicy(int barrenDeaths, List<Duration> pauses, Duration longLife) {

  public RestartPolicy {
    if (barrenDeaths < 1 || pauses.isEmpty()) {
      throw new IllegalArgumentException("barrenDeaths " + barrenDeaths + ", pauses " + pauses);
    }
    pauses = List.copyOf(pauses);
  }

  /** The usual policy: 5 deaths; pauses of 0, 0, 100 ms, 500 ms, 2 s; a long life of 10 minutes. */
  public static RestartPolicy standard() {
    return new RestartPolicy(
        5,
        List.of(
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofMillis(100),
            Duration.ofMillis(500),
            Duration.ofSeconds(2)),
        Duration.ofMinutes(10));
  }

  Duration pause(int barren) {
    return pauses.get(Math.min(Math.max(barren, 1), pauses.size()) - 1);
  }
}
