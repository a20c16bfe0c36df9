package org.ftmpj.supervisor.record;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.rank.RankCounters;

/**
 * What the last incarnation of a rank has counted. Written by it when its program has ended.
 *
 * <pre>
 * ftmpj-counters 1               version
 * rank N
 * incarnation N
 * ...                            one line for each counter, name and decimal number
 * </pre>
 */
public record CountersReport(int rank, int incarnation, RankCounters counters) {
  private static final String VERSION = "ftmpj-counters 1";

  /**
   * Writes it, atomically.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void write(Path file) {
    AtomicFile.write(
        file,
        String.join(
            "\n",
            VERSION,
            "rank " + rank,
            "incarnation " + incarnation,
            "operations " + counters.operations(),
            "replayed " + counters.replayed(),
            "recorded " + counters.recorded(),
            "determinants " + counters.determinants(),
            "determinantBytes " + counters.determinantBytes(),
            "records " + counters.records(),
            "messages " + counters.messages(),
            "messageBytes " + counters.messageBytes(),
            "heldSends " + counters.heldSends(),
            "gateWaits " + counters.gateWaits(),
            ""));
  }

  /**
   * The report in that file; empty if there is none.
   *
   * @throws FtmpjException LOG_VERSION, LOG_CORRUPT
   */
  public static Optional<CountersReport> read(Path file) {
    return AtomicFile.read(file).map(text -> decode(text, file));
  }

  private static CountersReport decode(String text, Path file) {
    RecordLines.requireVersion(VERSION, text.lines().findFirst().orElse(""), file);
    try {
      Values values = new Values(text);
      return new CountersReport(
          Math.toIntExact(values.get("rank")),
          Math.toIntExact(values.get("incarnation")),
          new RankCounters(
              values.get("operations"),
              values.get("replayed"),
              values.get("recorded"),
              values.get("determinants"),
              values.get("determinantBytes"),
              values.get("records"),
              values.get("messages"),
              values.get("messageBytes"),
              values.get("heldSends"),
              values.get("gateWaits")));
    } catch (IllegalArgumentException
        | IllegalStateException
        | ArithmeticException
        | IndexOutOfBoundsException e) {
      throw RecordLines.corrupt(file, e);
    }
  }

  private record Values(Map<String, Long> byName) {

    Values(String text) {
      this(
          Arrays.stream(text.split("\n"))
              .skip(1)
              .map(line -> line.split(" "))
              .collect(Collectors.toMap(words -> words[0], words -> Long.parseLong(words[1]))));
    }

    long get(String name) {
      Long value = byName.get(name);
      if (value == null) {
        throw new IllegalArgumentException("no " + name);
      }
      return value;
    }
  }
}
