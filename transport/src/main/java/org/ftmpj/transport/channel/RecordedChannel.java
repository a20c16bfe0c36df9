package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.transport.journal.JournalReader;

/**
 * A channel log as it stands, from its first record on, by whatever incarnations it was written.
 * Opened without the right to write; changes nothing. One thread.
 *
 * <p>Methods throw {@link org.ftmpj.protocol.error.FtmpjException}: {@code LOG_CORRUPT}, {@code
 * LOG_VERSION}.
 */
public final class RecordedChannel implements AutoCloseable {
  private final InboundChannel channel;

  /**
   * @param source the rank that wrote it
   * @param log need not be there: then it is empty
   */
  public RecordedChannel(int source, Path log) {
    channel = new InboundChannel(source, log, JournalReader::openReadOnly);
  }

  /** The next message or mark that is complete; null behind the last. */
  public Arrival next() {
    return channel.poll();
  }

  /** See {@link org.ftmpj.protocol.channel.Interconnect#copy}. */
  public void copy(Arrival.Message message, ByteBuffer fixed, byte[] dynamic) {
    channel.copy(message, fixed, dynamic);
  }

  /** The incarnation that wrote what was read last; 0 before the first record. */
  public int incarnation() {
    return channel.incarnation();
  }

  /** Records read so far, with those that made nothing complete. */
  public long recordsRead() {
    return channel.recordsRead();
  }

  @Override
  public void close() {
    channel.close();
  }
}
