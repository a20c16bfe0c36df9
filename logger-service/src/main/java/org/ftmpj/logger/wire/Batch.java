package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * Consecutive records of one rank. Big-endian:
 *
 * <pre>
 *  0  i64  number of the first record, from 1
 *  8  i32  number of records, at least 1
 * 12       the records, each: i32 length, 0..{@value #MAX_RECORD}; bytes
 * </pre>
 *
 * @param records the records as above, from position to limit; shared, not copied
 */
public record Batch(long first, int count, ByteBuffer records) {
  /** The longest record, in bytes. */
  public static final int MAX_RECORD = 1 << 20;

  /** Bytes before the records. */
  public static final int HEADER = 12;

  /**
   * @throws FtmpjException {@code RECORD_TOO_LONG} if no record may be that long
   */
  public static void checkLength(int recordLength) {
    if (recordLength > MAX_RECORD) {
      throw new FtmpjException(
          ErrorCode.RECORD_TOO_LONG,
          "an outcome takes a record of "
              + recordLength
              + " bytes, and no record can be longer than "
              + MAX_RECORD);
    }
  }

  /** Number of the last record. */
  public long last() {
    return first + count - 1;
  }

  /** Bytes of this batch. */
  public int length() {
    return HEADER + records.remaining();
  }

  /** Writes the batch at the buffer's position. */
  public void encode(ByteBuffer to) {
    to.putLong(first);
    to.putInt(count);
    int length = records.remaining();
    to.put(to.position(), records, records.position(), length);
    to.position(to.position() + length);
  }

  /** Calls the consumer with every record in order; the buffer is valid during the call only. */
  public void forEach(Consumer<ByteBuffer> record) {
    int at = records.position();
    for (int i = 0; i < count; i++) {
      int length = records.getInt(at);
      record.accept(records.slice(at + Integer.BYTES, length));
      at += Integer.BYTES + length;
    }
  }

  /**
   * This batch without the records before that number.
   *
   * @param sequence not after its last record
   */
  public Batch from(long sequence) {
    if (sequence <= first) {
      return this;
    }
    int at = records.position();
    for (long n = first; n < sequence; n++) {
      at += Integer.BYTES + records.getInt(at);
    }
    ByteBuffer rest = records.slice(at, records.limit() - at);
    return new Batch(sequence, (int) (last() - sequence + 1), rest);
  }

  /** The first records of this batch, at least one and at most all. */
  public Batch upTo(int number) {
    if (number == count) {
      return this;
    }
    int at = records.position();
    for (int i = 0; i < number; i++) {
      at += Integer.BYTES + records.getInt(at);
    }
    return new Batch(first, number, records.slice(records.position(), at - records.position()));
  }

  /** Reads a batch from the buffer's position to its limit; checks every length. */
  public static Batch decode(ByteBuffer from) throws MalformedMessage {
    long first = from.getLong();
    int count = from.getInt();
    if (first < 1 || count < 1) {
      throw new MalformedMessage("A batch has " + count + " records from number " + first);
    }
    ByteBuffer records = from.slice();
    for (int i = 0; i < count; i++) {
      int length = from.getInt();
      if (length < 0 || length > MAX_RECORD || length > from.remaining()) {
        throw new MalformedMessage(
            "Record " + (first + i) + " claims to have " + length + " bytes");
      }
      from.position(from.position() + length);
    }
    if (from.hasRemaining()) {
      throw new MalformedMessage(from.remaining() + " bytes too many after a batch");
    }
    return new Batch(first, count, records);
  }

  @Override
  public String toString() {
    return "records " + first + ".." + last() + " (" + records.remaining() + " bytes)";
  }
}
