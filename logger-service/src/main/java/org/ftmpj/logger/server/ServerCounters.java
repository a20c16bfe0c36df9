package org.ftmpj.logger.server;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.ftmpj.common.handshake.Refusal;
import org.ftmpj.logger.wire.Refused;

/** Counters of an event logger. Any thread. */
final class ServerCounters {
  private final LongAdder accepted = new LongAdder();
  private final LongAdder closed = new LongAdder();
  private final LongAdder admitted = new LongAdder();
  private final LongAdder left = new LongAdder();
  private final LongAdder fencings = new LongAdder();
  private final LongAdder batches = new LongAdder();
  private final LongAdder determinants = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder forgotten = new LongAdder();

  /** The refusals, by the name of a {@link Refusal} or a {@link Refused.Code}. */
  private final Map<String, LongAdder> refused = new TreeMap<>();

  ServerCounters() {
    Stream.of(Refusal.FOREIGN, Refusal.VERSION, Refusal.WRONG_SECRET)
        .forEach(why -> refused.put(why.name(), new LongAdder()));
    Stream.of(Refused.Code.values()).forEach(code -> refused.put(code.name(), new LongAdder()));
  }

  void accepted() {
    accepted.increment();
  }

  /** Counts the end of an accepted connection. */
  void closed() {
    closed.increment();
  }

  void admitted() {
    admitted.increment();
  }

  /** Counts the end of an admission. */
  void left() {
    left.increment();
  }

  void fenced() {
    fencings.increment();
  }

  /** Counts a refusal. */
  void refused(Enum<?> why) {
    refused.get(why.name()).increment();
  }

  void appended(long newDeterminants, long length) {
    batches.increment();
    determinants.add(newDeterminants);
    bytes.add(length);
  }

  void forgotten() {
    forgotten.increment();
  }

  /**
   * A snapshot in which no difference is negative: closed connections are read before accepted
   * ones.
   */
  ServerSnapshot snapshot(long jobs, long freeBytes) {
    long closedBefore = closed.sum();
    long leftBefore = left.sum();
    long acceptedNow = accepted.sum();
    long admittedNow = admitted.sum();
    Map<String, Long> reasons = new TreeMap<>();
    refused.forEach((why, count) -> reasons.put(why, count.sum()));
    return new ServerSnapshot(
        acceptedNow,
        acceptedNow - closedBefore,
        admittedNow - leftBefore,
        admittedNow,
        fencings.sum(),
        reasons,
        batches.sum(),
        determinants.sum(),
        bytes.sum(),
        jobs,
        forgotten.sum(),
        freeBytes);
  }
}
