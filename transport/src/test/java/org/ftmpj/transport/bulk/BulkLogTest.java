package org.ftmpj.transport.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BulkLogTest {
  /** With no more memory than the least. */
  private static final int RECENT = BulkLog.LEAST_SLOTS * BulkLog.SLOT;

  @TempDir Path temporary;
  private Path directory;

  @BeforeEach
  void nameTheLog() {
    LogMemory.use(0, 1);
    directory = temporary.resolve("bulk").resolve("0");
  }

  @AfterEach
  void useMemoryAsUsual() {
    LogMemory.use(LogMemory.USUAL_SHARE, 1);
  }

  /** Where a payload is, and what was written; its content follows from its seed. */
  private record Written(long position, long seed, int length) {
    byte[] content() {
      byte[] bytes = new byte[length];
      new Random(seed).nextBytes(bytes);
      return bytes;
    }

    boolean equalsRead(BulkReader reader) {
      byte[] got = new byte[length];
      CRC32C digest = new CRC32C();
      reader.read(false, position, got, 0, length, digest);
      return Arrays.equals(got, content()) && digest.getValue() == digest(got);
    }
  }

  private static long digest(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return crc.getValue();
  }

  private static Written write(BulkWriter writer, long seed, int length) {
    byte[] content = new Written(0, seed, length).content();
    int inFirst = length / 3;
    ByteBuffer first = ByteBuffer.allocateDirect(inFirst + 7).put(3, content, 0, inFirst);
    byte[] second = new byte[length - inFirst + 5];
    System.arraycopy(content, inFirst, second, 0, length - inFirst);
    first.position(3).limit(3 + inFirst + 1);
    long position = writer.append(first, inFirst, second, length - inFirst);
    Written written = new Written(position, seed, length);
    assertThat(writer.digest()).isEqualTo((int) digest(content));
    assertThat(first.position()).isEqualTo(3);
    assertThat(first.limit()).isEqualTo(3 + inFirst + 1);
    return written;
  }

  @Test
  @Rotated(
      kind = "large messages",
      turns = {0, 3, 6})
  void shouldGiveBackWhatWasWrittenHoweverLongAgo() {
    List<Written> all = new ArrayList<>();
    int[] lengths = {1, 100_000, 1 << 20, 3_000_001, RECENT + 12_345, 64, 9 << 20};
    try (BulkWriter writer = new BulkWriter(directory, 1);
        BulkReader reader = new BulkReader(directory)) {
      for (int i = 0; i < 3 * lengths.length; i++) {
        all.add(write(writer, i, lengths[i % lengths.length]));
        assertThat(all).allMatch(written -> written.equalsRead(reader));
      }
    }
    try (BulkReader reader = new BulkReader(directory)) {
      assertThat(all).allMatch(written -> written.equalsRead(reader));
    }
  }

  @Test
  void shouldContinueBehindWhatAnEarlierWriterLeft() throws IOException {
    List<Written> all = new ArrayList<>();
    for (int incarnation = 0; incarnation < 5; incarnation++) {
      try (BulkWriter writer = new BulkWriter(directory, 1)) {
        all.add(write(writer, incarnation, 7 << 20));
      }
      // A writer that was killed has taken a slot and not written to it.
      BulkState state = BulkState.open(directory.resolve("state"), false);
      new BulkMemory(new BulkLog(directory), state).enter(state.written() + BulkLog.SLOT);
    }
    try (BulkReader reader = new BulkReader(directory)) {
      assertThat(all).allMatch(written -> written.equalsRead(reader));
    }
  }

  /**
   * It knows less of what is needed than the one before, which has left out the middle of a
   * segment.
   */
  @Test
  void shouldNotGoBackToWhatAnEarlierWriterHasDropped() throws IOException {
    try (BulkWriter writer = new BulkWriter(directory, 1, () -> 2L * BulkLog.SEGMENT)) {
      write(writer, 1, BulkLog.SEGMENT / 2);
    }
    long end;
    List<Written> all = new ArrayList<>();
    try (BulkWriter writer = new BulkWriter(directory, 2);
        BulkReader reader = new BulkReader(directory)) {
      do {
        all.add(write(writer, all.size(), 5 << 20));
        end = reader.written();
      } while (end < 3L * BulkLog.SEGMENT);
    }
    assertThat(directory.resolve("older-0")).doesNotExist();
    assertThat(directory.resolve("older-1")).doesNotExist();
    assertThat(directory.resolve("older-2")).exists();
    try (BulkReader reader = new BulkReader(directory)) {
      List<Written> kept = all.subList(all.size() - (60 / 5), all.size());
      assertThat(kept).allMatch(written -> written.equalsRead(reader));
    }
  }

  @Test
  @Rotated(
      kind = "large messages",
      turns = {1, 4, 7})
  void shouldNotWriteToTheDiskWhatIsPrunedInTime() throws IOException {
    LogMemory.use(LogMemory.USUAL_SHARE, 1);
    AtomicLong needed = new AtomicLong();
    try (BulkWriter writer = new BulkWriter(directory, 1, needed::get);
        BulkReader reader = new BulkReader(directory)) {
      for (int i = 0; i < 40; i++) {
        Written written = write(writer, i, 3 << 20);
        assertThat(written.equalsRead(reader)).isTrue();
        needed.set(written.position());
        // What is pruned makes room, if its thread comes to that; nothing waits for it.
        Awaitility.await().until(() -> archived() + 3 * BulkLog.SLOT >= reader.written());
      }
      assertThat(directory.resolve("recent"))
          .satisfies(
              recent -> assertThat(Files.size(recent)).isLessThanOrEqualTo(6L * BulkLog.SLOT));
    }
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).noneMatch(file -> file.getFileName().toString().startsWith("older-"));
    }
  }

  private long archived() throws IOException {
    return BulkState.open(directory.resolve("state"), true).archived();
  }

  /** Whatever that is, also if a writer knows less of it than the one before. */
  @Test
  @Rotated(
      kind = "large messages",
      turns = {2, 5})
  void shouldKeepWhatIsNeeded() throws IOException {
    long seed = Long.getLong("test.seed", System.nanoTime());
    System.out.println("BulkLogTest: -Dtest.seed=" + seed);
    Random random = new Random(seed);
    List<Written> kept = new ArrayList<>();
    AtomicLong needed = new AtomicLong();
    try (BulkReader reader = new BulkReader(directory)) {
      for (int incarnation = 1; incarnation <= 8; incarnation++) {
        boolean knows = random.nextBoolean();
        try (BulkWriter writer =
            new BulkWriter(directory, incarnation, knows ? needed::get : () -> 0)) {
          for (int i = random.nextInt(20); i >= 0; i--) {
            kept.add(write(writer, random.nextLong(), 1 + random.nextInt(6 << 20)));
            if (random.nextInt(3) == 0) {
              int from = random.nextInt(kept.size());
              kept.subList(0, from).clear();
              needed.set(kept.get(0).position());
            }
            assertThat(kept.get(random.nextInt(kept.size())).equalsRead(reader)).isTrue();
          }
        }
        assertThat(kept).allMatch(written -> written.equalsRead(reader));
      }
    }
  }

  @Test
  void shouldGiveAReaderWhatIsOverwrittenWhileItReads() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    CountDownLatch first = new CountDownLatch(1);
    try (BulkWriter writer = new BulkWriter(directory, 1)) {
      Written oldest = write(writer, 0, 1 << 20);
      Future<Integer> read =
          threads.submit(
              () -> {
                int times = 0;
                try (BulkReader reader = new BulkReader(directory)) {
                  do {
                    assertThat(oldest.equalsRead(reader)).isTrue();
                    times++;
                    first.countDown();
                  } while (BulkState.open(directory.resolve("state"), true).written()
                      < 3L * RECENT);
                }
                return times;
              });
      first.await();
      for (int i = 1; i < 60; i++) {
        write(writer, i, 1 << 20);
      }
      assertThat(read.get()).isPositive();
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void shouldNotMindInterrupts() {
    Thread.currentThread().interrupt();
    try (BulkWriter writer = new BulkWriter(directory, 1);
        BulkReader reader = new BulkReader(directory)) {
      for (int i = 0; i < 10; i++) {
        assertThat(write(writer, i, 5 << 20).equalsRead(reader)).isTrue();
      }
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void shouldMakeTheLogAgainIfItsMakingWasCutOff() throws IOException {
    Path unready = directory.resolveSibling("0.new");
    Files.createDirectories(unready);
    Files.write(unready.resolve("recent"), new byte[100]);
    try (BulkWriter writer = new BulkWriter(directory, 1);
        BulkReader reader = new BulkReader(directory)) {
      assertThat(write(writer, 1, 1000).equalsRead(reader)).isTrue();
    }
    assertThat(unready).doesNotExist();
  }

  @Test
  void shouldSayWhatIsWrongWithALog() throws IOException {
    try (BulkReader reader = new BulkReader(directory)) {
      fails(() -> reader.read(false, 0, new byte[1], 0, 1, new CRC32C()), ErrorCode.LOG_CORRUPT);
    }
    try (BulkWriter writer = new BulkWriter(directory, 1)) {
      write(writer, 1, 1000);
    }
    try (BulkReader reader = new BulkReader(directory)) {
      fails(() -> reader.read(false, 999, new byte[2], 0, 2, new CRC32C()), ErrorCode.LOG_CORRUPT);
      fails(() -> reader.read(false, -1, new byte[1], 0, 1, new CRC32C()), ErrorCode.LOG_CORRUPT);
    }
    overwrite("recent", 0);
    try (BulkReader reader = new BulkReader(directory)) {
      fails(
          () -> reader.read(false, 0, new byte[1000], 0, 1000, new CRC32C()),
          ErrorCode.LOG_CORRUPT);
    }
    try (RandomAccessFile state = new RandomAccessFile(directory.resolve("state").toFile(), "rw")) {
      state.seek(8);
      state.write(9);
    }
    try (BulkReader reader = new BulkReader(directory);
        BulkWriter writer = new BulkWriter(directory, 1)) {
      fails(() -> reader.read(false, 0, new byte[1], 0, 1, new CRC32C()), ErrorCode.LOG_VERSION);
      fails(() -> write(writer, 1, 1000), ErrorCode.LOG_VERSION);
    }
    overwrite("state", 10);
    try (BulkReader reader = new BulkReader(directory)) {
      fails(() -> reader.read(false, 0, new byte[1], 0, 1, new CRC32C()), ErrorCode.LOG_CORRUPT);
    }
  }

  @Test
  void shouldFailTheWriterWhenTheArchiverCannotGoOn() throws IOException {
    try (BulkWriter writer = new BulkWriter(directory, 1)) {
      write(writer, 1, 1000);
      Files.createDirectory(directory.resolve("older-0"));
      fails(() -> write(writer, 2, 2 * RECENT), ErrorCode.LOG_NOT_WRITABLE);
    }
  }

  @Test
  void shouldTakeMoreMemoryRatherThanWaitForTheDisk() throws IOException {
    LogMemory.use(LogMemory.USUAL_SHARE, 1);
    int slots = LogMemory.slots();
    assertThat(slots).isBetween(BulkLog.LEAST_SLOTS, BulkState.SLOTS);
    List<Written> all = new ArrayList<>();
    try (BulkWriter writer = new BulkWriter(directory, 1);
        BulkReader reader = new BulkReader(directory)) {
      all.add(write(writer, 1, 30 << 20));
      all.add(write(writer, 2, 30 << 20));
      assertThat(all).allMatch(written -> written.equalsRead(reader));
      assertThat(Files.size(directory.resolve("recent")))
          .isBetween((long) RECENT / 2, (long) slots * BulkLog.SLOT);
    }
  }

  @Test
  void shouldLeaveNoThread() {
    try (BulkWriter writer = new BulkWriter(directory, 1)) {
      write(writer, 1, 2 * RECENT);
      assertThat(archivers()).isPositive();
    }
    Awaitility.await().until(() -> archivers() == 0);
  }

  private static long archivers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("ftmpj-archiver"))
        .count();
  }

  private void overwrite(String file, int length) throws IOException {
    Files.write(directory.resolve(file), new byte[length]);
  }

  private static void fails(ThrowingCallable action, ErrorCode code) {
    assertThatThrownBy(action)
        .isInstanceOf(FtmpjException.class)
        .extracting("code")
        .isEqualTo(code);
  }
}
