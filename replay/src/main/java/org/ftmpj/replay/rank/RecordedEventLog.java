package org.ftmpj.replay.rank;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.event.EventLog;

/** The determinants of a rank of a job that is over. Reads only. */
final class RecordedEventLog implements EventLog {
  private final RecordedDeterminants determinants;

  /**
   * The log.
   *
   * @param determinants need not exist: then the rank had none
   */
  RecordedEventLog(RecordedDeterminants determinants) {
    this.determinants = determinants;
  }

  @Override
  public long history(long first, Consumer<ByteBuffer> record) {
    return first == 1 && !determinants.exists() ? 0 : determinants.read(first, record);
  }

  /** Throws, as the session refuses new outcomes before. */
  @Override
  public long append(ByteBuffer record) {
    throw new FtmpjException(ErrorCode.INTERNAL, "A new determinant in a replay");
  }

  /** Returns the largest number: recorded determinants are as stable as they will ever be. */
  @Override
  public long stable() {
    return Long.MAX_VALUE;
  }

  @Override
  public void awaitStable(long number) {}

  @Override
  public void close() {}
}
