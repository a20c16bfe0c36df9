package org.ftmpj.supervisor.record;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.Placement;

/**
 * Of which hosts a job is, and which of its ranks are where. In a job's directory on each of them.
 *
 * <pre>
 * ftmpj-hosts 1
 * self N                 the number of this host; 0 where the launcher is
 * host NAME              one line for each, in order of their numbers from 1
 * rank N                 one line for each, in order: the number of its host
 * </pre>
 */
public record HostsRecord(int self, List<String> names, Placement placement) {
  private static final String VERSION = "ftmpj-hosts 1";
  private static final int LAUNCHER = 0;

  public HostsRecord {
    names = List.copyOf(names);
  }

  /** Whether this directory is to tell of that rank: its host's does, and the launcher's. */
  public boolean tellsOf(int rank) {
    return self == LAUNCHER || placement.hostOf(rank) == self;
  }

  /** Whether the logs of that rank are here. */
  public boolean isHere(int rank) {
    return placement.hostOf(rank) == self;
  }

  /** The name of the host of a rank. */
  public String nameOf(int rank) {
    return names.get(placement.hostOf(rank) - 1);
  }

  /**
   * Writes it, atomically.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void write(Path file) {
    NamedValues values = new NamedValues().add("self", self);
    names.forEach(name -> values.add("host", name));
    placement.hostOfRank().forEach(host -> values.add("rank", host));
    values.write(file, VERSION);
  }

  /**
   * The record in that file; empty if there is none: then the job is on one host.
   *
   * @throws FtmpjException LOG_VERSION, LOG_CORRUPT
   */
  public static Optional<HostsRecord> read(Path file) {
    return NamedValues.read(file, VERSION, HostsRecord::decode);
  }

  private static HostsRecord decode(NamedValues values) {
    List<Integer> ranks = new ArrayList<>();
    values.all("rank").forEach(host -> ranks.add(Integer.parseInt(host)));
    HostsRecord record =
        new HostsRecord(values.smallNumber("self"), values.all("host"), new Placement(ranks));
    if (record.names.size() < record.placement.hosts()) {
      throw new IllegalArgumentException(
          record.names.size() + " names of " + record.placement.hosts() + " hosts");
    }
    return record;
  }
}
