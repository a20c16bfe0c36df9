package org.ftmpj.launcher.demo;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.ftmpj.launcher.job.JobObserver;
import org.ftmpj.supervisor.rank.RankEvent;
import org.ftmpj.supervisor.record.RecoveryReport;

/** Writes down what happens to the ranks of a job, to tell it afterwards. Thread-safe. */
final class DemoTimeline implements JobObserver {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneId.systemDefault());

  private final Map<Integer, Long> pids = new HashMap<>();
  private final Map<Integer, Instant> killed = new HashMap<>();
  private final Set<Integer> recovering = new HashSet<>();
  private final Set<Integer> recovered = new HashSet<>();
  private final List<String> story = new ArrayList<>();

  synchronized void killed(int rank) {
    Instant now = Instant.now();
    killed.put(rank, now);
    recovering.add(rank);
    tell(now, "kill -9 of rank " + rank + ", process " + pids.get(rank));
  }

  @Override
  public synchronized void event(int rank, RankEvent event) {
    if (event instanceof RankEvent.Started started) {
      pids.put(rank, started.pid());
      if (started.incarnation() > 1) {
        tell(started.when(), "rank " + rank + " starts as incarnation " + started.incarnation());
      }
    } else if (event instanceof RankEvent.Died died) {
      recovering.add(rank);
      tell(
          died.noticed(),
          "noticed: rank " + rank + " died by " + died.status() + after(rank, died));
    } else if (event instanceof RankEvent.Recovered done) {
      recovering.remove(rank);
      recovered.add(rank);
      tell(done.when(), recovery(rank, done));
    }
  }

  private String after(int rank, RankEvent.Died died) {
    Instant kill = killed.get(rank);
    return kill == null
        ? ""
        : ", " + Duration.between(kill, died.noticed()).toMillis() + " ms after the kill";
  }

  private static String recovery(int rank, RankEvent.Recovered recovered) {
    RecoveryReport report = recovered.report();
    return ("rank %d is where it was, %d ms after its death: %d determinants and %d messages replayed,"
            + " %d sends and %d bytes of output already done")
        .formatted(
            rank,
            recovered.sinceDeath().toMillis(),
            report.determinants(),
            report.messages(),
            report.sendsDropped(),
            report.outputBytesDropped());
  }

  private void tell(Instant when, String what) {
    story.add(TIME.format(when) + "  " + what);
  }

  synchronized OptionalLong pid(int rank) {
    return pids.containsKey(rank) ? OptionalLong.of(pids.get(rank)) : OptionalLong.empty();
  }

  /** Whether some rank that died or was killed has not recovered yet. */
  synchronized boolean isRecovering() {
    return !recovering.isEmpty();
  }

  synchronized boolean hasRecovered(int rank) {
    return recovered.contains(rank);
  }

  synchronized List<String> story() {
    return List.copyOf(story);
  }
}
