package org.ftmpj.protocol.rank;

import java.nio.ByteBuffer;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.DeterminantCodec;
import org.ftmpj.protocol.event.EventLog;

/**
 * Appends new determinants to the event log, failed polls as runs: consecutive ones make one {@link
 * Determinant.NotYet}, which any other determinant, or the gate, closes. One thread.
 */
final class Recorder {
  private final EventLog log;
  private ByteBuffer scratch = ByteBuffer.allocate(256);
  private long last;
  private long recorded;
  private long runStart;
  private long runLength;
  private int turnThread;
  private long turnLength;
  private long turnClock;

  /**
   * @param last number of the last record that the event log held before this incarnation
   */
  Recorder(EventLog log, long last) {
    this.log = log;
    this.last = last;
  }

  /** Records an outcome; it is stable only after {@link Gate#await}. */
  void record(Determinant determinant) {
    closeRun();
    append(determinant);
  }

  /** Records that the poll at that clock failed. */
  void notYet(long clock) {
    if (runLength > 0 && clock != runStart + runLength) {
      closeRun();
    }
    if (runLength == 0) {
      runStart = clock;
    }
    runLength++;
  }

  /**
   * Records that the next event is one of that thread. Events in a row make one {@link
   * Determinant.Turn}, which goes out before anything else does.
   *
   * @param clock the last operation
   */
  void event(int thread, long clock) {
    if (turnLength > 0 && thread != turnThread) {
      closeRun();
    }
    turnThread = thread;
    turnClock = clock;
    turnLength++;
  }

  private void closeTurn() {
    if (turnLength > 0) {
      long length = turnLength;
      turnLength = 0;
      append(new Determinant.Turn(turnClock, turnThread, length));
    }
  }

  /** Appends the open run of failed polls, and the open turn, if there are any. */
  void closeRun() {
    if (runLength > 0) {
      long length = runLength;
      runLength = 0;
      append(new Determinant.NotYet(runStart, length));
    }
    closeTurn();
  }

  /** The number, in the event log, of the last determinant appended; 0 if there is none. */
  long last() {
    return last;
  }

  /** Determinants appended by this incarnation. */
  long recorded() {
    return recorded;
  }

  private void append(Determinant determinant) {
    int length = DeterminantCodec.maximumLength(determinant);
    if (scratch.capacity() < length) {
      scratch = ByteBuffer.allocate(length);
    }
    scratch.clear();
    DeterminantCodec.encode(determinant, scratch);
    scratch.flip();
    last = log.append(scratch);
    recorded++;
  }
}
