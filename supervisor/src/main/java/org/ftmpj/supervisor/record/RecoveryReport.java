package org.ftmpj.supervisor.record;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ftmpj.common.error.FtmpjException;

/**
 * What a restarted rank did until it was Recording again. Written by that incarnation at that
 * moment.
 *
 * <pre>
 * ftmpj-recovery 1               version
 * rank N
 * incarnation N
 * ...                            one line for each component, name and decimal number
 * </pre>
 *
 * @param determinants determinants that were replayed
 * @param messages messages read again from the inbound channel logs
 * @param sendsDropped sends that the outbound channel logs already held
 * @param outputBytesDropped bytes of output that the console already had
 * @param milliseconds from the start of its JVM
 */
public record RecoveryReport(
    int rank,
    int incarnation,
    long determinants,
    long messages,
    long sendsDropped,
    long outputBytesDropped,
    long milliseconds) {
  private static final String VERSION = "ftmpj-recovery 1";

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
            "determinants " + determinants,
            "messages " + messages,
            "sendsDropped " + sendsDropped,
            "outputBytesDropped " + outputBytesDropped,
            "milliseconds " + milliseconds,
            ""));
  }

  /**
   * The report in that file; empty if there is none.
   *
   * @throws FtmpjException LOG_VERSION, LOG_CORRUPT
   */
  public static Optional<RecoveryReport> read(Path file) {
    return AtomicFile.read(file).map(text -> decode(text, file));
  }

  private static RecoveryReport decode(String text, Path file) {
    RecordLines.requireVersion(VERSION, text.lines().findFirst().orElse(""), file);
    try {
      Map<String, Long> values = values(text.lines().skip(1));
      Function<String, Long> value =
          name ->
              Optional.ofNullable(values.get(name))
                  .orElseThrow(() -> new IllegalArgumentException("no " + name));
      return new RecoveryReport(
          Math.toIntExact(value.apply("rank")),
          Math.toIntExact(value.apply("incarnation")),
          value.apply("determinants"),
          value.apply("messages"),
          value.apply("sendsDropped"),
          value.apply("outputBytesDropped"),
          value.apply("milliseconds"));
    } catch (IllegalArgumentException
        | IllegalStateException
        | ArithmeticException
        | IndexOutOfBoundsException e) {
      throw RecordLines.corrupt(file, e);
    }
  }

  private static Map<String, Long> values(Stream<String> lines) {
    return lines
        .map(line -> line.split(" "))
        .collect(Collectors.toMap(words -> words[0], words -> Long.parseLong(words[1])));
  }
}
