package org.ftmpj.supervisor.console;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/** Reads the complete records of an output log one after the other. Used by one thread. */
final class OutputScanner implements AutoCloseable {
  private static final int CHUNK = 1 << 16;

  private final Path path;
  private final RandomAccessFile file;
  private ByteBuffer buffer = ByteBuffer.allocate(CHUNK).limit(0);
  private long position;
  private boolean damaged;

  OutputScanner(Path path, long position) throws IOException {
    this.path = path;
    this.file = new RandomAccessFile(path.toFile(), "r");
    this.position = position;
  }

  /** The end of the last record from {@link #next}. */
  long position() {
    return position;
  }

  /** Whether {@link #next} returned null because of bytes that are long enough but no record. */
  boolean damaged() {
    return damaged;
  }

  /** The next complete record; null if there is none now. */
  OutputRecord next() throws IOException {
    damaged = false;
    OutputRecord record = has(OutputRecord.HEADER) ? body() : null;
    if (record == null) {
      // A torn record is cut off by the writer's next incarnation: keep none of its bytes.
      buffer.limit(0);
    }
    return record;
  }

  private OutputRecord body() throws IOException {
    if (!OutputRecord.isKnown(buffer)) {
      throw new FtmpjException(
          ErrorCode.LOG_VERSION, path + " holds an unknown record at " + position);
    }
    int length = OutputRecord.lengthAt(buffer);
    if (length > 0 && !has(length)) {
      return null;
    }
    OutputRecord record = length > 0 ? OutputRecord.decode(buffer, length) : null;
    damaged = record == null;
    if (!damaged) {
      position += length;
    }
    return record;
  }

  private boolean has(int bytes) throws IOException {
    if (buffer.remaining() < bytes) {
      fill(bytes);
    }
    return buffer.remaining() >= bytes;
  }

  private void fill(int bytes) throws IOException {
    ByteBuffer fuller =
        bytes <= buffer.capacity() ? buffer.compact() : ByteBuffer.allocate(bytes).put(buffer);
    file.seek(position + fuller.position());
    int read;
    do {
      read = file.read(fuller.array(), fuller.position(), fuller.remaining());
      fuller.position(fuller.position() + Math.max(read, 0));
    } while (read > 0 && fuller.position() < bytes);
    buffer = fuller.flip();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
