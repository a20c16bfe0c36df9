package org.ftmpj.transport.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  @TempDir Path temporary;

  @Test
  void shouldGiveRecordsInTheOrderOfAppending() {
    Path directory = temporary.resolve("journal");
    try (JournalWriter writer = Journals.writer(directory);
        JournalReader reader = Journals.reader(directory)) {
      assertThat(reader.next()).isNull();
      writer.append(utf8("one"));
      writer.append(utf8(""));
      assertThat(text(reader.next())).isEqualTo("one");
      assertThat(text(reader.next())).isEmpty();
      assertThat(reader.next()).isNull();
      writer.append(utf8("three"));
      assertThat(text(reader.next())).isEqualTo("three");
      assertThat(reader.next()).isNull();
    }
  }

  @Test
  void shouldContinueAfterReopening() {
    Path directory = temporary.resolve("journal");
    for (int i = 0; i < 3; i++) {
      try (JournalWriter writer = Journals.writer(directory)) {
        writer.append(utf8("record " + i));
      }
    }
    try (JournalReader reader = Journals.reader(directory)) {
      for (int i = 0; i < 3; i++) {
        assertThat(text(reader.next())).isEqualTo("record " + i);
      }
      assertThat(reader.next()).isNull();
    }
  }

  /** More than is mapped at a time. */
  @Test
  void shouldReadAnyPayloadAgain() {
    Path directory = temporary.resolve("journal");
    int count = 5000;
    byte[][] payloads = new byte[count][];
    long[] positions = new long[count];
    Random random = new Random(1);
    try (JournalWriter writer = Journals.writer(directory);
        JournalReader reader = Journals.reader(directory)) {
      for (int i = 0; i < count; i++) {
        payloads[i] = bytes(random, random.nextInt(40_000));
        writer.append(utf8(""), NOTHING, 0, 0, payloads[i], payloads[i].length);
        reader.next();
        positions[i] = reader.position();
        again(reader, positions, payloads, random.nextInt(i + 1));
      }
      assertThat(reader.next()).isNull();
      assertThat(positions[count - 1]).isGreaterThan(80L << 20);
      for (int i = 0; i < 500; i++) {
        again(reader, positions, payloads, random.nextInt(count));
      }
    }
  }

  private static void again(JournalReader reader, long[] positions, byte[][] payloads, int k) {
    int half = payloads[k].length / 2;
    int rest = payloads[k].length - half;
    byte[] found = new byte[payloads[k].length];
    reader.read(positions[k], found, 0, half);
    ByteBuffer direct = ByteBuffer.allocateDirect(rest + 1).position(1);
    reader.read(positions[k] + half, direct, 1, rest);
    direct.get(found, half, rest);
    assertThat(found).as("payload %d", k).isEqualTo(payloads[k]);
  }

  @Test
  void shouldSayThatALogIsDamagedIfWhatIsNotMappedIsGone() throws IOException {
    Path directory = temporary.resolve("journal");
    byte[] payload = new byte[8 << 20];
    try (JournalWriter writer = Journals.writer(directory);
        JournalReader reader = Journals.reader(directory)) {
      long first = 0;
      for (int i = 0; i < 12; i++) {
        writer.append(utf8(""), NOTHING, 0, 0, payload, payload.length);
        reader.next();
        first = i == 0 ? reader.position() : first;
      }
      Files.delete(Queues.records(Journals.segment(directory)));
      long gone = first;
      assertThatThrownBy(() -> reader.read(gone, payload, 0, 1))
          .isInstanceOfSatisfying(
              FtmpjException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_CORRUPT));
    }
  }

  @Test
  void shouldNotReadWhatIsBehindTheLastRecord() {
    Path directory = temporary.resolve("journal");
    try (JournalWriter writer = Journals.writer(directory);
        JournalReader reader = Journals.reader(directory)) {
      byte[] payload = new byte[100];
      writer.append(utf8(""), NOTHING, 0, 0, payload, payload.length);
      assertThatThrownBy(() -> reader.read(0, payload, 0, payload.length))
          .isInstanceOf(IllegalStateException.class);
      reader.next();
      assertThatThrownBy(() -> reader.read(reader.position() + 1, payload, 0, payload.length))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void shouldCarryHeadsAndPayloadsOfAllSizes() {
    Path directory = temporary.resolve("journal");
    int[] heads = {0, 1, 239, 240, 241, 5000, JournalWriter.MAX_HEAD};
    int[] payloads = {0, 1, 3, 4096, 1 << 20, JournalWriter.MAX_PAYLOAD};
    Random random = new Random(7);
    try (JournalWriter writer = Journals.writer(directory);
        JournalReader reader = Journals.reader(directory)) {
      for (int headLength : heads) {
        for (int payloadLength : payloads) {
          byte[] head = bytes(random, headLength);
          byte[] payload = bytes(random, payloadLength);
          int firstLength = payloadLength / 3;
          ByteBuffer first = ByteBuffer.allocateDirect(firstLength + 5);
          first.put(5, payload, 0, firstLength);
          writer.append(
              ByteBuffer.wrap(head),
              first,
              5,
              firstLength,
              Arrays.copyOfRange(payload, firstLength, payloadLength),
              payloadLength - firstLength);

          byte[] gotHead = new byte[headLength];
          reader.next().get(gotHead);
          assertThat(gotHead).isEqualTo(head);
          assertThat(reader.payloadLength()).isEqualTo(payloadLength);
          byte[] got = new byte[payloadLength];
          reader.read(reader.position(), got, 0, payloadLength);
          assertThat(got).isEqualTo(payload);
          ByteBuffer direct = ByteBuffer.allocateDirect(payloadLength - firstLength + 1);
          reader.read(reader.position() + firstLength, direct, 1, payloadLength - firstLength);
          direct.position(1);
          assertThat(direct)
              .isEqualTo(ByteBuffer.wrap(payload, firstLength, payloadLength - firstLength));
        }
      }
    }
  }

  @Test
  void shouldRefuseARecordThatIsTooLargeAndGoOn() {
    Path directory = temporary.resolve("journal");
    try (JournalWriter writer = Journals.writer(directory);
        JournalReader reader = Journals.reader(directory)) {
      assertThatThrownBy(() -> writer.append(ByteBuffer.allocate(JournalWriter.MAX_HEAD + 1)))
          .isInstanceOf(IllegalArgumentException.class);
      writer.append(utf8("next"));
      assertThat(text(reader.next())).isEqualTo("next");
    }
  }

  @Test
  void shouldNotCreateAJournalByReadingIt() {
    Path directory = temporary.resolve("journal");
    assertThatThrownBy(() -> Journals.reader(directory))
        .isInstanceOf(FtmpjException.class)
        .extracting("code")
        .isEqualTo(ErrorCode.LOG_CORRUPT);
    assertThat(directory).doesNotExist();
  }

  @Test
  void shouldReplaceWhatAKilledCreationLeft() throws Exception {
    Path unready = Files.createDirectory(temporary.resolve("journal.new"));
    Files.write(unready.resolve("metadata.cq4t"), new byte[] {0, 0, 0, (byte) 0x80});
    Path directory = temporary.resolve("journal");
    try (JournalWriter writer = Journals.writer(directory);
        JournalReader reader = Journals.reader(directory)) {
      writer.append(utf8("record"));
      assertThat(text(reader.next())).isEqualTo("record");
    }
    assertThat(unready).doesNotExist();
  }

  @Test
  void shouldSayWhenItCannotBeWritten() throws Exception {
    Path file = Files.createFile(temporary.resolve("file"));
    assertThatThrownBy(() -> Journals.writer(file.resolve("journal")))
        .isInstanceOf(FtmpjException.class)
        .extracting("code")
        .isEqualTo(ErrorCode.LOG_NOT_WRITABLE);
  }

  @Test
  void shouldNotMindThatItsThreadIsInterrupted() {
    Path directory = temporary.resolve("journal");
    ByteBuffer payload = ByteBuffer.allocateDirect(JournalWriter.MAX_PAYLOAD);
    Thread.currentThread().interrupt();
    try (JournalWriter writer = Journals.writer(directory);
        JournalReader reader = Journals.reader(directory)) {
      for (int i = 0; i < 20; i++) {
        writer.append(utf8("head"), payload, 0, JournalWriter.MAX_PAYLOAD, new byte[0], 0);
        assertThat(text(reader.next())).isEqualTo("head");
      }
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void shouldLeaveNoSystemProperty() {
    Journals.writer(temporary.resolve("journal")).close();
    assertThat(System.getProperties().stringPropertyNames())
        .noneMatch(name -> name.startsWith("chronicle"));
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static ByteBuffer utf8(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String text(ByteBuffer record) {
    return StandardCharsets.UTF_8.decode(record).toString();
  }
}
