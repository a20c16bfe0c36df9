package org.ftmpj.logger.store;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.logger.wire.Batch;

/**
 * Reads the {@link ReplicaStore} of a rank that no event logger uses. One thread.
 *
 * <p>Methods throw {@link FtmpjException}: {@code LOG_CORRUPT}, {@code LOG_DROPPED} for records
 * that were removed.
 */
public final class ReplicaReader implements AutoCloseable {
  private final Path path;
  private final RecordsFile records;

  private ReplicaReader(Path path, RecordsFile records) {
    this.path = path;
    this.records = records;
  }

  /**
   * Whether a rank has a store, which can be opened.
   *
   * @param job the directory of the job in the store
   */
  public static boolean exists(Path job, int rank) {
    return Files.exists(job.resolve(rank + ReplicaStore.RECORDS));
  }

  /** Opens the store of a rank, and changes nothing in it. */
  public static ReplicaReader open(Path job, int rank) {
    Path file = job.resolve(rank + ReplicaStore.RECORDS);
    RecordsFile records = RecordsFile.openReadOnly(file);
    if (records.isDamaged()) {
      records.close();
      throw StoredRecord.corrupt("A record is damaged", file, null);
    }
    return new ReplicaReader(file, records);
  }

  /** Number of the first record in the store, or of the next one. */
  public long first() {
    return records.first();
  }

  /**
   * Reads all records from that one on.
   *
   * @param record called with a buffer that is valid during the call only
   * @return number of the last record; 0 if there is none
   */
  public long read(long first, Consumer<ByteBuffer> record) {
    long last = records.shape().last();
    if (last < first - 1) {
      throw StoredRecord.corrupt(
          "Determinants from " + first + " on are wanted, the last one is " + last, path, null);
    }
    if (first < records.first()) {
      throw new FtmpjException(
          ErrorCode.LOG_DROPPED,
          "Determinants from %d on are wanted, %s begins with %d"
              .formatted(first, path, records.first()));
    }
    for (long next = first; next <= last; ) {
      Batch batch = records.read(next, last);
      batch.forEach(record);
      next = batch.last() + 1;
    }
    return last;
  }

  @Override
  public void close() {
    records.close();
  }
}
