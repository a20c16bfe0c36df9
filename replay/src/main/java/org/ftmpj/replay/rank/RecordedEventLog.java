package org.ftmpj.replay.rank;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.logger.store.StoreReader;
import org.ftmpj.protocol.event.EventLog;

/** The determinants of a rank of a job that is over. Reads only. */
final class RecordedEventLog implements EventLog {
  private final Path store;

  /**
   * @param store need not be there: then the rank had no determinants
   */
  RecordedEventLog(Path store) {
    this.store = store;
  }

  @Override
  public long history(long first, Consumer<ByteBuffer> record) {
    if (first == 1 && !StoreReader.exists(store)) {
      return 0;
    }
    try (StoreReader reader = StoreReader.openReadOnly(store, first)) {
      return reader.read(first, record);
    }
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
