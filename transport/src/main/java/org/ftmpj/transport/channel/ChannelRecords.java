package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.transport.bulk.PayloadSource;
import org.ftmpj.transport.journal.JournalReader;

/**
 * The complete records of a channel log of this host, read to be copied, each with its payload.
 * Opened without the right to write. One thread.
 *
 * <p>Methods throw {@link org.ftmpj.common.error.FtmpjException}: {@code LOG_CORRUPT}, {@code
 * LOG_VERSION}.
 */
public final class ChannelRecords implements AutoCloseable {
  private final JobLayout layout;
  private final int source;
  private final int destination;
  private final PayloadSource payloads;
  private final Assembly assembly;

  /** The last message that is passed over, with the number of marks after it that are. */
  private final long after;

  private final long marksAfter;
  private final ByteBuffer head =
      ByteBuffer.allocateDirect(MessageHeader.BULK_SIZE).order(ByteOrder.LITTLE_ENDIAN);

  /** The reader of the log; null while there is no log. */
  private JournalReader reader;

  /** Whether the record that was read last is not complete yet. */
  private boolean awaiting;

  /** The digest of the copied part of the payload. */
  private final CRC32C digest = new CRC32C();

  private boolean bulk;
  private boolean begun;
  private long position;
  private long length;
  private long sequence;
  private long marks;

  /**
   * Opens the records after a message and some marks.
   *
   * @param payloads the bulk log of the source
   * @param after the message; 0 for the first record on
   * @param marksAfter marks after it that are passed over
   */
  public ChannelRecords(
      JobLayout layout,
      int source,
      int destination,
      PayloadSource payloads,
      long after,
      long marksAfter) {
    this.after = after;
    this.marksAfter = marksAfter;
    this.sequence = after;
    this.marks = marksAfter;
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
    marks = isMark() ? marks + 1 : 0;
    sequence = assembly.sequence();
    return true;
  }

  private boolean isMark() {
    return messageIn(head) == 0;
  }

  /** The first message that a log has, or had when it was begun; 1 if there is no log. */
  public static long first(JobLayout layout, int source, int destination) {
    Path log = layout.channel(source, destination);
    return JournalReader.exists(log) ? JournalReader.first(log) : 1;
  }

  /** The number of the message in a record with that head; 0 if it is a mark. */
  public static long messageIn(ByteBuffer itsHead) {
    return MessageHeader.matches(itsHead) ? MessageHeader.sequence(itsHead) : 0;
  }

  private void open(Path log) {
    reader = JournalReader.openReadOnly(log, after + 1, assembly::enter);
    if (after > 0) {
      assembly.skip(reader, after);
    }
    assembly.skipMarks(reader, marksAfter);
  }

  private boolean read() {
    Path log = layout.channel(source, destination);
    if (reader == null && JournalReader.exists(log)) {
      open(log);
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

  /** Puts the digest that follows the payload in the bulk log into the head. */
  private void complete() {
    ByteBuffer digest = ByteBuffer.allocate(PayloadSource.DIGEST).order(ByteOrder.LITTLE_ENDIAN);
    payloads.copy(position + length, PayloadSource.DIGEST, digest);
    MessageHeader.complete(head, digest.getInt(0));
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

  /** The number of marks after that message so far. */
  public long marks() {
    return marks;
  }

  /**
   * Copies from the payload of the record, from its beginning on, piece after piece.
   *
   * @param to receives the bytes at its position, which is moved
   * @throws FtmpjException LOG_CORRUPT if the payload is not what was sent: it may have been pruned
   */
  public void copy(long offset, int bytes, ByteBuffer to) {
    if (bulk) {
      int at = to.position();
      payloads.copy(position + offset, bytes, to);
      check(offset, to.slice(at, bytes));
    } else {
      reader.read(position + offset, to, to.position(), bytes);
      to.position(to.position() + bytes);
    }
  }

  /** Checks the digest: pruned bytes can read as zeros. */
  private void check(long offset, ByteBuffer piece) {
    if (offset == 0) {
      digest.reset();
    }
    long end = offset + piece.remaining();
    digest.update(piece);
    if (end == length && (int) digest.getValue() != MessageHeader.digest(head)) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          "the payload of message %d from rank %d to rank %d is not there any more, or damaged"
              .formatted(sequence, source, destination));
    }
  }

  @Override
  public void close() {
    if (reader != null) {
      reader.close();
    }
  }
}
