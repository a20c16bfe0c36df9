package org.ftmpj.replay.rank;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.protocol.channel.RestorableInterconnect;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.rank.RestoredRank;
import org.ftmpj.protocol.replay.RankListener;
import org.ftmpj.protocol.replay.RankState;
import org.ftmpj.protocol.replay.RecoveryStatistics;
import org.ftmpj.protocol.report.DivergedException;
import org.ftmpj.protocol.report.Divergence;
import org.ftmpj.protocol.report.OperationHistory;
import org.ftmpj.replay.report.VerificationPlace;
import org.ftmpj.replay.report.VerificationReport;
import org.ftmpj.replay.report.VerificationReport.LineCounts;
import org.ftmpj.replay.report.VerificationResult;
import org.ftmpj.supervisor.console.OutputSink;
import org.ftmpj.supervisor.console.RecordedOutput;
import org.ftmpj.supervisor.record.ExitRecord;
import org.ftmpj.transport.control.ControlBlock;

/**
 * A rank of a job that is over, repeated in this process: the program's actions are compared with
 * the job's logs, and the result is reported. No file of the job is changed.
 *
 * <p>The session is used by the program's thread; the end comes in whatever thread ends the
 * program.
 */
public final class Verification implements RankListener {
  private static final String END_CAUSE =
      "its end depends on a value that is not recorded, on a file that changed, or on another"
          + " thread";

  private static final RecordedOutput.Missing NOTHING_MISSING = new RecordedOutput.Missing(0, 0);
  private static final long LOOK_NS = 1_000_000;

  private final int rank;
  private final String mainThread;
  private final VerificationPlace place;
  private final Optional<ExitRecord> exit;
  private final long recordedClock;
  private final OperationHistory operations;
  private final PrintedLines printed;
  private final RecordedOutput output;
  private final RestoredRank restored;
  private final RankSession session;
  private final Optional<VerificationReport.Beginning> beginning;
  private final List<String> notes = new ArrayList<>(); // guarded by itself
  private boolean reported; // guarded by this

  /**
   * The verification.
   *
   * @param determinants of the rank, wherever they are
   * @param receptions the recorded ones
   * @param mainThread name of the program's thread in the output log
   * @param startedThreads what names of the threads begin with that it has started
   * @param from where the repetition begins; empty if that is the beginning of the program
   * @throws FtmpjException LOG_CORRUPT, LOG_VERSION
   */
  public Verification(
      JobLayout layout,
      int rank,
      int size,
      RecordedDeterminants determinants,
      Receptions receptions,
      String mainThread,
      String startedThreads,
      Optional<RecordedCheckpoint> from,
      VerificationPlace place) {
    this.rank = rank;
    this.mainThread = mainThread;
    this.place = place;
    this.exit = ExitRecord.read(layout.exitRecord(rank));
    this.recordedClock =
        Files.exists(layout.control())
            ? ControlBlock.openReadOnly(layout.control()).progress(rank)
            : 0;
    this.operations = new OperationHistory(rank, true);
    this.beginning =
        from.map(of -> new VerificationReport.Beginning(of.taken(), of.state().clock()));
    this.printed =
        new PrintedLines(
            rank,
            mainThread,
            startedThreads,
            operations,
            () -> session().status().clock(),
            this::isCutOffHere,
            this::noteOnce);
    this.output =
        RecordedOutput.open(
            layout.output(rank), from.map(RecordedCheckpoint::outputBytes).orElse(0L), printed);
    RestorableInterconnect interconnect =
        new RecordedInterconnect(layout, rank, size, operations, place.progress()::put);
    EventLog log = new RecordedEventLog(determinants);
    this.restored =
        from.map(
                of ->
                    RankSession.verifying(
                        interconnect, log, this, receptions, operations, of.state()))
            .orElseGet(
                () ->
                    new RestoredRank(
                        RankSession.verifying(interconnect, log, this, receptions, operations),
                        List.of(),
                        List.of()));
    this.session = restored.session();
  }

  public RankSession session() {
    return session;
  }

  /** The session and the program's state at the checkpoint; nothing without one. */
  public RestoredRank restored() {
    return restored;
  }

  /** The sink that compares the program's output. */
  public OutputSink output() {
    return output;
  }

  /**
   * Records that the program has ended itself. If another thread had ended it while main was
   * running, this waits for main until it has come as far as its record does; else for other
   * threads.
   *
   * @param code its exit code; empty if that is not known
   * @param cause what the program did to end, for the user; empty if that was not seen
   * @param mainRuns whether main is still running
   * @throws DivergedException if it did not end there before
   */
  public void ended(OptionalInt code, String cause, BooleanSupplier mainRuns) {
    boolean breaksOff = exit.isPresent() && mainRan(exit.get());
    while (breaksOff && mainRuns.getAsBoolean() && !hasComeFarEnough()) {
      LockSupport.parkNanos(LOOK_NS);
    }
    // What other threads are recorded with came before the end, but nothing makes main wait for it.
    while (!breaksOff && session.threads().watch().isAnotherDue()) {
      LockSupport.parkNanos(LOOK_NS);
    }
    // A main that runs on uses the session.
    Optional<String> rest =
        breaksOff && mainRuns.getAsBoolean() ? Optional.empty() : session.status().unrepeated();
    if (rest.isPresent()) {
      throw operations.diverged(
          session.status().clock(),
          rest.get(),
          ends(cause),
          "the program took another way than before: it depends on a value that is not recorded,"
              + " on a file that changed, or on another thread");
    }
    if (exit.isPresent()
        && exit.get() instanceof ExitRecord.Program before
        && before.code().isPresent()
        && code.isPresent()
        && before.code().getAsInt() != code.getAsInt()) {
      throw operations.diverged(
          session.status().clock(),
          "it ended with exit code " + before.code().getAsInt(),
          ends(cause) + " with exit code " + code.getAsInt(),
          END_CAUSE);
    }
    repeated(
        isComplete() ? VerificationResult.VERIFIED : VerificationResult.VERIFIED_TO_END,
        breaksOff ? "was ended by another thread" : "ends");
  }

  private static String ends(String cause) {
    return cause.isEmpty() ? "ends" : "ends by " + cause;
  }

  /**
   * Records that the rank cannot go on: it has diverged, is at the end of its record, or something
   * failed.
   */
  public void stopped(FtmpjException why) {
    if (!(why instanceof DivergedException diverged)) {
      report(VerificationResult.FAILED, LineCounts.NONE, null, "", why);
    } else if (diverged.isPastRecord()
        && !isComplete()
        && session.status().unrepeated().isEmpty()) {
      Divergence next = diverged.divergence();
      String site = next.site().isEmpty() ? "" : ", at " + next.site();
      repeated(VerificationResult.VERIFIED_TO_END, next.actual() + site);
    } else {
      LineCounts lines = printed.counts(NOTHING_MISSING);
      printed.first(NOTHING_MISSING, "").ifPresent(first -> note(beforeDivergence(lines, first)));
      report(VerificationResult.DIVERGED, lines, diverged.divergence(), "", null);
    }
  }

  private static String beforeDivergence(LineCounts lines, Divergence first) {
    return "before that, "
        + lines.text()
        + ", the first at "
        + first.site()
        + "; expected: "
        + first.expected()
        + "; actual: the rank "
        + first.actual();
  }

  /** Reports sends and receptions that are as recorded, up to where the program does that. */
  private void repeated(VerificationResult verdict, String next) {
    RecordedOutput.Missing missing = output.missing(mainThread);
    Optional<Divergence> first = printed.first(missing, output.rest(mainThread));
    report(
        first.isPresent() ? VerificationResult.LINES_DIFFER : verdict,
        printed.counts(missing),
        first.orElse(null),
        first.isPresent() && verdict == VerificationResult.VERIFIED ? "" : next,
        null);
  }

  /** Whether main came to its end, so that nothing follows its record. */
  private boolean isComplete() {
    return exit.isPresent() && exit.get() instanceof ExitRecord.Program && !mainRan(exit.get());
  }

  private static boolean mainRan(ExitRecord exit) {
    return exit instanceof ExitRecord.Program program && program.mainRan();
  }

  /**
   * Whether another thread than main may end the program: all that is recorded of main has come
   * again.
   */
  private boolean hasComeFarEnough() {
    return place.progress().get() >= recordedClock && !output.hasUnrepeated(mainThread);
  }

  /** Whether the job was killed at the point that the rank has now reached again. */
  private boolean isCutOffHere() {
    return !isComplete()
        && (session.status().state() instanceof RankState.RecordEnd
            // Other threads use what this looks at.
            || !session.threads().areActive() && session.status().unrepeated().isEmpty());
  }

  private synchronized void report(
      VerificationResult verdict,
      LineCounts lines,
      Divergence divergence,
      String next,
      FtmpjException failure) {
    if (reported) {
      return;
    }
    reported = true;
    place.write(
        new VerificationReport(
            rank,
            verdict,
            session.status().recovery().droppedSends(),
            session.status().recordedDeterminants(),
            session.status().recovery().messages(),
            output.lines(),
            lines,
            beginning,
            Optional.ofNullable(divergence),
            next,
            Optional.ofNullable(failure)
                .map(why -> new VerificationReport.Failure(why.code(), why.what())),
            allNotes()));
  }

  /** Adds a note to the report. */
  public void note(String what) {
    synchronized (notes) {
      notes.add(what);
    }
  }

  /** Notes the first difference of another thread. */
  private void noteOnce(String thread, String what) {
    synchronized (notes) {
      if (notes.stream().noneMatch(note -> note.startsWith(thread + " "))) {
        notes.add(thread + " " + what);
      }
    }
  }

  private List<String> allNotes() {
    synchronized (notes) {
      List<String> all = new ArrayList<>(notes);
      if (exit.isPresent() && exit.get() instanceof ExitRecord.FailStop stop) {
        all.add("FTMPJ had stopped the rank: " + stop.message());
      }
      return all;
    }
  }

  @Override
  public boolean hasUnrepeatedOutput() {
    return output.hasUnrepeated(mainThread);
  }

  /** Does nothing: a verification never goes live. */
  @Override
  public void live(RecoveryStatistics statistics) {}

  @Override
  public void transition(RankState from, RankState to, String why) {}
}
