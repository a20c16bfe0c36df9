package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.transport.bulk.PayloadSource;
import org.ftmpj.transport.journal.JournalReader;

/**
 * The records of a channel log of this host that are complete, from the first one on, to be copied:
 * each with its payload, wherever that is. Opened without the right to write. One thread.
 *
 * <p>Methods throw {@link org.ftmpj.common.error.FtmpjException}: {@code LOG_CORRUPT}, {@code
 * LOG_VERSION}.
 */
public final class ChannelRecords implements AutoCloseable {
  private static final long FIRST = 1;
  private static final int DIGEST = 40;

  private final JobLayout layout;
  private final int source;
  private final int destination;
  private final PayloadSource payloads;
  private final Assembly assembly;
  private final ByteBuffer head =
      ByteBuffer.allocateDirect(MessageHeader.BULK_SIZE).order(ByteOrder.LITTLE_ENDIAN);

  /** Null while there is no log. */
  private JournalReader reader;

  /** Whether the record that was read last is not complete yet. */
  private boolean awaiting;

  private boolean bulk;
  private boolean begun;
  private long position;
  private long length;
  private long sequence;

  /**
   * @param payloads the bulk log of the source
   */
  public ChannelRecords(JobLayout layout, int source, int destination, PayloadSource payloads) {
    this.layout = layout;
    this.source = source;
    this.destination = destination;
    this.payloads = payloads;
    this.assembly = new Assembly(source, layout.channel(source, destination));
  }

  /** Goes to the next record; false if none is complete now. */
  public boolean next() {
    if (!awaiting && !read()) {
      return false;
    }
    awaiting = begun && payloads.written() < position + length + PayloadSource.DIGEST;
    if (awaiting) {
      return false;
    }
    if (begun) {
      complete();
    }
    sequence = assembly.sequence();
    return true;
  }

  private boolean read() {
    if (reader == null && JournalReader.exists(layout.channel(source, destination))) {
      reader =
          JournalReader.openReadOnly(layout.channel(source, destination), FIRST, assembly::enter);
    }
    ByteBuffer found = reader == null ? null : reader.next();
    if (found == null) {
      return false;
    }
    Arrival arrival = assembly.accept(found, reader.payloadLength(), reader.position());
    head.clear().put(0, found, 0, found.limit()).limit(found.limit());
    bulk = arrival instanceof Arrival.Message message && Assembly.isInBulkLog(message.position());
    begun = bulk && Assembly.isBegun(((Arrival.Message) arrival).position());
    position = reader.position();
    length = reader.payloadLength();
    if (bulk) {
      Arrival.Message message = (Arrival.Message) arrival;
      position = Assembly.positionInBulkLog(message.position());
      length = message.envelope().length();
    }
    return true;
  }

  /** Its digest, which comes after its payload there, is in its head from now on. */
  private void complete() {
    ByteBuffer digest = ByteBuffer.allocate(PayloadSource.DIGEST).order(ByteOrder.LITTLE_ENDIAN);
    payloads.copy(position + length, PayloadSource.DIGEST, digest);
    head.put(1, (byte) MessageHeader.BULK).putInt(DIGEST, digest.getInt(0));
  }

  /** The head of the record, little-endian, from 0 to its limit; valid until {@link #next}. */
  public ByteBuffer head() {
    return head;
  }

  /** Bytes of payload. */
  public long length() {
    return length;
  }

  /** The number of the last message among the records so far; 0 if there was none. */
  public long sequence() {
    return sequence;
  }

  /**
   * Copies from the payload of the record.
   *
   * @param to receives the bytes at its position, which is moved
   */
  public void copy(long offset, int bytes, ByteBuffer to) {
    if (bulk) {
      payloads.copy(position + offset, bytes, to);
    } else {
      reader.read(position + offset, to, to.position(), bytes);
      to.position(to.position() + bytes);
    }
  }

  @Override
  public void close() {
    if (reader != null) {
      reader.close();
    }
  }
}
