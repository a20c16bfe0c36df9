package org.ftmpj.protocol.quorum;

import java.util.ArrayList;
import java.util.List;

/**
 * The shape of a log: which incarnation first wrote each of its records. That is enough to compare
 * two logs. Records are numbered from 1.
 *
 * <p>If two logs have a record with the same number and incarnation, they are equal up to that
 * record: an incarnation writes each number once, after the same records, and a log takes records
 * in order.
 *
 * @param runs the runs of records of one incarnation each, up to the next run; the last run may be
 *     empty: its incarnation has begun there
 * @param last number of the last record; 0 if there is none
 */
public record LogShape(List<Run> runs, long last) {
  /** The log without records. */
  public static final LogShape EMPTY = new LogShape(List.of(), 0);

  /** A run of records of one incarnation, which begins at record {@code first}. */
  public record Run(int incarnation, long first) {}

  /**
   * @throws IllegalArgumentException if runs are out of order, or one before the last is empty
   */
  public LogShape {
    runs = List.copyOf(runs);
    long next = 1;
    int newest = 0;
    for (Run run : runs) {
      boolean isFirst = newest == 0;
      if (run.incarnation <= newest || run.first < next || isFirst && run.first != 1) {
        throw new IllegalArgumentException("No log has the runs " + runs);
      }
      newest = run.incarnation;
      next = run.first + 1;
    }
    if (last < 0 || next > last + 2 || runs.isEmpty() && last > 0) {
      throw new IllegalArgumentException("No log with the runs " + runs + " ends at " + last);
    }
  }

  /** The newest incarnation that has begun in this log; 0 if none has. */
  public int incarnation() {
    return runs.isEmpty() ? 0 : runs.get(runs.size() - 1).incarnation;
  }

  /** The incarnation that wrote the record. */
  int incarnationOf(long number) {
    return runs.get(runAt(number)).incarnation;
  }

  /** The last record of the run that the record is in. */
  long endOfRun(long number) {
    return endOf(runAt(number));
  }

  private int runAt(long number) {
    int i = runs.size() - 1;
    while (runs.get(i).first > number) {
      i--;
    }
    return i;
  }

  private long endOf(int run) {
    return run + 1 < runs.size() ? runs.get(run + 1).first - 1 : last;
  }

  /** The number up to which both logs are certainly equal. */
  long match(LogShape other) {
    int mine = runs.size() - 1;
    int its = other.runs.size() - 1;
    while (mine >= 0 && its >= 0) {
      int difference = runs.get(mine).incarnation - other.runs.get(its).incarnation;
      if (difference == 0) {
        // A run without records says only that both are equal before it.
        return Math.min(endOf(mine), other.endOf(its));
      }
      if (difference > 0) {
        mine--;
      } else {
        its--;
      }
    }
    return 0;
  }

  /** Whether this log may have stable records that the other one has not. */
  boolean isAheadOf(LogShape other) {
    return incarnation() != other.incarnation()
        ? incarnation() > other.incarnation()
        : last > other.last;
  }

  /**
   * Returns this shape with records of an incarnation from number {@code first} on, in place of
   * what was there.
   *
   * @param count 0 if the incarnation has only begun there
   * @throws IllegalArgumentException if this would leave a gap, or the incarnation is older than
   *     that of the record before
   */
  public LogShape with(int incarnation, long first, int count) {
    if (first < 1 || first > last + 1 || count < 0) {
      throw new IllegalArgumentException(
          count + " records from " + first + " on, the last one is " + last);
    }
    List<Run> kept = new ArrayList<>(runs);
    while (!kept.isEmpty() && isReplaced(kept.get(kept.size() - 1), incarnation, first)) {
      kept.remove(kept.size() - 1);
    }
    if (kept.isEmpty() || kept.get(kept.size() - 1).incarnation != incarnation) {
      kept.add(new Run(incarnation, first));
    }
    return new LogShape(kept, first + count - 1);
  }

  private static boolean isReplaced(Run run, int incarnation, long first) {
    return run.first > first || run.first == first && run.incarnation != incarnation;
  }

  @Override
  public String toString() {
    return last + " records " + runs;
  }
}
