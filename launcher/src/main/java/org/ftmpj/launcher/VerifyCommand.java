package org.ftmpj.launcher;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Stack;
import java.util.concurrent.Callable;
import org.ftmpj.common.config.CheckpointChoice;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.launcher.cli.ValidatedCommand;
import org.ftmpj.launcher.registry.FoundJob;
import org.ftmpj.launcher.registry.JobRegistry;
import org.ftmpj.launcher.registry.Json;
import org.ftmpj.launcher.verify.ProgressDisplay;
import org.ftmpj.launcher.verify.ReportText;
import org.ftmpj.launcher.verify.Verifier;
import org.ftmpj.protocol.report.Divergence;
import org.ftmpj.replay.report.VerificationReport;
import org.ftmpj.replay.report.VerificationResult;
import org.ftmpj.replay.run.ClassDigests;
import org.ftmpj.transport.control.ControlBlock;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ftmpj verify JOB}: repeats ranks from their logs and compares. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Repeats the ranks of an ended job, each alone, from the job's logs, and compares"
          + " every send, outcome and line of output with the record. Does not change the job."
    },
    footer = {
      "",
      "`ftmpj run --record` keeps a job's logs for this. Output is compared and"
          + " discarded; all other effects of the program, for example on files, happen again.",
      "",
      "Exit code: 0 if everything recorded was repeated, 70 if not: with FTMPJ-1518 if"
          + " only printed lines differ, with FTMPJ-1506 if sends, outcomes or the end do."
    })
final class VerifyCommand implements Callable<Integer>, ValidatedCommand {
  private static final int DEFAULT_PORT = 5005;
  private static final int LAST_PORT = 65_535;

  @Spec private CommandSpec spec;

  @Option(names = "--rank", paramLabel = "R", description = "Verify only this rank.")
  private Integer rank;

  @Option(
      names = "--from-checkpoint",
      arity = "0..1",
      paramLabel = "WHICH",
      preprocessor = Which.class,
      description = {
        "Repeat each rank from one of its stored checkpoints, `oldest` or `newest`; the"
            + " default is `oldest`, which repeats more. The part before the checkpoint is not"
            + " verified, and its logs are not required."
      })
  private CheckpointChoice from;

  @Option(
      names = "--debug",
      arity = "0..1",
      paramLabel = "PORT",
      fallbackValue = "" + DEFAULT_PORT,
      description = {
        "The rank waits at its start for a debugger, at this port of the loopback address,"
            + " ${FALLBACK-VALUE} by default. Requires --rank."
      })
  private Integer debugPort;

  @Option(
      names = "--idle",
      paramLabel = "SECONDS",
      defaultValue = "0",
      description = "Give up a rank that makes no call of MPI for this long; 0: never.")
  private int idleSeconds;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Parameters(
      paramLabel = "JOB",
      description = "The job's id, as `ftmpj jobs` lists it, or its directory.")
  private String name;

  /** The argument after the option is the job, unless it is a choice. */
  static final class Which implements IParameterPreprocessor {
    @Override
    public boolean preprocess(
        Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      if (args.isEmpty() || !args.peek().matches("'?(oldest|newest)'?")) {
        args.push("oldest");
      }
      return false;
    }
  }

  @Override
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    if (debugPort != null && rank == null) {
      problems.add("--debug needs --rank");
    }
    if (debugPort != null && (debugPort < 1 || debugPort > LAST_PORT)) {
      problems.add("--debug: PORT must be 1 to " + LAST_PORT);
    }
    if (idleSeconds < 0) {
      problems.add("--idle: SECONDS must not be negative");
    }
    return problems;
  }

  @Override
  public Integer call() throws InterruptedException {
    FoundJob job = JobRegistry.ofUser().find(name);
    if (job.isRunning()) {
      throw new FtmpjException(ErrorCode.JOB_RUNNING, "job " + job.id() + " is running");
    }
    int[] ranks = RecordedRanks.of(job, spec, rank);
    if (from == null) {
      RecordedRanks.requireWholeLogs(job);
    }
    Optional<ClassDigests> classes = ClassDigests.read(job.layout().classes());
    ReportText text = new ReportText(classes.map(ClassDigests::changedSince).orElse(List.of()));
    List<String> notes = notes(classes, text);
    if (!json) {
      notes.forEach(note -> CommandOutput.print(spec, "note: " + note + System.lineSeparator()));
    }
    List<VerificationReport> reports = new ArrayList<>();
    Verifier verifier = verifier(job.layout());
    for (int each : ranks) {
      hintAtDebugger(each);
      VerificationReport report = verifier.verify(each);
      reports.add(report);
      if (!json) {
        CommandOutput.print(spec, text.of(report));
      }
    }
    if (json) {
      CommandOutput.print(spec, Json.of(json(job, notes, text, reports)) + "\n");
    }
    requireGood(reports);
    return 0;
  }

  private static List<String> notes(Optional<ClassDigests> classes, ReportText text) {
    if (classes.isEmpty()) {
      return List.of("the job was run without --record: class files are not compared");
    }
    return text.names().isEmpty()
        ? List.of()
        : List.of("class files have changed since the run: " + text.names());
  }

  private Verifier verifier(JobLayout layout) {
    PrintWriter err = spec.commandLine().getErr();
    boolean hasControl = Files.exists(layout.control());
    ControlBlock control = hasControl ? ControlBlock.openReadOnly(layout.control()) : null;
    return new Verifier(
        layout,
        Optional.ofNullable(from),
        debugPort == null ? OptionalInt.empty() : OptionalInt.of(debugPort),
        Duration.ofSeconds(idleSeconds),
        new ProgressDisplay(
            err,
            Terminal.isThere() && !json,
            each -> control == null ? 0 : control.progress(each)));
  }

  private void hintAtDebugger(int each) {
    if (debugPort != null) {
      PrintWriter err = spec.commandLine().getErr();
      err.println(
          "ftmpj: rank %d waits for a debugger: attach to 127.0.0.1:%d, say with `jdb -attach"
                  .formatted(each, debugPort)
              + " 127.0.0.1:%d`, and continue".formatted(debugPort));
      err.flush();
    }
  }

  private static Map<String, Object> json(
      FoundJob job, List<String> notes, ReportText text, List<VerificationReport> reports) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", job.id());
    json.put("directory", job.layout().directory());
    json.put("verified", reports.stream().allMatch(report -> report.verdict().isGood()));
    json.put("notes", notes);
    json.put("ranks", reports.stream().map(text::json).toList());
    return json;
  }

  private static void requireGood(List<VerificationReport> reports) {
    List<VerificationReport> bad =
        reports.stream().filter(report -> !report.verdict().isGood()).toList();
    if (bad.isEmpty()) {
      return;
    }
    if (bad.size() == 1 && bad.get(0).verdict() == VerificationResult.FAILED) {
      VerificationReport.Failure failure = bad.get(0).failure().orElseThrow();
      throw new FtmpjException(failure.code(), failure.what());
    }
    boolean onlyLines =
        bad.stream().allMatch(report -> report.verdict() == VerificationResult.LINES_DIFFER);
    throw new FtmpjException(
        onlyLines ? ErrorCode.PRINTED_DIFFERENTLY : ErrorCode.NOT_VERIFIED,
        bad.size()
            + " of "
            + reports.size()
            + (reports.size() == 1 ? " rank" : " ranks")
            + (onlyLines ? " printed other lines: " : " not verified: ")
            + String.join(", ", bad.stream().map(VerifyCommand::brief).toList()));
  }

  private static String brief(VerificationReport report) {
    String who = "rank " + report.rank();
    return report
        .divergence()
        .map(Divergence::site)
        .filter(site -> !site.isEmpty())
        .map(site -> who + " at " + site)
        .orElse(who);
  }
}
