package org.ftmpj.protocol.replay;

import java.util.List;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.DeterminantCodec;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.event.ValueKind;

/**
 * Collects new determinants, and appends those between two gates to the event log as one record. A
 * run of failed polls, or of equal values, makes one determinant, which ends with any other
 * determinant or at the gate. One thread.
 */
public final class Recorder {
  /** The length in bytes from which a record is appended before the gate. */
  private static final int LONG_RECORD = 4 << 10;

  private final EventLog log;
  private final DeterminantCodec record = new DeterminantCodec();
  private long last;
  private long outcomes;
  private long determinants;
  private long bytes;
  private long records;

  private long runStart;
  private long runLength;
  private int turnThread;
  private long turnLength;
  private long turnClock;

  /** The kind of the run's values; null for a run of failed polls. */
  private ValueKind runKind;

  private long runValue;

  /**
   * The state of the recorder.
   *
   * @param record determinants that are not appended yet
   * @param run the open run of failed polls or of values; null if there is none
   * @param turn the open turn; null if there is none
   * @param last number of the last record of the event log
   */
  public record Snapshot(
      List<Determinant> record,
      Determinant run,
      Determinant.Turn turn,
      long last,
      long outcomes,
      long determinants,
      long bytes,
      long records) {}

  public Recorder(EventLog log) {
    this.log = log;
  }

  /**
   * Sets the number after which records are appended. To be called before anything is recorded.
   *
   * @param number of the event log's last record before this incarnation
   */
  public void startAfter(long number) {
    last = number;
  }

  public Snapshot snapshot() {
    return new Snapshot(
        record.determinants(),
        run(),
        turnLength == 0 ? null : new Determinant.Turn(turnClock, turnThread, turnLength),
        last,
        outcomes,
        determinants,
        bytes,
        records);
  }

  private Determinant run() {
    if (runLength == 0) {
      return null;
    }
    return runKind == null
        ? new Determinant.NotYet(runStart, runLength)
        : new Determinant.Value(runStart, runKind, runValue, runLength);
  }

  /** Restores the state in a new object. */
  public void restore(Snapshot from) {
    from.record().forEach(record::add);
    if (from.run() instanceof Determinant.NotYet polls) {
      runStart = polls.clock();
      runLength = polls.count();
    } else if (from.run() instanceof Determinant.Value value) {
      runStart = value.clock();
      runKind = value.kind();
      runValue = value.value();
      runLength = value.count();
    }
    if (from.turn() != null) {
      turnClock = from.turn().clock();
      turnThread = from.turn().thread();
      turnLength = from.turn().count();
    }
    last = from.last();
    outcomes = from.outcomes();
    determinants = from.determinants();
    bytes = from.bytes();
    records = from.records();
  }

  /**
   * Records that a receive got that message. Like all determinants, this is stable only when the
   * gate is open.
   */
  public void recordMatch(long clock, int source, long sequence) {
    begin();
    record.addMatch(clock, source, sequence);
    added();
  }

  /** Records that a probe found that message. */
  public void recordProbe(long clock, int source, long sequence) {
    begin();
    record.addProbe(clock, source, sequence);
    added();
  }

  /** Records that the first {@code count} of these requests were returned. */
  public void recordDelivery(long clock, int[] completed, int count) {
    begin();
    record.addDeliver(clock, completed, count);
    added();
  }

  /** Records bytes that were read from outside. */
  public void recordData(long clock, ValueKind kind, byte[] bytes) {
    begin();
    record.addData(clock, kind, bytes);
    added();
  }

  /**
   * Records that the poll at that clock failed.
   *
   * @return the number of polls that have failed in a row
   */
  public long notYet(long clock) {
    outcomes++;
    extendRun(clock, null, 0);
    return runLength;
  }

  /** Records a number that was read from outside. */
  public void value(long clock, ValueKind kind, long value) {
    outcomes++;
    extendRun(clock, kind, value);
  }

  private void extendRun(long clock, ValueKind kind, long value) {
    if (runLength > 0 && (clock != runStart + runLength || kind != runKind || value != runValue)) {
      closeRun();
    }
    if (runLength == 0) {
      runStart = clock;
      runKind = kind;
      runValue = value;
    }
    runLength++;
  }

  /**
   * Records that the next events are those of that thread. Consecutive events make one determinant,
   * which is in the same record as the outcomes of its events, or in an earlier one.
   *
   * @param count number of events
   * @param clock the clock of the last operation
   */
  public void events(int thread, int count, long clock) {
    if (record.length() >= LONG_RECORD) {
      flush();
    } else if (turnLength > 0 && thread != turnThread) {
      closeTurn();
    }
    turnThread = thread;
    turnClock = clock;
    turnLength += count;
  }

  private void closeTurn() {
    if (turnLength > 0) {
      long length = turnLength;
      turnLength = 0;
      record.addTurn(turnClock, turnThread, length);
      determinants++;
    }
  }

  /** Ends the open run of failed polls or of values, if there is one. */
  public void closeRun() {
    if (runLength > 0) {
      long length = runLength;
      runLength = 0;
      if (runKind == null) {
        record.addNotYet(runStart, length);
      } else {
        record.addValue(runStart, runKind, runValue, length);
      }
      added();
    }
  }

  /**
   * Appends the determinants recorded so far.
   *
   * @return the number, in the event log, of the last record; 0 if there is none
   */
  public long flush() {
    closeRun();
    closeTurn();
    if (record.length() > 0) {
      append();
    }
    return last;
  }

  /** The number of outcomes that this incarnation has recorded, counting each of a run. */
  public long outcomes() {
    return outcomes;
  }

  /** The number of determinants that these outcomes made. */
  public long determinants() {
    return determinants;
  }

  /** The bytes of the appended records. */
  public long bytes() {
    return bytes;
  }

  /** The number of appended records. */
  public long records() {
    return records;
  }

  private void begin() {
    closeRun();
    outcomes++;
  }

  private void added() {
    determinants++;
    // A record never ends between an event and its outcome; the next event ends it.
    if (record.length() >= LONG_RECORD && turnLength == 0) {
      append();
    }
  }

  private void append() {
    bytes += record.length();
    records++;
    last = log.append(record.take());
  }
}
