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
   * @param determinants need not be there: then the rank had none
   */
  RecordedEventLog(RecordedDeterminants determinants) {
    this.determinants = determinants;
  }

  @Override
  public long history(long first, Consumer<ByteBuffer> record) {
    return first == 1 && !determinants.exists() ? 0 : determinants.read(first, record);
  }

  /** Not reached: the session refuses new outcomes. */
  @Override
  public long append(ByteBuffer record) {
    throw new FtmpjException(ErrorCode.INTERNAL, "A new determinant in a replay");
  }

  /** What is recorded is as stable as it will ever be. */
  @Override
  public long stable() {
    return Long.MAX_VALUE;
  }

  @Override
  public void awaitStable(long number) {}

  @Override
  public void close() {}
}
