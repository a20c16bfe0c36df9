package org.ftmpj.transport.bulk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The older part of a bulk log, as its archiver writes it: by direct transfers, which bypass the
 * page cache, where the file system supports them.
 */
final class BulkArchive implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BulkArchive.class);
  private static final long NONE = -1;

  private final BulkLog log;
  private final BulkState state;
  private final int epoch;

  /** The segment that was written last. */
  private long number = NONE;

  /** The segment's file; null before the first. */
  private FileChannel channel;

  private boolean direct = DirectTransfer.OPTION.isPresent();

  /** The segments before this one are removed. */
  private long dropped;

  /**
   * @param epoch of the segments that it begins
   */
  BulkArchive(BulkLog log, BulkState state, int epoch) {
    this.log = log;
    this.state = state;
    this.epoch = epoch;
  }

  /**
   * Writes a whole chunk.
   *
   * @param chunk begins where a page of memory begins, or else it is written through the page cache
   * @param isFirst whether nothing before it is needed: its segment may not be there then
   */
  void write(ByteBuffer chunk, long position, boolean isFirst) throws IOException {
    boolean begins = isFirst || position % BulkLog.SEGMENT == 0;
    try {
      writeFully(chunk, position, begins);
    } catch (IOException e) {
      if (!direct) {
        throw e;
      }
      useCache(e);
      writeFully(chunk.rewind(), position, begins);
    }
  }

  private void writeFully(ByteBuffer chunk, long position, boolean begins) throws IOException {
    if (OlderSegment.number(position) != number) {
      open(OlderSegment.number(position), begins);
    }
    while (chunk.hasRemaining()) {
      channel.write(chunk, OlderSegment.inFile(position) + chunk.position());
    }
  }

  private void open(long next, boolean begins) throws IOException {
    close();
    if (begins) {
      OlderSegment.create(log.older(next), next, epoch);
    }
    long least = state.leastEpoch(next * BulkLog.SEGMENT);
    try {
      channel = OlderSegment.open(log.older(next), next, least, options());
    } catch (UnsupportedOperationException e) {
      throw new IOException(e);
    }
    number = next;
  }

  private OpenOption[] options() {
    return direct
        ? new OpenOption[] {StandardOpenOption.WRITE, DirectTransfer.OPTION.orElseThrow()}
        : new OpenOption[] {StandardOpenOption.WRITE};
  }

  /**
   * Removes the segments before that one.
   *
   * @param kept never less than before
   */
  void drop(long kept) throws IOException {
    if (kept > dropped) {
      if (number < kept) {
        close();
      }
      log.drop(kept);
      dropped = kept;
    }
  }

  private void useCache(Exception why) throws IOException {
    LOG.debug("No direct transfers to {}", log, why);
    direct = false;
    close();
  }

  @Override
  public void close() throws IOException {
    number = NONE;
    if (channel != null) {
      channel.close();
      channel = null;
    }
  }
}
