package org.ftmpj.hostd.logs;

import java.nio.ByteBuffer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.logger.store.StreamBase;
import org.ftmpj.logger.store.StreamRecord;
import org.ftmpj.protocol.event.EventLog;

/**
 * The stream of a host as event loggers have it. Missing records were no longer required, or are
 * lost; only the stream itself says which (protocol rule STREAM_PRUNED). One thread.
 */
public final class StoredStream {
  private final Taker taker;
  private long next = 1;

  /** The last missing record. */
  private long missing;

  /** The last record that may be missing. */
  private long dropped;

  /** A consumer of the stored records. */
  @FunctionalInterface
  public interface Taker {
    /**
     * @param number of the record
     * @param bytes the record as it is stored; valid during the call only
     */
    void take(long number, StreamRecord record, ByteBuffer bytes);
  }

  private StoredStream(Taker taker) {
    this.taker = taker;
  }

  /**
   * Reads a stream. If it throws, the records taken are unusable.
   *
   * @param log of the stream, not read yet; reading it fences earlier writers
   * @throws FtmpjException {@code LOG_CORRUPT} if records are lost, {@code LOG_VERSION}; what
   *     {@link EventLog#retainedHistory} throws
   */
  public static void read(EventLog log, Taker taker) {
    StoredStream stream = new StoredStream(taker);
    stream.end(log.retainedHistory(stream::take));
  }

  private void take(long number, ByteBuffer bytes) {
    missing = number > next ? number - 1 : missing;
    next = number + 1;
    StreamRecord record = StreamRecord.decode(bytes);
    if (record instanceof StreamBase base) {
      dropped = Math.max(dropped, base.dropped());
    }
    taker.take(number, record, bytes);
  }

  private void end(long last) {
    missing = last >= next ? last : missing;
    if (missing > dropped) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          "The event loggers do not have record %d of a host's stream; those up to %d are needed no more"
              .formatted(missing, dropped));
    }
  }
}
