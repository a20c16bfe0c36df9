package org.ftmpj.protocol.simulation;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.DeterminantCodec;
import org.ftmpj.protocol.event.EventLog;

/** The event log as one incarnation of a rank uses it. */
final class RankEvents implements EventLog, LogWriter.Client {
  private final Job job;
  private final Host host;
  private SimulatedRank rank;
  private final EventLogger logger;
  private final Checkpoint from;
  private final List<byte[]> mine = new ArrayList<>();

  /** Matches that a mistaken implementation has not logged yet. */
  private final List<Determinant.Match> withheld = new ArrayList<>();

  /** Turns likewise. */
  private final List<Determinant.Turn> lateTurns = new ArrayList<>();

  private final List<Determinant> determinants = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();
  private long base;
  private long acknowledged;
  private long sent;
  private long atSnapshot;
  private long lastMatchClock;

  RankEvents(Job job, SimulatedRank rank, EventLogger logger, Checkpoint from) {
    this.job = job;
    this.rank = rank;
    this.host = rank.host();
    this.logger = logger;
    this.from = from;
  }

  void belongTo(SimulatedRank zombie) {
    rank = zombie;
  }

  @Override
  public long history(long first, Consumer<ByteBuffer> record) {
    rank.step();
    if (job.mutation() != Mutation.HISTORY_BEFORE_FENCE || rank.incarnation() == 1) {
      logger.fence(rank.incarnation());
    }
    List<byte[]> stored = host == null ? logger.stored() : host.determinants(rank);
    base = stored.size();
    acknowledged = base;
    sent = base;
    rank.consistency().startsWith(base);
    if (Math.min(logger.pruned(), base) > first - 1) {
      throw new Violation(
          Violation.Kind.PRUNED,
          "rank %d needs determinant %d, they are pruned up to %d"
              .formatted(rank.number(), first, logger.pruned()));
    }
    List<byte[]> history = List.copyOf(stored.subList((int) first - 1, (int) base));
    if (rank.consistency().needsEvents()) {
      rank.consistency().startsWithEvents(events(List.copyOf(stored)));
    }
    if (job.mutation() != null) {
      history = mistaken(history);
    }
    for (byte[] bytes : history) {
      record.accept(ByteBuffer.wrap(bytes));
    }
    return base;
  }

  private List<byte[]> mistaken(List<byte[]> history) {
    switch (job.mutation()) {
      case ARRIVAL_ORDER:
        return inArrivalOrder(history);
      case TURNS_NOT_FORCED:
        return changed(history, d -> d instanceof Determinant.Turn ? null : d);
      case TURN_LENGTH_IGNORED:
        return changed(
            history,
            d ->
                d instanceof Determinant.Turn t
                    ? new Determinant.Turn(t.clock(), t.thread(), 1)
                    : d);
      case OUTCOMES_NOT_BY_CLOCK:
        return deliveriesInArrivalOrder(history);
      case RESTORED_BY_CLOCK:
        return after(history);
      default:
        return history;
    }
  }

  /** Without matches of receives that were posted before the checkpoint. */
  private List<byte[]> after(List<byte[]> history) {
    long clock = from == null ? 0 : from.state().clock();
    return changed(
        history, d -> d instanceof Determinant.Match match && match.clock() <= clock ? null : d);
  }

  /** How many events of threads have their order there. */
  private static long events(List<byte[]> history) {
    long[] sum = new long[1];
    for (byte[] bytes : history) {
      DeterminantCodec.decode(
          ByteBuffer.wrap(bytes), d -> sum[0] += d instanceof Determinant.Turn t ? t.count() : 0);
    }
    return sum[0];
  }

  /** Null leaves a determinant out. */
  private static List<byte[]> changed(List<byte[]> history, UnaryOperator<Determinant> change) {
    List<Determinant> all = new ArrayList<>();
    for (byte[] bytes : history) {
      DeterminantCodec.decode(ByteBuffer.wrap(bytes), all::add);
    }
    all.replaceAll(change);
    all.removeIf(Objects::isNull);
    return all.isEmpty() ? List.of() : List.of(encode(all));
  }

  @Override
  public long append(ByteBuffer record) {
    rank.step();
    byte[] bytes = new byte[record.remaining()];
    record.get(record.position(), bytes);
    determinants.clear();
    DeterminantCodec.decode(record.duplicate(), determinants::add);
    for (Determinant determinant : determinants) {
      if (determinant instanceof Determinant.Match match) {
        if (match.clock() < lastMatchClock) {
          job.count(Rule.MATCHED_OUT_OF_ORDER);
        }
        lastMatchClock = match.clock();
      }
    }
    if (job.mutation() == null) {
      add(bytes);
    } else {
      appendMistaken(bytes);
    }
    return last();
  }

  private void appendMistaken(byte[] bytes) {
    switch (job.mutation()) {
      case POLLS_NOT_COUNTED:
        addRest(d -> d instanceof Determinant.NotYet);
        break;
      case TURNS_LATE:
        List<Determinant> late = List.copyOf(lateTurns);
        lateTurns.clear();
        determinants.addAll(0, late);
        determinants.removeIf(
            d -> d instanceof Determinant.Turn turn && !late.contains(d) && lateTurns.add(turn));
        addUnlessEmpty();
        break;
      case MATCH_LOGGED_AT_COMPLETION:
        addRest(d -> d instanceof Determinant.Match match && withhold(match));
        break;
      case MARK_BEFORE_STABLE:
        add(bytes);
        for (Determinant determinant : determinants) {
          if (determinant instanceof Determinant.Match match) {
            rank.markEarly(match.source(), match.sequence());
          }
        }
        break;
      default:
        add(bytes);
        break;
    }
  }

  /** Adds a record without those. */
  private void addRest(Predicate<Determinant> without) {
    determinants.removeIf(without);
    addUnlessEmpty();
  }

  private void addUnlessEmpty() {
    if (!determinants.isEmpty()) {
      add(encode(determinants));
    }
  }

  private boolean withhold(Determinant.Match match) {
    return !seen.contains(match.source() + " " + match.sequence()) && withheld.add(match);
  }

  private static byte[] encode(List<Determinant> all) {
    DeterminantCodec codec = new DeterminantCodec();
    all.forEach(codec::add);
    ByteBuffer record = codec.take();
    byte[] bytes = new byte[record.remaining()];
    record.get(bytes);
    return bytes;
  }

  private void add(byte[] bytes) {
    if (job.isTold()) {
      List<Determinant> all = new ArrayList<>();
      DeterminantCodec.decode(ByteBuffer.wrap(bytes), all::add);
      rank.tell("  records #%d %s".formatted(last() + 1, all));
    }
    mine.add(bytes);
    if (host != null) {
      host.append(rank.number(), bytes);
      acknowledged = last();
    } else if (!job.isRemote()) {
      logger.store(bytes);
      acknowledged = last();
    }
    rank.step();
  }

  /** The program has seen that this message was received. */
  void seen(int source, long sequence) {
    if (job.mutation() == Mutation.MATCH_LOGGED_AT_COMPLETION) {
      seen.add(source + " " + sequence);
      for (int i = 0; i < withheld.size(); i++) {
        if (withheld.get(i).source() == source && withheld.get(i).sequence() == sequence) {
          add(encode(List.of(withheld.remove(i))));
          return;
        }
      }
    }
  }

  @Override
  public List<byte[]> added(int from) {
    return mine.subList(from, mine.size());
  }

  /** The number of the last record of this incarnation, or of what it started with. */
  @Override
  public long last() {
    return base + mine.size();
  }

  @Override
  public long stable() {
    if (job.mutation() == Mutation.CHECKPOINT_WITHOUT_GATE && rank.isSaving()) {
      return Long.MAX_VALUE;
    }
    if (job.mutation() == Mutation.STALE_GATE) {
      return acknowledged >= atSnapshot ? Long.MAX_VALUE : acknowledged;
    }
    if (job.mutation() == Mutation.MATCH_LOGGED_AT_COMPLETION) {
      return acknowledged >= last() ? Long.MAX_VALUE : 0;
    }
    return acknowledged;
  }

  void snapshot() {
    atSnapshot = last();
  }

  @Override
  public void awaitStable(long number) {
    throw new AssertionError("An operation waits within a step");
  }

  @Override
  public void close() {}

  // The connection.

  boolean isUnacknowledged() {
    return acknowledged < last();
  }

  /** What is to be sent next; null if all is sent. */
  EventLogger.Batch send() {
    int unsent = (int) (last() - sent);
    if (unsent == 0) {
      return null;
    }
    int first = (int) (sent - base);
    int count = 1 + job.below(unsent);
    sent += count;
    return new EventLogger.Batch(
        rank.incarnation(), base + first + 1, List.copyOf(mine.subList(first, first + count)));
  }

  void resend() {
    sent = acknowledged;
  }

  @Override
  public void acknowledge(long number) {
    if (number > acknowledged) {
      acknowledged = Math.min(number, last());
      sent = Math.max(sent, acknowledged);
      job.moved();
    }
  }

  /** The k-th wait or test gets the k-th delivery logged. */
  private static List<byte[]> deliveriesInArrivalOrder(List<byte[]> history) {
    List<Determinant> all = new ArrayList<>();
    for (byte[] bytes : history) {
      DeterminantCodec.decode(ByteBuffer.wrap(bytes), all::add);
    }
    long[] clocks =
        all.stream()
            .filter(d -> d instanceof Determinant.Deliver)
            .mapToLong(Determinant::clock)
            .sorted()
            .toArray();
    int next = 0;
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i) instanceof Determinant.Deliver d) {
        all.set(i, new Determinant.Deliver(clocks[next++], d.completed()));
      }
    }
    return all.isEmpty() ? history : List.of(encode(all));
  }

  /** The k-th wildcard posted gets the k-th match logged. */
  private static List<byte[]> inArrivalOrder(List<byte[]> history) {
    List<Determinant> all = new ArrayList<>();
    for (byte[] bytes : history) {
      DeterminantCodec.decode(ByteBuffer.wrap(bytes), all::add);
    }
    long[] clocks =
        all.stream()
            .filter(d -> d instanceof Determinant.Match)
            .mapToLong(Determinant::clock)
            .sorted()
            .toArray();
    int next = 0;
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i) instanceof Determinant.Match m) {
        all.set(i, new Determinant.Match(clocks[next++], m.source(), m.sequence()));
      }
    }
    return all.isEmpty() ? history : List.of(encode(all));
  }
}
