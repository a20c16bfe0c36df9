package org.ftmpj.protocol.replay;

import java.util.function.BooleanSupplier;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.report.DivergedException;
import org.ftmpj.protocol.thread.Threads;

/** The state machine of a rank. One thread. */
public final class RankStates {
  private final int rank;
  private final RankState goal;
  private final ReplayCursor cursor;
  private final BooleanSupplier pastLogs;
  private final RankListener outside;
  private final Runnable onRecording;

  /** Only one thread at a time writes it. */
  private volatile RankState state = RankState.REPLAYING;

  private Threads threads;

  /**
   * @param goal the state at the end of the replay: of a recovery or of a verification
   * @param pastLogs whether every outbound sequence number is past what its log contained
   * @param onRecording called when a recovery is complete
   */
  public RankStates(
      int rank,
      RankState goal,
      ReplayCursor cursor,
      BooleanSupplier pastLogs,
      RankListener outside,
      Runnable onRecording) {
    this.rank = rank;
    this.goal = goal;
    this.cursor = cursor;
    this.pastLogs = pastLogs;
    this.outside = outside;
    this.onRecording = onRecording;
  }

  /** Creates the threads of the rank. To be called once, before anything else. */
  public Threads threads(OperationClock clock, Recorder recorder) {
    threads = new Threads(cursor.turns(), new ThreadedRank(clock, cursor, recorder, this));
    return threads;
  }

  /** Sets another first state. To be called before anything else. */
  public void startIn(RankState first) {
    state = first;
  }

  public RankState current() {
    return state;
  }

  /** Any thread. */
  public boolean isRecording() {
    return state instanceof RankState.Recording;
  }

  /** Whether the verified record was repeated to its end, and nothing new may follow. */
  public boolean isAtRecordEnd() {
    return state instanceof RankState.RecordEnd;
  }

  /** Makes the transitions that are due. To be called after each step of a replay. */
  public void advance() {
    if (isRecording()) {
      return;
    }
    if (state instanceof RankState.Replaying && cursor.isExhausted()) {
      transition(RankState.CATCHING_UP, "no determinants left");
    }
    if (state instanceof RankState.CatchingUp
        && (threads.areActive() || !outside.hasUnrepeatedOutput())
        && pastLogs.getAsBoolean()) {
      transition(goal, "past what the logs contained");
      if (isRecording()) {
        onRecording.run();
        threads.order().live();
      } else {
        threads.order().recordEnds();
      }
    }
  }

  /**
   * Whether the operation at that clock has to wait before it may have an outcome without a
   * determinant, because other threads still have events to repeat or, at the end of a verified
   * record, may end the program. Does not wait.
   *
   * @throws DivergedException {@code LOST_DETERMINANT} if a later output has already left the rank;
   *     {@code DIVERGED} at the end of a verified record
   */
  public boolean barsNewOutcome(long clock, String operation) {
    advance();
    if (isRecording()) {
      return false;
    }
    if (threads.areReplaying()) {
      return true;
    }
    if (isAtRecordEnd()) {
      if (threads.areActive()) {
        return true;
      }
      throw pastRecord(clock, operation);
    }
    String was = state.toString();
    fail("lost determinant");
    throw cursor
        .operations()
        .lost(
            clock,
            "no outcome, although the rank went on before (state " + was + ")",
            "needs the outcome of " + operation);
  }

  /** The exception for an operation after the end of a verified record. */
  public DivergedException pastRecord(long clock, String operation) {
    return cursor.operations().pastRecord(clock, "needs the outcome of " + operation);
  }

  /** Stops the rank for good. */
  public void fail(String why) {
    if (!(state instanceof RankState.FailStopped)) {
      transition(RankState.FAIL_STOPPED, why);
    }
  }

  private void transition(RankState to, String why) {
    RankState from = state;
    if (!from.permits(to)) {
      throw new FtmpjException(
          ErrorCode.INTERNAL,
          "Rank " + rank + " cannot go from " + from + " to " + to + ": " + why);
    }
    state = to;
    outside.transition(from, to, why);
  }
}
