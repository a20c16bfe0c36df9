package org.ftmpj.replay.rank;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.logger.store.ReplicaReader;
import org.ftmpj.logger.store.StorePlace;
import org.ftmpj.logger.store.StoreReader;

/**
 * The recorded determinants of a rank of a job that is over. Reads only.
 *
 * <p>Methods throw {@link FtmpjException}: {@code LOG_CORRUPT}, {@code LOG_DROPPED} for records
 * that were removed.
 */
public interface RecordedDeterminants {
  /**
   * Finds the determinants of a rank.
   *
   * @throws FtmpjException NOT_RECORDED if an event logger has them that is not the job's own,
   *     LOG_CORRUPT if the directory does not identify the job
   */
  static RecordedDeterminants of(JobLayout layout, Durability durability, int rank) {
    if (durability == Durability.PROCESS) {
      return new OfRank(layout.determinants(rank));
    }
    Path store = layout.logger().resolve("store");
    if (!Files.isDirectory(store)) {
      throw new FtmpjException(
          ErrorCode.NOT_RECORDED,
          "the determinants of the job are with an event logger that is not its own: there is no "
              + store);
    }
    return new OfLogger(StorePlace.of(store, JobIdentity.of(layout).name()), rank);
  }

  /** Whether the rank has any determinants; it has none if it never started. */
  boolean exists();

  /** Number of the first existing record. */
  long first();

  /**
   * Reads all records from that one on.
   *
   * @param record called with a buffer that is valid during the call only
   * @return number of the last record
   */
  long read(long first, Consumer<ByteBuffer> record);

  /** The determinants in a log that the rank has written itself. */
  record OfRank(Path log) implements RecordedDeterminants {
    @Override
    public boolean exists() {
      return StoreReader.exists(log);
    }

    @Override
    public long first() {
      return StoreReader.first(log);
    }

    @Override
    public long read(long first, Consumer<ByteBuffer> record) {
      try (StoreReader reader = StoreReader.openReadOnly(log, first)) {
        return reader.read(first, record);
      }
    }
  }

  /** The determinants in the store of the job's event logger. */
  record OfLogger(Path job, int rank) implements RecordedDeterminants {
    @Override
    public boolean exists() {
      return ReplicaReader.exists(job, rank);
    }

    @Override
    public long first() {
      try (ReplicaReader reader = ReplicaReader.open(job, rank)) {
        return reader.first();
      }
    }

    @Override
    public long read(long first, Consumer<ByteBuffer> record) {
      try (ReplicaReader reader = ReplicaReader.open(job, rank)) {
        return reader.read(first, record);
      }
    }
  }
}
