package org.ftmpj.transport.bulk;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.Checksum;

/** A bulk log from which payloads are sent to another host, and perhaps once more. Any thread. */
public final class PayloadSource implements AutoCloseable {
  /** Bytes of the digest after a payload that is told before it is written. */
  public static final int DIGEST = BulkWriter.DIGEST;

  /** What is sent has a check sum there, and the payload its digest. */
  private static final Checksum NONE =
      new Checksum() {
        @Override
        public void update(int b) {}

        @Override
        public void update(byte[] b, int off, int len) {}

        @Override
        public void update(ByteBuffer buffer) {}

        @Override
        public long getValue() {
          return 0;
        }

        @Override
        public void reset() {}
      };

  private final BulkReader reader;
  private boolean closed;

  /**
   * @param directory the log; need not be there before something is read
   */
  public PayloadSource(Path directory) {
    reader = new BulkReader(directory);
  }

  /** Up to where the log is complete. */
  public synchronized long written() {
    return reader.written();
  }

  /**
   * Copies what is written.
   *
   * @param to receives the bytes at its position, which is moved
   * @throws org.ftmpj.common.error.FtmpjException {@code LOG_CORRUPT} or {@code LOG_VERSION}
   */
  public synchronized void copy(long position, int length, ByteBuffer to) {
    if (closed) {
      throw new IllegalStateException("The bulk log is closed");
    }
    reader.read(false, position, to, to.position(), length, NONE);
    to.position(to.position() + length);
  }

  @Override
  public synchronized void close() {
    closed = true;
    reader.close();
  }
}
