package org.ftmpj.transport.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Journals of numbers from 1 on, ten in a segment. */
class SegmentsTest {
  private static final int EACH = 10;

  @TempDir Path temporary;
  private Path directory;
  private long needed;

  @BeforeEach
  void name() {
    directory = temporary.resolve("journal");
  }

  @Test
  void shouldGoOverFromOneSegmentToTheNext() {
    List<SegmentStart> entered = new ArrayList<>();
    try (JournalWriter writer = writer(1);
        JournalReader reader = JournalReader.open(directory, 1, entered::add)) {
      List<Long> positions = new ArrayList<>();
      for (long number = 1; number <= 35; number++) {
        append(writer, number, number >= 11 ? 2 : 1);
        assertThat(number(reader.next())).isEqualTo(number);
        assertThat(reader.next()).isNull();
        positions.add(reader.position());
      }
      assertThat(positions).isSorted().doesNotHaveDuplicates();
      for (int i = 34; i >= 0; i--) {
        byte[] payload = new byte[3];
        reader.read(positions.get(i), payload, 0, 3);
        assertThat(payload).containsOnly(i + 1);
      }
    }
    assertThat(entered).extracting(SegmentStart::first).containsExactly(1L, 11L, 21L, 31L);
    assertThat(entered).extracting(SegmentStart::epoch).containsExactly(1, 2, 2, 2);
    assertThat(entered.get(2).state()).containsExactly(21);
  }

  @Test
  void shouldContinueTheLastSegment() {
    for (int incarnation = 1; incarnation <= 4; incarnation++) {
      long before = 7L * (incarnation - 1);
      try (JournalWriter writer = writer(incarnation)) {
        for (long number = before + 1; number <= before + 7; number++) {
          append(writer, number, incarnation);
        }
      }
      assertThat(read(1)).hasSize(7 * incarnation).startsWith(1L).endsWith(before + 7);
    }
  }

  @Test
  void shouldBeginWhereTheReaderWants() {
    write(1, 35);
    assertThat(read(1)).startsWith(1L);
    assertThat(read(20)).startsWith(11L);
    // What follows number 20, and has no number of its own, is wanted, too.
    assertThat(read(21)).startsWith(11L);
    assertThat(read(22)).startsWith(21L);
    assertThat(read(1000)).startsWith(31L).endsWith(35L);
  }

  @Test
  void shouldDropWhatIsNotNeeded() {
    write(1, 15);
    needed = 21;
    write(16, 25);
    assertThat(read(21)).startsWith(11L);
    needed = 22;
    write(26, 35);
    assertThat(read(22)).startsWith(21L);
    assertThat(directory).isDirectoryNotContaining("glob:**/[01]-*");
    fails(ErrorCode.LOG_DROPPED, () -> read(20));
    fails(ErrorCode.LOG_DROPPED, () -> read(1));
  }

  @Test
  void shouldDropWithoutANewSegment() {
    write(1, 35);
    try (JournalWriter writer = writer(1)) {
      needed = 22;
      writer.prune();
      assertThat(directory).isDirectoryNotContaining("glob:**/[01]-*");
      append(writer, 36, 1);
    }
    assertThat(read(22)).startsWith(21L).endsWith(36L);
  }

  /** The first segment and a later one: both get their names while they are open. */
  @Test
  void shouldGoOnBeyondABlockOfARenamedSegment() {
    byte[] payload = new byte[1 << 20];
    int each = 2 * Queues.BLOCK_SIZE / payload.length;
    ByteBuffer head = ByteBuffer.allocate(8);
    try (JournalWriter writer = writer(1)) {
      for (long number = 1; number <= 2 * each; number++) {
        if (number == each + 1) {
          writer.roll(new SegmentStart(number, 1));
        }
        head.putLong(0, number);
        writer.append(head, head, 0, 0, payload, payload.length);
      }
    }
    assertThat(read(1)).hasSize(2 * each).endsWith(2L * each);
  }

  @Test
  void shouldSayThatASegmentWasDroppedWhichAReaderHasNotCopied() {
    write(1, 15);
    try (JournalReader reader = reader(1)) {
      reader.next();
      long position = reader.position();
      for (int i = 2; i <= 15; i++) {
        reader.next();
      }
      needed = 30;
      write(16, 32);
      fails(ErrorCode.LOG_DROPPED, () -> reader.read(position, new byte[3], 0, 3));
    }
    try (JournalReader reader = reader(30)) {
      needed = 60;
      write(33, 62);
      fails(
          ErrorCode.LOG_DROPPED,
          () -> {
            while (reader.next() != null) {
              // Up to the end of the segment.
            }
          });
    }
  }

  /** It creates nothing where the writer has removed, or is removing, what it has found. */
  @Test
  void shouldReadBehindAWriterThatRemovesWhatWasNotRead() throws Exception {
    write(1, 1);
    ExecutorService writers = Executors.newSingleThreadExecutor();
    try {
      Future<?> writing = writers.submit(() -> write(2, 500, true));
      long last = 0;
      while (last < 500) {
        try (JournalReader reader =
            JournalReader.open(directory, JournalReader.first(directory), start -> {})) {
          for (ByteBuffer head = reader.next(); ; head = reader.next()) {
            if (head != null) {
              last = number(head);
            } else if (writing.isDone()) {
              writing.get();
              break;
            }
          }
        } catch (FtmpjException e) {
          assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.LOG_DROPPED);
        }
      }
      writing.get();
    } finally {
      writers.shutdown();
    }
    try (Stream<Path> segments = Files.list(directory)) {
      assertThat(segments).extracting(Path::getFileName).hasToString("[49-491-1]");
    }
  }

  /** Dead between the steps of a roll: before the name, before the last record, before the drop. */
  @Test
  void shouldCompleteWhatADeadWriterHasBegun() throws IOException {
    write(1, 10);
    Path making = new SegmentName(1, 11, 1).makingIn(directory);
    Files.createDirectory(making);
    Files.createFile(making.resolve("metadata.cq4t"));
    write(11, 11);
    assertThat(making).doesNotExist();
    assertThat(read(1)).hasSize(11);

    write(12, 20);
    SegmentHead head = new SegmentHead(2, new SegmentStart(21, 1));
    create(head);
    assertThat(read(1)).hasSize(20);
    try (JournalReader reader = reader(1)) {
      write(21, 21);
      for (long number = 1; number <= 21; number++) {
        assertThat(number(reader.next())).isEqualTo(number);
      }
    }

    Path removing = new SegmentName(0, 1, 1).removingIn(directory);
    Files.move(new SegmentName(0, 1, 1).in(directory), removing);
    write(22, 22);
    assertThat(removing).doesNotExist();
    assertThat(read(11)).hasSize(12);
  }

  @Test
  void shouldNotBelieveASegmentOfAFencedWriter() throws IOException {
    write(1, 10);
    try (JournalWriter writer = writer(2)) {
      append(writer, 11, 2);
    }
    // The first incarnation was not dead.
    for (SegmentHead head :
        List.of(
            new SegmentHead(1, new SegmentStart(12, 1)),
            new SegmentHead(2, new SegmentStart(12, 1)))) {
      create(head);
    }
    assertThat(SegmentName.list(directory))
        .containsExactly(new SegmentName(0, 1, 1), new SegmentName(1, 11, 2));
    assertThat(read(1)).hasSize(11);
    fails(ErrorCode.FENCED, () -> writer(1));
  }

  @Test
  void shouldTellADamagedJournalFromADroppedSegmentAndAnotherVersion() throws IOException {
    write(1, 35);
    Queues.delete(directory.resolve("3-31-1"));
    fails(ErrorCode.LOG_CORRUPT, () -> read(21));
    Files.move(directory.resolve("2-21-1"), directory.resolve("2-22-1"));
    fails(ErrorCode.LOG_CORRUPT, () -> read(23));
    Queues.delete(directory);
    Files.createDirectory(directory);
    fails(ErrorCode.LOG_CORRUPT, () -> read(1));
    Files.createFile(directory.resolve("metadata.cq4t"));
    fails(ErrorCode.LOG_VERSION, () -> read(1));
  }

  @Test
  void shouldSayThatASegmentCannotBeBegunAndKeepWhatThereIs() throws IOException {
    try (JournalWriter writer = writer(1)) {
      for (long number = 1; number <= EACH; number++) {
        append(writer, number, 1);
      }
      Files.createFile(directory.resolve("1-11-1.new"));
      fails(ErrorCode.LOG_NOT_WRITABLE, () -> writer.roll(new SegmentStart(11, 1)));
    }
    try (JournalWriter next = writer(2)) {
      append(next, 11, 2);
    }
    assertThat(read(1)).hasSize(11).endsWith(11L);
  }

  private JournalWriter writer(int incarnation) {
    SegmentRules rules = new SegmentRules(Integer.MAX_VALUE, () -> needed);
    return JournalWriter.open(directory, new SegmentStart(1, incarnation), rules);
  }

  private JournalReader reader(long from) {
    return JournalReader.openReadOnly(directory, from, start -> {});
  }

  private void create(SegmentHead head) throws IOException {
    Path place = head.name().in(directory);
    SegmentWriter.create(place, place, head).close();
  }

  private void write(long from, long to) {
    write(from, to, false);
  }

  private void write(long from, long to, boolean onlyTheLastIsNeeded) {
    try (JournalWriter writer = writer(1)) {
      for (long number = from; number <= to; number++) {
        needed = onlyTheLastIsNeeded ? number + 1 : needed;
        append(writer, number, 1);
      }
    }
  }

  private static void append(JournalWriter writer, long number, int epoch) {
    if (number > 1 && number % EACH == 1) {
      writer.roll(new SegmentStart(number, epoch, new byte[] {(byte) number}));
    }
    byte[] payload = {(byte) number, (byte) number, (byte) number};
    ByteBuffer head = ByteBuffer.allocate(8).putLong(0, number);
    writer.append(head, head, 0, 0, payload, payload.length);
  }

  private List<Long> read(long from) {
    List<Long> found = new ArrayList<>();
    try (JournalReader reader = reader(from)) {
      for (ByteBuffer head = reader.next(); head != null; head = reader.next()) {
        found.add(number(head));
      }
    }
    return found;
  }

  private static long number(ByteBuffer head) {
    return Long.reverseBytes(head.getLong(0));
  }

  private static void fails(ErrorCode code, ThrowingCallable action) {
    assertThatThrownBy(action)
        .isInstanceOf(FtmpjException.class)
        .extracting("code")
        .isEqualTo(code);
  }
}
