package org.ftmpj.transport.journal;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;

/** Appends large records of one byte value until it is killed. */
final class EndlessWriter {
  static final int PAYLOAD = 8 << 20;
  static final byte VALUE = 0x5a;

  private EndlessWriter() {}

  /** Argument: the journal. */
  public static void main(String[] arguments) {
    byte[] payload = new byte[PAYLOAD];
    Arrays.fill(payload, VALUE);
    ByteBuffer head = ByteBuffer.allocate(8);
    try (JournalWriter writer = Journals.writer(Path.of(arguments[0]))) {
      while (true) {
        writer.append(head, head, 0, 0, payload, PAYLOAD);
      }
    }
  }
}
