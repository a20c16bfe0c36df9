package org.ftmpj.hostd.logs;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.ftmpj.logger.store.StreamEntry;
import org.ftmpj.logger.store.StreamRecord;
import org.ftmpj.protocol.event.EventLog;

/**
 * An event logger for the stream of a host, which is stable as soon as somebody waits for it.
 * Checks of each determinant that those of the other ranks that it names, see {@link #determinant},
 * have come before it.
 */
final class StreamLog implements EventLog {
  private final List<byte[]> records;
  private final long[] stored;
  private long stable;

  /** When not null, nothing gets stable any more. */
  volatile RuntimeException away;

  StreamLog(int ranks) {
    this(ranks, new ArrayList<>());
  }

  private StreamLog(int ranks, List<byte[]> records) {
    this.records = records;
    this.stored = new long[ranks];
  }

  /** The same stream, as the next daemon of the host finds it. */
  StreamLog again() {
    return new StreamLog(stored.length, records);
  }

  /** That has the number of the last one of each rank that it depends on. */
  static ByteBuffer determinant(long... last) {
    ByteBuffer record = ByteBuffer.allocate(Long.BYTES * last.length);
    record.asLongBuffer().put(last);
    return record;
  }

  @Override
  public synchronized long history(long first, Consumer<ByteBuffer> record) {
    for (byte[] each : records) {
      record.accept(ByteBuffer.wrap(each));
      store(StreamRecord.decode(ByteBuffer.wrap(each)));
    }
    stable = records.size();
    return records.size();
  }

  @Override
  public synchronized long append(ByteBuffer record) {
    byte[] bytes = new byte[record.remaining()];
    record.get(record.position(), bytes);
    records.add(bytes);
    store(StreamRecord.decode(record));
    return records.size();
  }

  private void store(StreamRecord record) {
    if (record instanceof StreamEntry entry) {
      store(entry);
    }
  }

  private void store(StreamEntry entry) {
    if (entry.batch().first() != stored[entry.rank()] + 1) {
      throw new AssertionError(entry + " after " + stored[entry.rank()]);
    }
    entry
        .batch()
        .forEach(
            record -> {
              stored[entry.rank()]++;
              for (int rank = 0; rank < stored.length; rank++) {
                if (record.remaining() > Long.BYTES * rank
                    && record.getLong(Long.BYTES * rank) > stored[rank]) {
                  throw new AssertionError(
                      "%s depends on %d of rank %d, which has come up to %d"
                          .formatted(entry, record.getLong(Long.BYTES * rank), rank, stored[rank]));
                }
              }
            });
  }

  @Override
  public synchronized long stable() {
    return stable;
  }

  /** How many determinants of a rank are stable. */
  synchronized long stored(int rank) {
    return stable == records.size() ? stored[rank] : -1;
  }

  @Override
  public synchronized void awaitStable(long number) {
    if (away != null) {
      throw away;
    }
    stable = Math.max(stable, number);
  }

  @Override
  public void close() {}
}
