package org.ftmpj.transport.place;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.ftmpj.transport.journal.JournalReader;
import org.ftmpj.transport.journal.JournalWriter;
import org.ftmpj.transport.journal.SegmentRules;
import org.ftmpj.transport.journal.SegmentStart;

/** Appends numbers to a journal with small segments, after those that it has. */
final class JournalProgram {
  /** A queue begins with two pages of its index. */
  private static final int SEGMENT = (16 + 32) << 10;

  private static final int PAYLOAD = 2000;

  private JournalProgram() {}

  /** Arguments: the journal, the incarnation, the file with {@link Shared}, the last number. */
  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[0]);
    int incarnation = Integer.parseInt(arguments[1]);
    Shared shared = Shared.open(Path.of(arguments[2]));
    long number = JournalReader.exists(directory) ? last(directory) : 0;
    SegmentRules rules = new SegmentRules(SEGMENT, shared::needed);
    try (JournalWriter writer =
        JournalWriter.open(directory, new SegmentStart(1, incarnation), rules)) {
      while (number < Long.parseLong(arguments[3])) {
        if (writer.isFull()) {
          writer.roll(new SegmentStart(number + 1, incarnation));
        }
        number++;
        byte[] payload = payload(number);
        ByteBuffer head = ByteBuffer.allocate(Long.BYTES).putLong(0, number);
        writer.append(head, head, 0, 0, payload, payload.length);
        shared.appended(number);
      }
    }
  }

  /** Reads from a segment's beginning on. */
  private static long last(Path directory) {
    long[] last = new long[1];
    try (JournalReader reader =
        JournalReader.openReadOnly(
            directory, Long.MAX_VALUE, start -> last[0] = start.first() - 1)) {
      while (reader.next() != null) {
        last[0]++;
      }
    }
    return last[0];
  }

  /**
   * Checks the record read last.
   *
   * @return its number
   */
  static long check(JournalReader reader, ByteBuffer head) {
    long number = Long.reverseBytes(head.getLong(0));
    byte[] found = new byte[reader.payloadLength()];
    reader.read(reader.position(), found, 0, found.length);
    if (!Arrays.equals(found, payload(number))) {
      throw new AssertionError("The payload of record " + number + " is another one");
    }
    return number;
  }

  private static byte[] payload(long number) {
    byte[] payload = new byte[PAYLOAD];
    Arrays.fill(payload, (byte) number);
    return payload;
  }

  /** Memory of the program and of its test. */
  record Shared(MappedByteBuffer memory) {
    static Shared open(Path file) throws IOException {
      try (FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        return new Shared(channel.map(MapMode.READ_WRITE, 0, 2L * Long.BYTES));
      }
    }

    /** The number that was appended last. */
    long appended() {
      return memory.getLong(0);
    }

    void appended(long number) {
      memory.putLong(0, number);
    }

    /** From which number on the test reads, perhaps. */
    long needed() {
      return memory.getLong(Long.BYTES);
    }

    void needed(long number) {
      memory.putLong(Long.BYTES, number);
    }
  }
}
