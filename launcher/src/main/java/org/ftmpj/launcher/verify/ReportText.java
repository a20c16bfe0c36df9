package org.ftmpj.launcher.verify;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ftmpj.protocol.report.Divergence;
import org.ftmpj.replay.report.VerificationReport;
import org.ftmpj.replay.report.VerificationResult;
import org.ftmpj.supervisor.job.Notices;

/** Reports of verifications, for people and for programs. */
public final class ReportText {
  private static final int NAMED = 5;

  private final List<String> changed;

  /**
   * @param changed names of classes whose files have changed since the run
   */
  public ReportText(List<String> changed) {
    this.changed = changed;
  }

  /** Its lines, each with its end. */
  public String of(VerificationReport report) {
    List<String> lines = new ArrayList<>();
    lines.add(head(report));
    report.divergence().ifPresent(divergence -> add(lines, divergence));
    if (report.verdict() == VerificationResult.LINES_DIFFER) {
      lines.add("  compared:    " + counts(report) + (report.next().isEmpty() ? "" : end(report)));
    }
    report.notes().forEach(note -> lines.add("  note: " + note));
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  private static String head(VerificationReport report) {
    String rank = "rank " + report.rank() + ": ";
    return switch (report.verdict()) {
      case VERIFIED -> rank + "verified" + from(report) + ": " + counts(report);
      case VERIFIED_TO_END ->
          rank
              + "verified"
              + from(report)
              + " as far as it is recorded: "
              + counts(report)
              + end(report);
      case LINES_DIFFER ->
          rank
              + "sends and outcomes as recorded"
              + from(report)
              + "; "
              + report.differences().text()
              + ", the first "
              + site(report.divergence().orElseThrow());
      case DIVERGED -> {
        Divergence divergence = report.divergence().orElseThrow();
        yield rank
            + "diverged at clock "
            + number(divergence.clock())
            + ", "
            + site(divergence)
            + (report.beginning().isEmpty() ? "" : "; repeated" + from(report));
      }
      case FAILED -> {
        VerificationReport.Failure failure = report.failure().orElseThrow();
        yield rank + "not verified: " + failure.code() + ": " + failure.what();
      }
    };
  }

  /** Where its repetition began, if not at the beginning of the program. */
  private static String from(VerificationReport report) {
    return report
        .beginning()
        .map(
            checkpoint ->
                " from its checkpoint of "
                    + Notices.time(checkpoint.taken())
                    + " (clock "
                    + number(checkpoint.clock())
                    + ") on")
        .orElse("");
  }

  private static String end(VerificationReport report) {
    return "; the record ends where the program " + report.next();
  }

  private static String counts(VerificationReport report) {
    return number(report.sends())
        + " sends, "
        + number(report.determinants())
        + " determinants, "
        + number(report.lines())
        + " lines";
  }

  private void add(List<String> lines, Divergence divergence) {
    divergence.callers().forEach(caller -> lines.add("    called at " + caller));
    lines.add("  expected:    " + divergence.expected());
    lines.add("  actual:      the rank " + divergence.actual());
    lines.add("  usual cause: " + cause(divergence));
    if (!divergence.before().isEmpty()) {
      lines.add("  the operations before it, and itself:");
      divergence.before().forEach(one -> lines.add("    " + one));
    }
  }

  private static String site(Divergence divergence) {
    return divergence.site().isEmpty() ? "outside of the program" : "at " + divergence.site();
  }

  /** A class that has changed explains everything. */
  private String cause(Divergence divergence) {
    if (changed.isEmpty()) {
      return divergence.usualCause();
    }
    return "class files have changed since the run: " + names();
  }

  /** The classes that have changed, the first of them by name. */
  public String names() {
    String first = String.join(", ", changed.subList(0, Math.min(NAMED, changed.size())));
    return changed.size() <= NAMED ? first : first + " and " + (changed.size() - NAMED) + " more";
  }

  /** The report for programs. */
  public Map<String, Object> json(VerificationReport report) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("rank", report.rank());
    json.put("verdict", report.verdict().name().toLowerCase(Locale.ROOT));
    json.put("sends", report.sends());
    json.put("determinants", report.determinants());
    json.put("messages_received", report.messages());
    json.put("lines", report.lines());
    json.put("lines_different", report.differences().different());
    json.put("lines_missing", report.differences().missing());
    json.put("lines_additional", report.differences().additional());
    report
        .beginning()
        .ifPresent(
            checkpoint -> {
              json.put("checkpoint_taken", checkpoint.taken().toString());
              json.put("checkpoint_clock", checkpoint.clock());
            });
    report
        .divergence()
        .ifPresent(
            divergence -> {
              Map<String, Object> one = new LinkedHashMap<>();
              one.put("clock", divergence.clock());
              one.put("site", divergence.site());
              one.put("callers", divergence.callers());
              one.put("expected", divergence.expected());
              one.put("actual", divergence.actual());
              one.put("usual_cause", cause(divergence));
              one.put("operations_before", divergence.before());
              json.put("divergence", one);
            });
    report
        .failure()
        .ifPresent(
            failure -> {
              json.put("code", failure.code());
              json.put("failure", failure.what());
            });
    if (!report.next().isEmpty()) {
      json.put("ends_where_the_program", report.next());
    }
    json.put("notes", report.notes());
    return json;
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
