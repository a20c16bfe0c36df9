package org.ftmpj.transport.bulk;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file with the older part of a bulk log, as its archiver writes it: by direct transfers, where
 * the file system can do that, which leave the page cache and its memory alone.
 */
final class OlderPart implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OlderPart.class);

  private final Path file;
  private FileChannel channel;
  private boolean direct = true;

  OlderPart(Path file) throws IOException {
    this.file = file;
    try {
      channel = BulkLog.open(file, StandardOpenOption.WRITE, ExtendedOpenOption.DIRECT);
    } catch (IOException | UnsupportedOperationException e) {
      useCache(e);
    }
  }

  /**
   * Writes a whole chunk.
   *
   * @param chunk begins where a page of memory begins, or else it is written through the page cache
   */
  void write(ByteBuffer chunk, long position) throws IOException {
    try {
      writeFully(chunk, position);
    } catch (IOException e) {
      if (!direct) {
        throw e;
      }
      channel.close();
      useCache(e);
      writeFully(chunk.rewind(), position);
    }
  }

  private void writeFully(ByteBuffer chunk, long position) throws IOException {
    while (chunk.hasRemaining()) {
      channel.write(chunk, position + chunk.position());
    }
  }

  private void useCache(Exception why) throws IOException {
    LOG.debug("No direct transfers to {}", file, why);
    direct = false;
    channel = BulkLog.open(file, StandardOpenOption.WRITE);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
