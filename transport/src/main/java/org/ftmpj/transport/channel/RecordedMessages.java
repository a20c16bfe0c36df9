package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.transport.bulk.BulkReader;
import org.ftmpj.transport.journal.JournalReader;

/** The complete messages of earlier incarnations of a rank in one of its outbound logs. */
final class RecordedMessages implements AutoCloseable {
  private final int incarnation;
  private final Assembly assembly;
  private final BulkReader bulk;
  private final Consumer<Arrival.Message> found;

  /** The end of the part of the bulk log that earlier incarnations have written. */
  private final long written;

  private final Path log;

  /** The reader of the log; null before it is opened, and after its last message was read. */
  private JournalReader reader;

  private boolean opened;
  private Arrival.Message current;

  /** See {@link #begun}. */
  private Arrival.Message begun;

  /**
   * @param incarnation the one that now writes the log; what it writes is not among the messages
   * @param bulk the rank's own bulk log, to which this incarnation has not written yet
   * @param found is called with each message, also with the one that was begun; valid during the
   *     call only
   */
  RecordedMessages(
      int source, Path log, int incarnation, BulkReader bulk, Consumer<Arrival.Message> found) {
    this.log = log;
    this.incarnation = incarnation;
    this.assembly = new Assembly(source, log);
    this.bulk = bulk;
    this.found = found;
    this.written = bulk.written();
  }

  /**
   * Begins after that message; this incarnation sends none up to it again. To be called before
   * anything else.
   *
   * @throws FtmpjException {@code LOG_CORRUPT} if the log ends before it
   */
  void begin(long after) {
    open(after + 1);
    assembly.skip(reader, after);
  }

  private void open(long first) {
    reader = JournalReader.open(log, first, assembly::enter);
    opened = true;
  }

  /** The first message not skipped yet; null if there is none, and none will follow. */
  Arrival.Message current() {
    if (!opened) {
      open(1);
    }
    while (current == null && reader != null) {
      ByteBuffer head = reader.next();
      Arrival arrival =
          head == null ? null : assembly.accept(head, reader.payloadLength(), reader.position());
      if (head == null || assembly.incarnation() == incarnation) {
        close();
      } else if (arrival instanceof Arrival.Message message) {
        accept(message);
      }
    }
    return current;
  }

  private void accept(Arrival.Message message) {
    found.accept(message);
    if (Assembly.isBegun(message.position())) {
      long end = Assembly.positionInBulkLog(message.position()) + message.envelope().length();
      if (!BulkReader.isComplete(end, written)) {
        begun = message.copy();
        close();
        return;
      }
      message.envelope().digest(bulk.digest(end));
    }
    current = message;
  }

  /**
   * The message after the last complete one, which an incarnation had begun to write when it died;
   * null if there is none. It is complete as soon as its payload is.
   */
  Arrival.Message begun() {
    return begun;
  }

  void skip() {
    current = null;
  }

  @Override
  public void close() {
    if (reader != null) {
      reader.close();
      reader = null;
    }
  }
}
