package org.ftmpj.launcher.registry;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.network.PathCounters;
import org.ftmpj.supervisor.record.NamedValues;

/**
 * The state of the paths between the hosts of a job, according to their daemons' last reports. In
 * the launcher's directory of the job.
 *
 * <pre>
 * ftmpj-paths 1
 * host NAME STRANGERS                  one line for each
 * path HOST PEER PATH LIVE NUMBERS     one line for each: names, 0 or 1, and the counters
 * </pre>
 */
public record PathsRecord(List<Host> hosts) {
  private static final String VERSION = "ftmpj-paths 1";
  private static final double MILLI_NS = 1e6;

  private static final String[] COLUMNS = {
    "HOST",
    "TO",
    "PATH",
    "STATE",
    "ROUND TRIP",
    "SENT",
    "RECEIVED",
    "BYTES",
    "SENT AGAIN",
    "DAMAGED",
    "FENCED",
    "LEFT",
    "TAKEN BACK"
  };

  /**
   * The report of a daemon.
   *
   * @param strangers connections that it dropped because they do not belong to the job
   */
  public record Host(String name, long strangers, List<Way> ways) {
    public Host {
      ways = List.copyOf(ways);
    }
  }

  /**
   * A path.
   *
   * @param to the host at its other end
   */
  public record Way(String to, PathCounters counters) {}

  public PathsRecord {
    hosts = hosts.stream().sorted(Comparator.comparing(Host::name)).toList();
  }

  /**
   * Writes the record, atomically.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void write(Path file) {
    NamedValues values = new NamedValues();
    for (Host host : hosts) {
      values.add("host", host.name + " " + host.strangers);
      host.ways.forEach(way -> values.add("path", line(host, way)));
    }
    values.write(file, VERSION);
  }

  private static String line(Host host, Way way) {
    PathCounters c = way.counters;
    long[] numbers = {
      c.peer(),
      c.path(),
      c.live() ? 1 : 0,
      c.sent(),
      c.received(),
      c.retransmitted(),
      c.corrupt(),
      c.fenced(),
      c.duplicates(),
      c.refused(),
      c.bytes(),
      c.connections(),
      c.left(),
      c.taken(),
      c.roundTripNs()
    };
    StringJoiner line = new StringJoiner(" ").add(host.name).add(way.to);
    for (long number : numbers) {
      line.add(Long.toString(number));
    }
    return line.toString();
  }

  /**
   * The record in a file; empty if there is none.
   *
   * @throws FtmpjException LOG_VERSION, LOG_CORRUPT
   */
  public static Optional<PathsRecord> read(Path file) {
    return NamedValues.read(file, VERSION, PathsRecord::decode);
  }

  private static PathsRecord decode(NamedValues values) {
    Map<String, List<Way>> ways = new LinkedHashMap<>();
    List<Host> hosts = new ArrayList<>();
    for (String line : values.all("path")) {
      String[] words = line.split(" ");
      ways.computeIfAbsent(words[0], name -> new ArrayList<>()).add(way(words));
    }
    for (String line : values.all("host")) {
      String[] words = line.split(" ");
      hosts.add(
          new Host(words[0], Long.parseLong(words[1]), ways.getOrDefault(words[0], List.of())));
    }
    return new PathsRecord(hosts);
  }

  private static Way way(String[] words) {
    if (words.length != 17) {
      throw new IllegalArgumentException(words.length + " words of a path");
    }
    long[] n = new long[15];
    for (int i = 0; i < n.length; i++) {
      n[i] = Long.parseLong(words[i + 2]);
    }
    return new Way(
        words[1],
        new PathCounters(
            (int) n[0],
            (int) n[1],
            n[3],
            n[4],
            n[5],
            n[6],
            n[7],
            n[8],
            n[9],
            n[10],
            n[11],
            n[12],
            n[13],
            n[2] == 1,
            n[14]));
  }

  /** A table; last a line for each host that has turned strangers away. */
  public String text() {
    Table table = new Table(COLUMNS);
    StringBuilder strangers = new StringBuilder();
    for (Host host : hosts) {
      for (Way way : host.ways) {
        PathCounters c = way.counters;
        table.row(
            host.name,
            way.to,
            c.path(),
            c.live() ? "well" : "left",
            c.roundTripNs() == 0
                ? "-"
                : String.format(Locale.ROOT, "%.3f ms", c.roundTripNs() / MILLI_NS),
            c.sent(),
            c.received(),
            c.bytes(),
            c.retransmitted(),
            c.corrupt(),
            c.fenced(),
            c.left(),
            c.taken());
      }
      if (host.strangers > 0) {
        strangers.append(
            "host %s has dropped %d connections of strangers%n"
                .formatted(host.name, host.strangers));
      }
    }
    return table.toString() + strangers;
  }

  /** The paths for programs. */
  List<Map<String, Object>> json() {
    List<Map<String, Object>> all = new ArrayList<>();
    for (Host host : hosts) {
      for (Way way : host.ways) {
        PathCounters c = way.counters;
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("host", host.name);
        one.put("to", way.to);
        one.put("path", c.path());
        one.put("live", c.live());
        one.put("round_trip_us", c.roundTripNs() / 1000);
        one.put("frames_sent", c.sent());
        one.put("frames_received", c.received());
        one.put("bytes", c.bytes());
        one.put("retransmissions", c.retransmitted());
        one.put("damaged", c.corrupt());
        one.put("fenced", c.fenced());
        one.put("connections", c.connections());
        one.put("left", c.left());
        one.put("taken_back", c.taken());
        one.put("strangers_of_host", host.strangers);
        all.add(one);
      }
    }
    return all;
  }
}
