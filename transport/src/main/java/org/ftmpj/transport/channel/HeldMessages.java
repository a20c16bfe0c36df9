package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.transport.journal.JournalReader;

/** The complete messages that earlier incarnations of a rank left in one of its outbound logs. */
final class HeldMessages implements AutoCloseable {
  private final int incarnation;
  private final Assembly assembly;

  /** Null when the last held message was read. */
  private JournalReader reader;

  private Arrival.Message current;

  /**
   * @param incarnation the one that now writes the log; what it has written is not held
   */
  HeldMessages(int source, Path log, int incarnation) {
    this.incarnation = incarnation;
    this.assembly = new Assembly(source, log);
    this.reader = JournalReader.open(log);
  }

  /** The first message not skipped yet; null if there is none, which stays so. */
  Arrival.Message current() {
    while (current == null && reader != null) {
      ByteBuffer head = reader.next();
      Arrival arrival =
          head == null ? null : assembly.accept(head, reader.payloadLength(), reader.position());
      if (head == null || assembly.incarnation() == incarnation) {
        close();
      } else if (arrival instanceof Arrival.Message message) {
        current = message;
      }
    }
    return current;
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
