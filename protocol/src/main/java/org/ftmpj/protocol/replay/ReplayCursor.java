package org.ftmpj.protocol.replay;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.report.DivergedException;
import org.ftmpj.protocol.report.OperationHistory;
import org.ftmpj.protocol.thread.Turns;

/**
 * The determinants of earlier incarnations, for lookup by clock.
 *
 * <p>Matches are found by the clock of their receive, in any order: two receives may match in
 * another order than they were posted (protocol rule MATCH_IS_STATE). All other outcomes come in
 * program order, so the next one is always the first remaining one. One thread.
 */
public final class ReplayCursor {
  private final Map<Long, Determinant.Match> matches = new HashMap<>();
  private final Map<Reserved, Long> reserved = new HashMap<>();
  private final ArrayDeque<Determinant> outcomes = new ArrayDeque<>();
  private final Turns turns = new Turns();
  private final OperationHistory operations;
  private long recorded;
  private long replayed;
  private boolean byClock;

  /** The message of a recorded match. */
  private record Reserved(int source, long sequence) {}

  /**
   * The state of the cursor.
   *
   * @param matches those not looked up yet
   * @param reserved the matches that have not happened again, looked up or not
   * @param outcomes those not looked up yet, or not to the end of their run
   */
  public record Snapshot(
      Set<Determinant.Match> matches,
      Set<Determinant.Match> reserved,
      List<Determinant> outcomes,
      Turns.Snapshot turns,
      long recorded,
      long replayed,
      boolean byClock) {}

  public Snapshot snapshot() {
    return new Snapshot(
        Set.copyOf(matches.values()),
        reserved(),
        List.copyOf(outcomes),
        turns.snapshot(),
        recorded,
        replayed,
        byClock);
  }

  /** Restores the state in a new object. */
  public void restore(Snapshot from) {
    from.matches().forEach(match -> matches.put(match.clock(), match));
    reserve(from.reserved());
    outcomes.addAll(from.outcomes());
    turns.restore(from.turns());
    recorded = from.recorded();
    replayed = from.replayed();
    byClock = from.byClock();
  }

  public ReplayCursor(OperationHistory operations) {
    this.operations = operations;
  }

  /** The history of operations for reports of divergences. */
  public OperationHistory operations() {
    return operations;
  }

  /** Adds one determinant of the history, in the order of the event log. */
  public void add(Determinant determinant) {
    recorded++;
    if (determinant instanceof Determinant.Match match) {
      matches.put(match.clock(), match);
      reserve(match);
    } else if (determinant instanceof Determinant.Turn turn) {
      turns.add(turn);
    } else {
      outcomes.add(determinant);
    }
  }

  private void reserve(Determinant.Match match) {
    reserved.put(new Reserved(match.source(), match.sequence()), match.clock());
  }

  /** The recorded matches that have not happened again, whether they were looked up or not. */
  public Set<Determinant.Match> reserved() {
    return reserved.entrySet().stream()
        .map(r -> new Determinant.Match(r.getValue(), r.getKey().source, r.getKey().sequence))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Reserves the messages of matches that an earlier incarnation had looked up. */
  public void reserve(Set<Determinant.Match> matches) {
    matches.forEach(this::reserve);
  }

  /** The number of determinants in the history; a run counts as one. */
  public long recorded() {
    return recorded;
  }

  /** Whether every determinant was looked up. */
  public boolean isExhausted() {
    return outcomes.isEmpty() && matches.isEmpty() && turns.areOver();
  }

  /** The recorded order of the threads' events. */
  public Turns turns() {
    return turns;
  }

  /**
   * Looks outcomes up by their clocks from now on. With several threads, an operation may begin
   * before another thread's operation and have its outcome after it.
   */
  public void lookUpByClock() {
    byClock = true;
  }

  /** The next outcome that was not looked up, in words; empty if there is none. */
  public Optional<String> unrepeated() {
    return Optional.ofNullable(outcomes.peek())
        .or(() -> matches.values().stream().min(Comparator.comparing(Determinant.Match::clock)))
        .map(next -> "the outcome " + next);
  }

  /** The number of determinants looked up so far; each failed poll of a run counts. */
  public long replayed() {
    return replayed;
  }

  /** The recorded match of the receive that was posted at that clock; null if there is none. */
  public Determinant.Match match(long clock) {
    if (matches.isEmpty()) {
      return null;
    }
    Determinant.Match match = matches.remove(clock);
    if (match != null) {
      replayed++;
    }
    return match;
  }

  /** Whether a recorded match that has not happened again takes that message. */
  public boolean isReserved(int source, long sequence) {
    return !reserved.isEmpty() && reserved.containsKey(new Reserved(source, sequence));
  }

  /** Notes that a recorded match has happened again. */
  public void release(Determinant.Match match) {
    reserved.remove(new Reserved(match.source(), match.sequence()));
  }

  /**
   * The recorded outcome of the operation at that clock, or null if all outcomes are used up. A run
   * is returned as one {@link Determinant.NotYet} (protocol rule FORCED_POLL) or {@link
   * Determinant.Value} at each of its clocks.
   *
   * @throws DivergedException if the next recorded outcome is of another operation or of another
   *     kind
   */
  public <T extends Determinant> Determinant outcome(
      long clock, Class<T> expected, boolean pollMayFail, String operation) {
    Determinant next = byClock ? find(clock, operation) : outcomes.peek();
    if (next == null) {
      return null;
    }
    boolean fits = expected.isInstance(next) || next instanceof Determinant.NotYet && pollMayFail;
    long last = next.clock() + count(next) - 1;
    if (!fits || clock < next.clock() || clock > last) {
      throw diverged(clock, "does " + operation, next);
    }
    if (clock == last) {
      outcomes.removeFirstOccurrence(next);
    }
    replayed++;
    return next;
  }

  /** Searches from the front, since operations are not far out of order. */
  private Determinant find(long clock, String operation) {
    for (Determinant outcome : outcomes) {
      long last = outcome.clock() + count(outcome) - 1;
      if (outcome.clock() <= clock && clock <= last) {
        return outcome;
      }
      if (last < clock) {
        throw diverged(clock, "does " + operation, outcome);
      }
    }
    return null;
  }

  /** The number of consecutive operations that had that outcome. */
  private static long count(Determinant determinant) {
    if (determinant instanceof Determinant.NotYet run) {
      return run.count();
    }
    return determinant instanceof Determinant.Value run ? run.count() : 1;
  }

  /** The exception for a program that acts otherwise than before the failure. */
  public DivergedException diverged(long clock, String does, Determinant recorded) {
    return operations.diverged(
        clock,
        "the next outcome is " + recorded,
        does,
        "the program took another way than before: it depends on a value that is not recorded");
  }
}
