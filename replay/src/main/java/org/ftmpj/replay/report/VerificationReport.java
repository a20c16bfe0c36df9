package org.ftmpj.replay.report;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.report.Divergence;
import org.ftmpj.supervisor.record.NamedValues;

/**
 * The result of the verification of a rank, which the repeating process writes at its end. Written
 * by the process that repeats the rank, as its last deed.
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
 * @param differences lines that are not as recorded
 * @param beginning the checkpoint from which the rank was repeated; empty if from its beginning
 * @param divergence there if and only if the verdict is DIVERGED or LINES_DIFFER; at that the first
 *     of the lines
 * @param next where nothing diverged, what the program did where its record ends; empty if it came
 *     to its end as recorded and only lines differ
 * @param failure there if and only if the verdict is FAILED
 * @param notes what else is to be said, one sentence each
 */
public record VerificationReport(
    int rank,
    VerificationResult verdict,
    long sends,
    long determinants,
    long messages,
    long lines,
    LineCounts differences,
    Optional<Beginning> beginning,
    Optional<Divergence> divergence,
    String next,
    Optional<Failure> failure,
    List<String> notes) {
  private static final String VERSION = "ftmpj-verification 1";

  /**
   * The reason why a rank could not be re-executed.
   *
   * @param what as in {@link FtmpjException#what}
   */
  public record Failure(ErrorCode code, String what) {}

  /**
   * A checkpoint.
   *
   * @param clock operation clock of the rank then
   */
  public record Beginning(Instant taken, long clock) {}

  /**
   * Lines of output that are not as recorded.
   *
   * @param different lines with another text
   * @param missing lines of main that were not printed again
   * @param additional lines of main that were not printed before
   */
  public record LineCounts(long different, long missing, long additional) {
    public static final LineCounts NONE = new LineCounts(0, 0, 0);

    /**
     * The counts in words, such as {@code 14 printed lines differ, 2 are missing}; empty if there
     * are none.
     */
    public String text() {
      List<String> parts = new ArrayList<>();
      add(parts, different, "differs", "differ");
      add(parts, missing, "is missing", "are missing");
      add(parts, additional, "is additional", "are additional");
      return String.join(", ", parts);
    }

    private static void add(List<String> parts, long lines, String one, String many) {
      if (lines > 0) {
        String what = parts.isEmpty() ? lines == 1 ? " printed line " : " printed lines " : " ";
        parts.add(String.format(Locale.ROOT, "%,d", lines) + what + (lines == 1 ? one : many));
      }
    }
  }

  /** A report of a rank that could not be re-executed at all. */
  public static VerificationReport failed(int rank, ErrorCode code, String what) {
    return new VerificationReport(
        rank,
        VerificationResult.FAILED,
        0,
        0,
        0,
        0,
        LineCounts.NONE,
        Optional.empty(),
        Optional.empty(),
        "",
        Optional.of(new Failure(code, what)),
        List.of());
  }

  /**
   * Writes it atomically.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  void write(Path file) {
    NamedValues values =
        new NamedValues()
            .add("rank", rank)
            .add("verdict", verdict)
            .add("sends", sends)
            .add("determinants", determinants)
            .add("messages", messages)
            .add("lines", lines)
            .add("different", differences.different())
            .add("missing", differences.missing())
            .add("additional", differences.additional())
            .add("next", next);
    beginning.ifPresent(
        checkpoint -> values.add("taken", checkpoint.taken()).add("begins", checkpoint.clock()));
    divergence.ifPresent(
        d -> {
          values.add("clock", d.clock()).add("site", d.site());
          d.callers().forEach(one -> values.add("caller", one));
          values.add("expected", d.expected()).add("actual", d.actual());
          values.add("cause", d.usualCause());
          d.before().forEach(one -> values.add("before", one));
        });
    failure.ifPresent(f -> values.add("code", f.code().name()).add("what", f.what()));
    notes.forEach(note -> values.add("note", note));
    values.write(file, VERSION);
  }

  /**
   * The report in that file; empty if there is none.
   *
   * @throws FtmpjException LOG_VERSION, LOG_CORRUPT
   */
  static Optional<VerificationReport> read(Path file) {
    return NamedValues.read(file, VERSION, VerificationReport::decode);
  }

  private static VerificationReport decode(NamedValues values) {
    VerificationResult verdict = VerificationResult.valueOf(values.text("verdict"));
    return new VerificationReport(
        values.smallNumber("rank"),
        verdict,
        values.number("sends"),
        values.number("determinants"),
        values.number("messages"),
        values.number("lines"),
        new LineCounts(
            values.number("different"), values.number("missing"), values.number("additional")),
        values.all("taken").isEmpty()
            ? Optional.empty()
            : Optional.of(
                new Beginning(Instant.parse(values.text("taken")), values.number("begins"))),
        verdict == VerificationResult.DIVERGED || verdict == VerificationResult.LINES_DIFFER
            ? Optional.of(divergence(values))
            : Optional.empty(),
        values.text("next"),
        verdict == VerificationResult.FAILED
            ? Optional.of(new Failure(ErrorCode.valueOf(values.text("code")), values.text("what")))
            : Optional.empty(),
        values.all("note"));
  }

  private static Divergence divergence(NamedValues values) {
    return new Divergence(
        values.smallNumber("rank"),
        values.number("clock"),
        values.text("site"),
        values.all("caller"),
        values.text("expected"),
        values.text("actual"),
        values.text("cause"),
        values.all("before"));
  }
}
