package org.ftmpj.supervisor.rank;

import java.time.Duration;
import java.util.List;

/**
 * When a rank that keeps dying is given up, and how long to wait before each restart.
 *
 * @param barrenDeaths so many deaths in a row without progress past the farthest point ever reached
 *     are a crash loop; at least 1
 * @param pauses before the restart after the first, second, ... barren death; the last one holds
 *     for all further ones; not empty
 * @param longLife one that was killed from outside is not barren if the rank had lived for that
 *     long after it had repeated all
 */
public record RestartPolicy(int barrenDeaths, List<Duration> pauses, Duration longLife) {

  public RestartPolicy {
    if (barrenDeaths < 1 || pauses.isEmpty()) {
      throw new IllegalArgumentException("barrenDeaths " + barrenDeaths + ", pauses " + pauses);
    }
    pauses = List.copyOf(pauses);
  }

  /** 5 deaths; pauses of 0, 0, 100 ms, 500 ms, 2 s; 10 min are long. */
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
