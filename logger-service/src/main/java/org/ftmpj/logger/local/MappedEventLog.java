package org.ftmpj.logger.local;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.logger.store.Store;
import org.ftmpj.logger.store.StoreReader;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.transport.journal.SegmentRules;

/**
 * The event log of durability level {@code process}: a mapped file on this host, which survives the
 * death of the rank, so a determinant is stable as soon as it is appended. The rank's previous
 * process must have been reaped before this one starts; that is the fence.
 *
 * <p>Also that of level {@code host} in a job on several hosts, where the gate is at the host's
 * edge: determinants have stamps then, by which the host's daemon orders those of all its ranks.
 *
 * <p>Throws {@link FtmpjException}: {@code FENCED} if a newer incarnation has written, {@code
 * LOG_CORRUPT} for a gap or damage, {@code LOG_NOT_WRITABLE}.
 */
public final class MappedEventLog implements EventLog {
  private final Path directory;
  private final int incarnation;

  /** The source of stamps; null if there are none. */
  private final LongSupplier stamps;

  private final SegmentRules rules;

  /**
   * The store of the rank; null before the history was read, and until the first record of a new
   * rank.
   */
  private Store store;

  private boolean isRead;
  private long last;

  /**
   * @param directory the rank's journal, {@link org.ftmpj.common.job.JobLayout#determinants(int)};
   *     its parent exists
   * @param incarnation of this process, from 1
   */
  public MappedEventLog(Path directory, int incarnation) {
    this(directory, incarnation, null, SegmentRules.usual());
  }

  /**
   * @param stamps gives the stamp of each determinant
   */
  public MappedEventLog(Path directory, int incarnation, LongSupplier stamps) {
    this(directory, incarnation, stamps, SegmentRules.usual());
  }

  /**
   * @param stamps gives the stamp of each determinant; null for none
   * @param rules of the journal
   */
  public MappedEventLog(Path directory, int incarnation, LongSupplier stamps, SegmentRules rules) {
    this.directory = directory;
    this.incarnation = incarnation;
    this.stamps = stamps;
    this.rules = rules;
  }

  @Override
  public long history(long first, Consumer<ByteBuffer> record) {
    if (isRead) {
      throw new IllegalStateException("The history was read before");
    }
    isRead = true;
    if (first > 1 || StoreReader.exists(directory)) {
      begin(replay(first, record));
      last = store.state().last();
    }
    return last;
  }

  /** Creates the store of a rank that has none, for its first record. */
  private void create() {
    if (!isRead) {
      throw new IllegalStateException("The history was not read, or the log is closed");
    }
    if (StoreReader.exists(directory)) {
      throw fenced("another incarnation");
    }
    begin(Store.open(directory, rules));
  }

  private void begin(Store opened) {
    store = opened;
    store.fence(incarnation, ThreadLocalRandom.current().nextLong());
  }

  private Store replay(long first, Consumer<ByteBuffer> record) {
    try (StoreReader reader = StoreReader.open(directory, first)) {
      reader.read(first, record);
      // Before the store is opened for writing: an old incarnation must not touch it.
      if (reader.state().incarnation() >= incarnation) {
        throw fenced("incarnation " + reader.state().incarnation());
      }
      return Store.open(directory, reader.state(), rules);
    }
  }

  private FtmpjException fenced(String writer) {
    return new FtmpjException(
        ErrorCode.FENCED,
        "Incarnation " + incarnation + " finds the determinants of " + writer + " in " + directory);
  }

  @Override
  public long append(ByteBuffer record) {
    if (store == null) {
      create();
    }
    last = stamps == null ? store.append(record) : store.append(record, stamps);
    return last;
  }

  @Override
  public long stable() {
    return last;
  }

  @Override
  public void awaitStable(long number) {
    if (number > last) {
      throw new IllegalArgumentException("Record " + number + ", but the last is " + last);
    }
  }

  @Override
  public void close() {
    if (store != null) {
      store.close();
      store = null;
    }
    isRead = false;
  }
}
