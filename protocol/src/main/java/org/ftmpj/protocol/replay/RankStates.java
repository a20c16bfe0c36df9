package org.ftmpj.protocol.replay;

import java.util.function.BooleanSupplier;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.report.DivergedException;
import org.ftmpj.protocol.thread.Threads;

/** The state of this rank, and the one place where it changes. One thread. */
public final class RankStates {
  private final int rank;
  private final RankState goal;
  private final ReplayCursor cursor;
  private final BooleanSupplier pastHeld;
  private final Outside outside;
  private final Runnable onRecording;

  /** Written by one thread at a time. */
  private volatile RankState state = RankState.REPLAYING;

  private Threads threads;

  /**
   * @param goal where a recovery or a verification leads
   * @param pastHeld whether every outbound sequence is past what its log held
   * @param onRecording called when a recovery is complete
   */
  public RankStates(
      int rank,
      RankState goal,
      ReplayCursor cursor,
      BooleanSupplier pastHeld,
      Outside outside,
      Runnable onRecording) {
    this.rank = rank;
    this.goal = goal;
    this.cursor = cursor;
    this.pastHeld = pastHeld;
    this.outside = outside;
    this.onRecording = onRecording;
  }

  /** Makes the threads of the rank. To be called once, before anything else. */
  public Threads threads(OperationClock clock, Recorder recorder) {
    threads = new Threads(cursor.turns(), new ThreadedRank(clock, cursor, recorder, this));
    return threads;
  }

  /** To be called before anything else, if that state is not the first one. */
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

  /** Whether everything recorded was repeated, and nothing new may follow. */
  public boolean isAtRecordEnd() {
    return state instanceof RankState.RecordEnd;
  }

  /** Makes the transitions that are due. To be called after every step of a replay. */
  public void advance() {
    if (isRecording()) {
      return;
    }
    if (state instanceof RankState.Replaying && cursor.isExhausted()) {
      transition(RankState.CATCHING_UP, "no determinants left");
    }
    if (state instanceof RankState.CatchingUp
        && (threads.areActive() || !outside.holdsMoreOutput())
        && pastHeld.getAsBoolean()) {
      transition(goal, "past what the logs held");
      if (isRecording()) {
        onRecording.run();
        threads.order().live();
      } else {
        threads.order().recordEnds();
      }
    }
  }

  /**
   * Whether the operation at that clock must not yet have an outcome that no determinant holds, but
   * has to wait: other threads still have events to repeat, or, at the end of a record that is
   * verified, may end the program. Does not wait.
   *
   * @throws DivergedException {@code LOST_DETERMINANT} if something later has left the rank
   *     already; {@code DIVERGED} at the end of the record that is verified
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

  /** What to throw for an operation after the end of the record that is verified. */
  public DivergedException pastRecord(long clock, String operation) {
    return cursor.operations().pastRecord(clock, "needs the outcome of " + operation);
  }

  /** The rank must not go on. */
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
