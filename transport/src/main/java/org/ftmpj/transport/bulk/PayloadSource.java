package org.ftmpj.transport.bulk;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.Checksum;

/**
 * Reads payloads from a bulk log to send them to another host, perhaps more than once. Any thread.
 */
public final class PayloadSource implements AutoCloseable {
  /** Bytes of the digest after a payload that is announced before it is written. */
  public static final int DIGEST = BulkWriter.DIGEST;

  /**
   * A checksum that does nothing: the session protects what is sent, and the payload has its
   * digest.
   */
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

  /** The position up to which the log is complete. */
  public synchronized long written() {
    return reader.written();
  }

  /**
   * Copies written bytes.
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
