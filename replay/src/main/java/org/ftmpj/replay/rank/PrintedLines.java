package org.ftmpj.replay.rank;

import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.ftmpj.protocol.report.DivergedException;
import org.ftmpj.protocol.report.Divergence;
import org.ftmpj.protocol.report.OperationHistory;
import org.ftmpj.replay.report.VerificationReport.LineCounts;
import org.ftmpj.supervisor.console.RecordedOutput;

/**
 * Counts the lines that a repeated rank prints otherwise than recorded, and goes on.
 *
 * <p>Threads other than the program's own are not protected, so a difference in their output is
 * only noted. Those that the program has started may come further than before until main ends it,
 * or less far.
 *
 * <p>Any thread, one at a time where {@link RecordedOutput} calls it.
 */
final class PrintedLines implements RecordedOutput.Differences {
  private static final String CAUSE =
      "the text depends on a value that is not recorded, such as a field that threads change"
          + " without a lock, on a file that changed, or on another thread";

  private final int rank;
  private final String mainThread;
  private final String startedThreads;
  private final OperationHistory operations;
  private final LongSupplier clock;
  private final BooleanSupplier recordEnds;
  private final BiConsumer<String, String> notes;

  private long different; // guarded by this
  private long additional; // guarded by this
  private Divergence first; // guarded by this

  /**
   * @param mainThread name of the program's thread in the output log
   * @param startedThreads what names of the threads begin with that it has started
   * @param operations that the rank came by
   * @param clock of its operations
   * @param recordEnds whether the rank has repeated all that it has sent and found, and its record
   *     was cut off there
   * @param notes gets the name of another thread and what differs in its output
   */
  PrintedLines(
      int rank,
      String mainThread,
      String startedThreads,
      OperationHistory operations,
      LongSupplier clock,
      BooleanSupplier recordEnds,
      BiConsumer<String, String> notes) {
    this.rank = rank;
    this.mainThread = mainThread;
    this.startedThreads = startedThreads;
    this.operations = operations;
    this.clock = clock;
    this.recordEnds = recordEnds;
    this.notes = notes;
  }

  @Override
  public synchronized void differs(String thread, long lines, String expected, String actual) {
    if (isStarted(thread) || thread.equals(mainThread)) {
      different += lines;
      see("it writes " + expected, "writes " + actual);
    } else {
      note(thread, "writes " + actual + " where it wrote " + expected);
    }
  }

  /**
   * Takes text after the end of a record.
   *
   * @throws DivergedException if main goes on where its record was cut off
   */
  @Override
  public synchronized void pastRecord(String thread, boolean lengthens, long lines, String actual) {
    if (thread.equals(mainThread)) {
      if (recordEnds.getAsBoolean()) {
        throw operations.pastRecord(clock.getAsLong(), "writes " + actual);
      }
      different += lengthens ? 1 : 0;
      additional += lines;
      see(
          lengthens ? "the end of its last line" : "no further line of the thread",
          "writes " + actual);
    } else if (!isStarted(thread)) {
      note(thread, "writes " + actual + ", which it did not write before");
    }
  }

  private boolean isStarted(String thread) {
    return thread.startsWith(startedThreads);
  }

  private void note(String thread, String what) {
    notes.accept(thread, what + "; only threads of the program are compared");
  }

  private void see(String expected, String actual) {
    if (first == null) {
      first = operations.diverged(clock.getAsLong(), expected, actual, CAUSE).divergence();
    }
  }

  /**
   * The numbers of lines that are not as recorded.
   *
   * @param missing the recorded text that main has not written again
   */
  synchronized LineCounts counts(RecordedOutput.Missing missing) {
    return new LineCounts(different + missing.cut(), missing.lines(), additional);
  }

  /**
   * The first line that is not as recorded; empty if all are.
   *
   * @param missing the beginning of the recorded text that main has not written again
   */
  synchronized Optional<Divergence> first(RecordedOutput.Missing missing, String rest) {
    if (first == null && missing.cut() + missing.lines() > 0) {
      first =
          new Divergence(
              rank,
              clock.getAsLong(),
              "",
              List.of(),
              "it writes '" + rest + "'",
              "does not",
              CAUSE,
              List.of());
    }
    return Optional.ofNullable(first);
  }
}
