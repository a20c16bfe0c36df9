package org.ftmpj.replay.report;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.OnlyUser;

/** A number in memory shared by two processes: eight bytes, little-endian. Any thread. */
public final class SharedProgress {
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final ByteBuffer memory;

  private SharedProgress(ByteBuffer memory) {
    this.memory = memory;
  }

  static SharedProgress open(Path file) {
    try (FileChannel channel =
        OnlyUser.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return new SharedProgress(channel.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES));
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, "Cannot open " + file + ": " + Reason.of(e), e);
    }
  }

  /** Publishes the number. */
  public void put(long value) {
    LONG.setOpaque(memory, 0, value);
  }

  /** The number published last; 0 before the first. */
  public long get() {
    return (long) LONG.getOpaque(memory, 0);
  }
}
