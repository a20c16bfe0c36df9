package org.ftmpj.hostd.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;

/**
 * The disk space of a job's logs on this host.
 *
 * @param bytes of all of them
 * @param payloads those of them that are large messages'
 * @param logs those that checkpoints make shorter, the largest first
 */
public record LogUse(long bytes, long payloads, List<Log> logs) {
  private static final Pattern CHANNEL = Pattern.compile("(\\d+)-(\\d+)");
  private static final Pattern RANK = Pattern.compile("\\d+");

  /**
   * A log.
   *
   * @param ends the ranks that write it or read it: it can be pruned to what the checkpoints of all
   *     of them do not need
   */
  public record Log(long bytes, Set<Integer> ends) {}

  /**
   * Takes some milliseconds.
   *
   * @throws FtmpjException CANNOT_START if there is no {@code du}
   */
  public static LogUse of(JobLayout layout) {
    List<Path> places = LogSizes.places(layout);
    try {
      return of(layout, places, DiskUse.ofParts(places));
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.CANNOT_START,
          "the logs of the job have a quota (log.max), but there is no `du` here to see how large they are",
          e);
    }
  }

  static LogUse of(JobLayout layout, List<Path> places, Map<Path, Long> bytes) {
    List<Log> logs = new ArrayList<>();
    bytes.forEach(
        (path, size) -> {
          Set<Integer> ends = ends(layout, path, bytes.keySet());
          if (!ends.isEmpty()) {
            logs.add(new Log(size, ends));
          }
        });
    logs.sort(Comparator.comparingLong(Log::bytes).reversed());
    return new LogUse(
        places.stream().mapToLong(place -> bytes.getOrDefault(place, 0L)).sum(),
        bytes.getOrDefault(layout.bulk(), 0L),
        logs);
  }

  private static Set<Integer> ends(JobLayout layout, Path log, Set<Path> all) {
    String name = log.getFileName().toString();
    Matcher channel = CHANNEL.matcher(name);
    if (channel.matches() && isOfPairs(layout, log)) {
      return Set.of(Integer.parseInt(channel.group(1)), Integer.parseInt(channel.group(2)));
    }
    if (!RANK.matcher(name).matches()) {
      return Set.of();
    }
    int rank = Integer.parseInt(name);
    if (layout.bulk(rank).equals(log)) {
      Set<Integer> ends = new HashSet<>(Set.of(rank));
      all.stream()
          .filter(other -> other.getFileName().toString().startsWith(rank + "-"))
          .forEach(other -> ends.addAll(ends(layout, other, Set.of())));
      return ends;
    }
    return layout.determinants(rank).equals(log) ? Set.of(rank) : Set.of();
  }

  /** Whether it is a channel log, or has the payloads of one from another host. */
  private static boolean isOfPairs(JobLayout layout, Path log) {
    return layout.channels().equals(log.getParent()) || layout.bulk().equals(log.getParent());
  }

  /** The ranks at the ends of the largest logs, which together are at least half of all. */
  public Set<Integer> endsOfLargest() {
    Set<Integer> ends = new TreeSet<>();
    long left = bytes / 2;
    for (Log log : logs) {
      if (left > 0) {
        ends.addAll(log.ends());
        left -= log.bytes();
      }
    }
    return ends;
  }
}
