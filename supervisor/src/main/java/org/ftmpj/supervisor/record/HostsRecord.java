package org.ftmpj.supervisor.record;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.Placement;

/**
 * The hosts of a job, and the placement of its ranks; in the job's directory on each host.
 *
 * <pre>
 * ftmpj-hosts 1
 * self N                 the number of this host; 0 on that of the launcher
 * host NAME              one line for each, in order of their numbers from 1
 * rank N                 one line for each, in order: the number of its host
 * lost N                 the number of a host that is lost, or without which the job goes on
 * </pre>
 *
 * @param names of the hosts; a host that was lost and came back has a second number, so its name
 *     occurs twice
 */
public record HostsRecord(int self, List<String> names, Placement placement, Set<Integer> lost) {
  private static final String VERSION = "ftmpj-hosts 1";
  private static final int LAUNCHER = 0;

  public HostsRecord {
    names = List.copyOf(names);
    lost = Collections.unmodifiableSet(new TreeSet<>(lost));
  }

  /** A record without lost hosts. */
  public HostsRecord(int self, List<String> names, Placement placement) {
    this(self, names, placement, Set.of());
  }

  /** The names of the job's present hosts. */
  public List<String> presentNames() {
    return IntStream.rangeClosed(1, names.size())
        .filter(host -> !lost.contains(host))
        .mapToObj(host -> names.get(host - 1))
        .toList();
  }

  /** The names of the hosts that it has lost. */
  public List<String> namesLost() {
    List<String> here = presentNames();
    return lost.stream()
        .map(host -> names.get(host - 1))
        .filter(name -> !here.contains(name))
        .distinct()
        .toList();
  }

  /**
   * Whether this directory has the records of that rank, as on the rank's host and that of the
   * launcher.
   */
  public boolean tellsOf(int rank) {
    return self == LAUNCHER || placement.hostOf(rank) == self;
  }

  /** Whether this directory has the logs of that rank. */
  public boolean isHere(int rank) {
    return placement.hostOf(rank) == self;
  }

  /** The name of the host of a rank. */
  public String nameOf(int rank) {
    return names.get(placement.hostOf(rank) - 1);
  }

  /**
   * Writes it atomically.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void write(Path file) {
    NamedValues values = new NamedValues().add("self", self);
    names.forEach(name -> values.add("host", name));
    placement.hostOfRank().forEach(host -> values.add("rank", host));
    lost.forEach(host -> values.add("lost", host));
    values.write(file, VERSION);
  }

  /**
   * The record in that file; empty if there is none, as for a job on one host.
   *
   * @throws FtmpjException LOG_VERSION, LOG_CORRUPT
   */
  public static Optional<HostsRecord> read(Path file) {
    return NamedValues.read(file, VERSION, HostsRecord::decode);
  }

  private static HostsRecord decode(NamedValues values) {
    List<Integer> ranks = new ArrayList<>();
    values.all("rank").forEach(host -> ranks.add(Integer.parseInt(host)));
    Set<Integer> lost = new TreeSet<>();
    values.all("lost").forEach(host -> lost.add(Integer.parseInt(host)));
    HostsRecord record =
        new HostsRecord(values.smallNumber("self"), values.all("host"), new Placement(ranks), lost);
    if (record.names.size() < record.placement.hosts()) {
      throw new IllegalArgumentException(
          record.names.size() + " names of " + record.placement.hosts() + " hosts");
    }
    return record;
  }
}
