package org.ftmpj.replay.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.rank.Divergence;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.supervisor.record.Escapes;

/**
 * What came of the verification of a rank. Written by the process that repeats the rank, as its
 * last deed.
 *
 * <pre>
 * ftmpj-verification 1           version
 * NAME VALUE                     a line for each component, several for lists; line ends escaped
 * </pre>
 *
 * @param sends that were compared
 * @param determinants that are recorded
 * @param messages that were received again
 * @param lines of output that were compared
 * @param divergence there if and only if the verdict is DIVERGED
 * @param next at VERIFIED_TO_END what the program did where the record ends
 * @param failure there if and only if the verdict is FAILED
 * @param notes what else is to be said, one sentence each
 */
public record VerificationReport(
    int rank,
    Verdict verdict,
    long sends,
    long determinants,
    long messages,
    long lines,
    Optional<Divergence> divergence,
    String next,
    Optional<Failure> failure,
    List<String> notes) {
  private static final String VERSION = "ftmpj-verification 1";

  /**
   * Why a rank could not be re-executed.
   *
   * @param what as in {@link FtmpjException#what}
   */
  public record Failure(ErrorCode code, String what) {}

  /** A report of a rank that could not be re-executed at all. */
  public static VerificationReport failed(int rank, ErrorCode code, String what) {
    return new VerificationReport(
        rank,
        Verdict.FAILED,
        0,
        0,
        0,
        0,
        Optional.empty(),
        "",
        Optional.of(new Failure(code, what)),
        List.of());
  }

  /**
   * Writes it, atomically.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  void write(Path file) {
    List<String> text = new ArrayList<>(List.of(VERSION));
    line(text, "rank", rank);
    line(text, "verdict", verdict);
    line(text, "sends", sends);
    line(text, "determinants", determinants);
    line(text, "messages", messages);
    line(text, "lines", lines);
    line(text, "next", next);
    divergence.ifPresent(
        d -> {
          line(text, "clock", d.clock());
          line(text, "site", d.site());
          d.callers().forEach(one -> line(text, "caller", one));
          line(text, "expected", d.expected());
          line(text, "actual", d.actual());
          line(text, "cause", d.usualCause());
          d.before().forEach(one -> line(text, "before", one));
        });
    failure.ifPresent(
        f -> {
          line(text, "code", f.code().name());
          line(text, "what", f.what());
        });
    notes.forEach(note -> line(text, "note", note));
    text.add("");
    AtomicFile.write(file, String.join("\n", text));
  }

  private static void line(List<String> text, String name, Object value) {
    text.add(name + " " + Escapes.escape(value.toString()));
  }

  /**
   * The report in that file; empty if there is none.
   *
   * @throws FtmpjException LOG_CORRUPT
   */
  static Optional<VerificationReport> read(Path file) {
    return AtomicFile.read(file).map(text -> decode(text, file));
  }

  private static VerificationReport decode(String text, Path file) {
    List<String> lines = Arrays.asList(text.split("\n"));
    try {
      if (!lines.get(0).equals(VERSION)) {
        throw new IllegalArgumentException("it begins with '" + lines.get(0) + "'");
      }
      int rank = Integer.parseInt(value(lines, "rank"));
      Verdict verdict = Verdict.valueOf(value(lines, "verdict"));
      return new VerificationReport(
          rank,
          verdict,
          Long.parseLong(value(lines, "sends")),
          Long.parseLong(value(lines, "determinants")),
          Long.parseLong(value(lines, "messages")),
          Long.parseLong(value(lines, "lines")),
          verdict == Verdict.DIVERGED ? Optional.of(divergence(rank, lines)) : Optional.empty(),
          value(lines, "next"),
          verdict == Verdict.FAILED
              ? Optional.of(
                  new Failure(ErrorCode.valueOf(value(lines, "code")), value(lines, "what")))
              : Optional.empty(),
          values(lines, "note"));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new FtmpjException(ErrorCode.LOG_CORRUPT, file + " is no report: " + e.getMessage(), e);
    }
  }

  private static Divergence divergence(int rank, List<String> lines) {
    return new Divergence(
        rank,
        Long.parseLong(value(lines, "clock")),
        value(lines, "site"),
        values(lines, "caller"),
        value(lines, "expected"),
        value(lines, "actual"),
        value(lines, "cause"),
        values(lines, "before"));
  }

  private static String value(List<String> lines, String name) {
    return values(lines, name).get(0);
  }

  private static List<String> values(List<String> lines, String name) {
    return lines.stream()
        .filter(line -> line.startsWith(name + " "))
        .map(line -> Escapes.unescape(line.substring(name.length() + 1)))
        .toList();
  }
}
