package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.function.IntConsumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.PayloadDigest;
import org.ftmpj.transport.bulk.BulkReader;
import org.ftmpj.transport.bulk.BulkWriter;
import org.ftmpj.transport.journal.JournalReader;
import org.ftmpj.transport.journal.JournalWriter;
import org.ftmpj.transport.journal.SegmentRules;
import org.ftmpj.transport.journal.SegmentStart;

/**
 * The log of one channel as its sender sees it: the messages of earlier incarnations, and its end.
 * The first append creates the file.
 */
final class OutboundChannel implements AutoCloseable {
  /**
   * Bytes of payload from which on a message is announced to the receiver before it is written, so
   * that the receiver copies the first part meanwhile.
   */
  static final int LARGE = 128 << 10;

  /**
   * Bytes of payload from which on it goes to the bulk log: a smaller one costs less in the channel
   * log, which the kernel writes behind.
   */
  static final int BULK = 16 << 10;

  private static final ByteBuffer NO_FIXED = ByteBuffer.allocateDirect(0);
  private static final byte[] NO_DYNAMIC = {};

  private final Path log;
  private final int destination;
  private final int incarnation;
  private final BulkWriter bulk;
  private final SegmentRules rules;
  private final IntConsumer published;
  private final Runnable begun;
  private final BulkPlaces places;
  private final RecordedMessages held;
  private final PayloadDigest digest = new PayloadDigest();
  private final ByteBuffer head =
      ByteBuffer.allocateDirect(MessageHeader.BULK_SIZE).order(ByteOrder.LITTLE_ENDIAN);

  private JournalWriter writer;
  private long sequence;

  /** The last message before the checkpoint from which the rank goes on. */
  private long before;

  /** Whether the places of all messages written after it are known. */
  private boolean known;

  /**
   * @param places of what is in the bulk log
   * @param bulk the rank's own, for its messages to all destinations
   * @param inherited the same as earlier incarnations left it
   * @param rules of the log
   * @param published called after every append, with its length in bytes
   * @param begun called when the place of a large payload is published, and it is not written yet
   */
  OutboundChannel(
      int source,
      int destination,
      Path log,
      int incarnation,
      BulkPlaces places,
      BulkWriter bulk,
      BulkReader inherited,
      SegmentRules rules,
      IntConsumer published,
      Runnable begun) {
    this.log = log;
    this.destination = destination;
    this.places = places;
    this.bulk = bulk;
    this.rules = rules;
    this.begun = begun;
    this.incarnation = incarnation;
    this.published = published;
    this.held =
        incarnation > 1 && JournalReader.exists(log)
            ? new RecordedMessages(source, log, incarnation, inherited, this::isThere)
            : null;
    known = held == null;
    if (!known) {
      places.unknown(destination, Long.MAX_VALUE);
    }
  }

  /** Whether earlier incarnations have written the log. */
  boolean isInherited() {
    return held != null;
  }

  /** See {@link org.ftmpj.protocol.channel.RestorableInterconnect#sendAfter}. */
  void sendAfter(long last) {
    if (last > 0 && held == null) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT, "Message " + last + " of a checkpoint is not in " + log);
    }
    if (last > 0) {
      held.begin(last);
      sequence = last;
      before = last;
    }
  }

  Arrival.Message recorded() {
    Arrival.Message message = held == null ? null : held.current();
    if (message == null && !known) {
      places.unknown(destination, before);
      known = true;
    }
    return message;
  }

  /** Records that an earlier incarnation has written that message, or begun to. */
  private void isThere(Arrival.Message message) {
    if (Assembly.isInBulkLog(message.position())) {
      long position = Assembly.positionInBulkLog(message.position());
      places.add(destination, message.sequence(), position);
    }
  }

  void skipRecorded() {
    Arrival.Message message = recorded();
    if (message == null) {
      throw new FtmpjException(ErrorCode.INTERNAL, "No recorded message to skip in " + log);
    }
    sequence = message.sequence();
    held.skip();
  }

  void send(long sequence, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
    if (recorded() != null || sequence != this.sequence + 1) {
      throw new FtmpjException(
          ErrorCode.INTERNAL,
          "Message "
              + sequence
              + " sent after message "
              + this.sequence
              + " to "
              + log
              + (recorded() == null ? "" : ", which contains " + recorded()));
    }
    ByteBuffer first = envelope.fixedLength() == 0 ? NO_FIXED : fixed;
    byte[] second = envelope.dynamicLength() == 0 ? NO_DYNAMIC : dynamic;
    Arrival.Message started = started(sequence);
    if (started != null) {
      requireSame(started, envelope);
      complete(Assembly.positionInBulkLog(started.position()), envelope, first, second);
    } else if (envelope.length() < BULK) {
      envelope.digest(digest.of(envelope, first, second));
      encode(MessageHeader.MESSAGE, sequence, envelope, 0);
      append(first, envelope.fixedLength(), second, envelope.dynamicLength());
    } else if (envelope.length() < LARGE) {
      places.add(destination, sequence, bulk.begin());
      long position = bulk.append(first, envelope.fixedLength(), second, envelope.dynamicLength());
      envelope.digest(bulk.digest());
      encode(MessageHeader.BULK, sequence, envelope, position);
      append(NO_FIXED, 0, NO_DYNAMIC, 0);
    } else {
      long position = bulk.begin();
      places.add(destination, sequence, position);
      encode(MessageHeader.BEGUN, sequence, envelope, position);
      append(NO_FIXED, 0, NO_DYNAMIC, 0);
      begun.run();
      complete(position, envelope, first, second);
    }
    this.sequence = sequence;
  }

  private void complete(long position, Envelope envelope, ByteBuffer first, byte[] second) {
    bulk.complete(position, first, envelope.fixedLength(), second, envelope.dynamicLength());
    envelope.digest(bulk.digest());
  }

  /** That message, if an earlier incarnation began but did not complete it; else null. */
  private Arrival.Message started(long sequence) {
    Arrival.Message started = held == null ? null : held.begun();
    return started == null || started.sequence() != sequence ? null : started;
  }

  private void requireSame(Arrival.Message started, Envelope envelope) {
    envelope.digest(started.envelope().digest());
    if (!envelope.equals(started.envelope())) {
      throw new FtmpjException(
          ErrorCode.DIVERGED,
          "Sends %s to %s, which an earlier incarnation had begun as %s"
              .formatted(envelope, log, started));
    }
  }

  private void encode(int kind, long sequence, Envelope envelope, long position) {
    MessageHeader.encode(head, kind, incarnation, sequence, envelope, position);
  }

  void mark(long sequence) {
    MarkHeader.encode(head, incarnation, sequence);
    append(NO_FIXED, 0, NO_DYNAMIC, 0);
  }

  private void append(ByteBuffer first, int firstLength, byte[] second, int secondLength) {
    if (writer == null) {
      writer = JournalWriter.open(log, start(), rules);
    }
    if (writer.isFull() && isAtTheEnd()) {
      writer.roll(start());
    }
    writer.append(head, first, first.position(), firstLength, second, secondLength);
    published.accept(head.remaining() + firstLength + secondLength);
  }

  /** Removes the segments that are no longer needed, without beginning a new one. */
  void prune() {
    writer.prune();
  }

  private SegmentStart start() {
    return new SegmentStart(sequence + 1, incarnation);
  }

  /** Whether the number of the next message is known; else a segment has to say it. */
  private boolean isAtTheEnd() {
    return recorded() == null && started(sequence + 1) == null;
  }

  @Override
  public void close() {
    if (held != null) {
      held.close();
    }
    if (writer != null) {
      writer.close();
    }
  }
}
