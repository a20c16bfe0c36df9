package org.ftmpj.protocol.replay;

import java.util.List;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.DeterminantCodec;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.event.ValueKind;

/**
 * Takes new determinants, and appends those between two gates to the event log as one record. Polls
 * that fail in a row, and values that come out the same, make one determinant, which any other one,
 * or the gate, closes. One thread.
 */
public final class Recorder {
  /** A record is appended before the gate if it gets that long. */
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

  /** The kind of the run's values; null if it is one of failed polls. */
  private ValueKind runKind;

  private long runValue;

  /**
   * The state from which it goes on.
   *
   * @param record determinants that were not appended yet
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
   * To be called before anything is recorded.
   *
   * @param number of the last record that the event log held before this incarnation
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

  /** Goes on from there; of a new one. */
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

  /** Records that a receive got that message; stable, as all, only when the gate is open. */
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

  /** Records that the first {@code count} of these requests came out. */
  public void recordDelivery(long clock, int[] completed, int count) {
    begin();
    record.addDeliver(clock, completed, count);
    added();
  }

  /** Records what was read from outside and is no number. */
  public void recordData(long clock, ValueKind kind, byte[] bytes) {
    begin();
    record.addData(clock, kind, bytes);
    added();
  }

  /**
   * Records that the poll at that clock failed.
   *
   * @return how many have failed in a row
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
   * Records that the next events are those of that thread. Events in a row make one determinant. It
   * comes into the same record as the outcomes of its events, or before.
   *
   * @param count how many
   * @param clock the last operation
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
   * Appends what has been recorded so far.
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

  /** Outcomes that were recorded by this incarnation, each of a run counted. */
  public long outcomes() {
    return outcomes;
  }

  /** Determinants that were made of them. */
  public long determinants() {
    return determinants;
  }

  /** Bytes of the records that were appended. */
  public long bytes() {
    return bytes;
  }

  /** Records that were appended. */
  public long records() {
    return records;
  }

  private void begin() {
    closeRun();
    outcomes++;
  }

  private void added() {
    determinants++;
    // No record ends between an event and its outcome: the next event ends it.
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
