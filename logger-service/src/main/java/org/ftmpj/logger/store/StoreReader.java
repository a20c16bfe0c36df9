package org.ftmpj.logger.store;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.transport.journal.JournalReader;
import org.ftmpj.transport.journal.SegmentStart;

/**
 * Reads a store from the beginning of a segment, also while a process writes it. Checks that
 * records are numbered without a gap and that incarnations only grow. One thread.
 *
 * <p>Methods throw {@link org.ftmpj.common.error.FtmpjException}: {@code LOG_CORRUPT}, {@code
 * LOG_VERSION}, {@code LOG_DROPPED} if records are wanted that were removed.
 */
public final class StoreReader implements AutoCloseable {
  private final Path directory;
  private final JournalReader journal;

  /** The state of the store; null before the first segment. */
  private StoreState state;

  private long stamp = StoredRecord.NO_STAMP;

  private StoreReader(Path directory, long first, boolean readOnly) {
    this.directory = directory;
    this.journal =
        readOnly
            ? JournalReader.openReadOnly(directory, first, this::enter)
            : JournalReader.open(directory, first, this::enter);
  }

  /** Whether there is a store, which can be opened. */
  public static boolean exists(Path directory) {
    return JournalReader.exists(directory);
  }

  /** The first record of an existing store; earlier ones were removed. */
  public static long first(Path directory) {
    return JournalReader.first(directory);
  }

  /**
   * Opens a store that exists.
   *
   * @param first the first record that has to be read
   */
  public static StoreReader open(Path directory, long first) {
    return new StoreReader(directory, first, false);
  }

  /** Opens a store without changing anything in it. */
  public static StoreReader openReadOnly(Path directory, long first) {
    return new StoreReader(directory, first, true);
  }

  private void enter(SegmentStart start) {
    StoreState begins = StoreState.of(start, directory);
    if (state != null && !state.equals(begins)) {
      throw StoredRecord.corrupt(
          "A segment begins with " + begins + " after " + state, directory, null);
    }
    state = begins;
  }

  /** The next batch; null at the present end. Valid until the next call. */
  public Batch next() {
    for (ByteBuffer head = journal.next(); head != null; head = journal.next()) {
      StoredRecord record = StoredRecord.decode(head, directory);
      if (record instanceof StoredRecord.Determinants d) {
        checkOrder(d);
        state = state.appended(d.batch().last());
        stamp = d.stamp();
        return d.batch();
      } else if (record instanceof StoredRecord.Fence f) {
        checkOrder(f);
        state = state.fenced(f.incarnation(), f.session());
      }
    }
    return null;
  }

  /**
   * Reads to the present end.
   *
   * @param first the records before that number are passed over
   * @param record called with a buffer that is valid during the call only
   * @return number of the last record
   * @throws org.ftmpj.common.error.FtmpjException {@code LOG_CORRUPT}, also if the record before
   *     the first one is not there
   */
  public long read(long first, Consumer<ByteBuffer> record) {
    for (Batch batch = next(); batch != null; batch = next()) {
      if (batch.last() >= first) {
        batch.from(first).forEach(record);
      }
    }
    if (state.last() < first - 1) {
      throw StoredRecord.corrupt(
          "Determinants from " + first + " on are wanted, the last one is " + state.last(),
          directory,
          null);
    }
    return state.last();
  }

  /**
   * The number that orders the batch read last among those of all ranks of its host: taken from the
   * host's control block immediately before the append; negative if it has none.
   */
  public long stamp() {
    return stamp;
  }

  /** The state of the store according to the records read so far. */
  public StoreState state() {
    return state;
  }

  private void checkOrder(StoredRecord.Determinants d) {
    if (d.incarnation() != state.incarnation()) {
      throw StoredRecord.corrupt(
          "Determinants of incarnation "
              + d.incarnation()
              + " after the fence of "
              + state.incarnation(),
          directory,
          null);
    }
    if (d.batch().first() != state.last() + 1) {
      throw StoredRecord.corrupt(
          "Determinant " + d.batch().first() + " after " + state.last(), directory, null);
    }
  }

  private void checkOrder(StoredRecord.Fence f) {
    if (f.incarnation() <= state.incarnation()) {
      throw StoredRecord.corrupt(
          "A fence of incarnation " + f.incarnation() + " after that of " + state.incarnation(),
          directory,
          null);
    }
  }

  @Override
  public void close() {
    journal.close();
  }
}
