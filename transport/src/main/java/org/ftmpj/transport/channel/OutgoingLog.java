package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.transport.journal.JournalReader;

/**
 * A channel log of this host as it is read for the receiver's host, from its first record on or
 * after those that the other host has. One thread moves from record to record; any thread may
 * {@link #copy} what was read. One thread goes on from record to record; any thread may {@link
 * #copy} what was read.
 */
public final class OutgoingLog {
  private final Owner logs;
  private final JobLayout layout;
  private final int source;
  private final int destination;
  private final Assembly assembly;
  private final Unreadable unreadable;

  /** The reader; null while there is no log. Guarded by this object. */
  private JournalReader reader;

  private boolean closed;

  /** The first message that is sent if earlier ones may have been removed; else 0. */
  private long begin;

  /**
   * The last message that the other host has before any is read; it has {@link #number} records,
   * some of them marks.
   */
  private long lastThere;

  private long marksThere;

  /** Whether there is a record that was not taken. */
  private boolean atRecord;

  private long number;
  private boolean bulk;
  private boolean begun;
  private long position;
  private int headLength;
  private int payloadLength;
  private long length;
  private long payload;
  private long sequence;

  /** Supplies how far the log's writer is, and notes how far it was read. */
  interface Owner {
    /** The hint of the log in the control block. */
    int hint(OutgoingLog log);

    /** The number of records appended at least. */
    long appended(OutgoingLog log);

    /** Counts a record that was read. */
    void read(OutgoingLog log);

    /** Notes that everything up to that hint was read. */
    void readAll(OutgoingLog log, int hint);

    /** The first message that may be needed; 1 or less for all. */
    long needed(int source, int destination);
  }

  OutgoingLog(Owner logs, JobLayout layout, int source, int destination) {
    this.logs = logs;
    this.layout = layout;
    this.source = source;
    this.destination = destination;
    this.assembly = new Assembly(source, layout.channel(source, destination));
    this.unreadable = new Unreadable(layout.channel(source, destination));
  }

  public int source() {
    return source;
  }

  public int destination() {
    return destination;
  }

  /**
   * A log that its writer itself sends to the receiver.
   *
   * @param records how many records the receiver has
   * @param message the last message among them; 0 if there is none
   * @param marks how many of them are marks after it
   */
  public static OutgoingLog ofWriter(
      JobLayout layout, int source, int destination, long records, long message, long marks) {
    OutgoingLog log = new OutgoingLog(new OfWriter(), layout, source, destination);
    log.beginAfter(records, message, marks);
    return log;
  }

  /** A writer knows what it has appended. */
  private static final class OfWriter implements Owner {
    @Override
    public int hint(OutgoingLog log) {
      return 0;
    }

    @Override
    public long appended(OutgoingLog log) {
      return 0;
    }

    @Override
    public void read(OutgoingLog log) {}

    @Override
    public void readAll(OutgoingLog log, int hint) {}

    @Override
    public long needed(int source, int destination) {
      return 0;
    }
  }

  /** See {@link OutgoingLogs#beginAfter}. */
  void beginAfter(long records, long message, long marks) {
    number = records;
    lastThere = message;
    marksThere = marks;
  }

  /**
   * Goes to the next record, if the one before was taken.
   *
   * @return false if there is none now
   * @throws org.ftmpj.common.error.FtmpjException {@code LOG_CORRUPT} or {@code LOG_VERSION}
   */
  public boolean hasRecord() {
    if (!atRecord) {
      int hint = logs.hint(this);
      long appended = logs.appended(this);
      atRecord = read();
      if (atRecord) {
        logs.read(this);
        unreadable.foundMore();
      } else {
        logs.readAll(this, hint);
        unreadable.foundNothing(appended, number, System.nanoTime());
      }
    }
    return atRecord;
  }

  private synchronized boolean read() {
    ByteBuffer head = opened() ? reader.next() : null;
    if (head == null) {
      return false;
    }
    headLength = head.limit();
    payloadLength = reader.payloadLength();
    position = reader.headPosition();
    number++;
    Arrival arrival = assembly.accept(head, payloadLength, reader.position());
    bulk = arrival instanceof Arrival.Message message && Assembly.isInBulkLog(message.position());
    if (bulk) {
      Arrival.Message message = (Arrival.Message) arrival;
      begun = Assembly.isBegun(message.position());
      payload = Assembly.positionInBulkLog(message.position());
      length = message.envelope().length();
    }
    sequence = assembly.sequence();
    return true;
  }

  private boolean opened() {
    if (reader == null && !closed && JournalReader.exists(layout.channel(source, destination))) {
      Path log = layout.channel(source, destination);
      if (number == 0) {
        passOver(logs.needed(source, destination));
      }
      reader = JournalReader.open(log, lastThere + 1, assembly::enter);
      if (lastThere > 0) {
        assembly.skip(reader, lastThere);
        assembly.skipMarks(reader, marksThere);
      }
    }
    return reader != null;
  }

  /** Passes over the messages before that one, which neither rank needs, wherever it goes on. */
  private void passOver(long needed) {
    if (needed > 1) {
      begin = needed;
      lastThere = needed - 1;
      unreadable.beginLater();
    }
  }

  /**
   * The first message that is sent, with all that follows its predecessor; 0 if it is the first of
   * the log, or the other host has the beginning. Known when there is a record.
   */
  public long begin() {
    return begin;
  }

  /**
   * Takes the record: {@link #hasRecord} moves to the next one. {@link #hasRecord} goes to the next
   * one.
   */
  public void take() {
    atRecord = false;
  }

  /** The number of the record in its log, from 1. */
  public long number() {
    return number;
  }

  /** Whether the payload is in the bulk log of the source. */
  public boolean isBulk() {
    return bulk;
  }

  /**
   * Whether the message is announced before it is written, so that a digest follows the payload.
   */
  public boolean isBegun() {
    return begun;
  }

  /** The position of the payload in the bulk log, if it is there. */
  public long payload() {
    return payload;
  }

  /** Bytes of payload in the bulk log. */
  public long length() {
    return length;
  }

  /** The number of the record's message, or of the last one before it. */
  public long sequence() {
    return sequence;
  }

  /**
   * The position of the record for {@link #copy}: its head, followed by the payload that it has.
   */
  public long position() {
    return position;
  }

  /** Bytes of the record's head. */
  public int headLength() {
    return headLength;
  }

  /** Bytes of payload in the record. */
  public int payloadLength() {
    return payloadLength;
  }

  /**
   * Copies from a record that was read, long ago or just now. Any thread.
   *
   * @param from a position, see {@link #position()}
   * @param to receives the bytes at its position, which is moved
   */
  public synchronized void copy(long from, int bytes, ByteBuffer to) {
    requireOpen();
    reader.read(from, to, to.position(), bytes);
    to.position(to.position() + bytes);
  }

  /** Throws if the log is closed: the memory of a closed reader is not mapped any more. */
  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("Closed: the log from " + source + " to " + destination);
    }
  }

  /** Ends the use of the log; nothing can be copied any more. */
  public synchronized void close() {
    closed = true;
    if (reader != null) {
      reader.close();
      reader = null;
    }
  }
}
