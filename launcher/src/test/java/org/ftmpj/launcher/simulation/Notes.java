package org.ftmpj.launcher.simulation;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.ftmpj.hostd.job.CoordinatorNote;
import org.ftmpj.logger.agreement.AgreedState;

/** What coordinators note, as far as the product has no class for it that could be used here. */
final class Notes {
  static final String STEP = "step";
  static final String ENDING = "ending";
  static final String PRINTED = "printed";
  static final String DONE = "done";
  static final String FAILED = "failed";

  private Notes() {}

  /** Of a coordinator that listens. */
  static byte[] coordinator(int number) {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), number);
    return CoordinatorNote.CODEC.encode(
        new CoordinatorNote("coordinator " + number, List.of(address)));
  }

  /** The numbers of coordinators that listen: one or none. */
  static List<Integer> addresses(AgreedState state) {
    return state
        .note(CoordinatorNote.NAME)
        .map(note -> CoordinatorNote.CODEC.decode(note).addresses())
        .orElse(List.of())
        .stream()
        .map(InetSocketAddress::getPort)
        .toList();
  }

  static byte[] text(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] numbers(int[] numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * numbers.length);
    bytes.asIntBuffer().put(numbers);
    return bytes.array();
  }

  static int[] numbers(byte[] note) {
    int[] numbers = new int[note.length / Integer.BYTES];
    ByteBuffer.wrap(note).asIntBuffer().get(numbers);
    return numbers;
  }

  static byte[] record(Loggers.Entry entry) {
    return ByteBuffer.allocate(2 * Integer.BYTES + Long.BYTES)
        .putInt(entry.rank())
        .putInt(entry.number())
        .putLong(entry.value())
        .array();
  }

  static Loggers.Entry entry(byte[] record) {
    ByteBuffer from = ByteBuffer.wrap(record);
    return new Loggers.Entry(from.getInt(), from.getInt(), from.getLong());
  }
}
