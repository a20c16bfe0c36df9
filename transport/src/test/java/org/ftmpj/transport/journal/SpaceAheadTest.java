package org.ftmpj.transport.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpaceAheadTest {
  private static final int LENGTH = 1 << 20;
  private static final byte BEFORE = 0x5a;
  private static final int START = 100_000;
  private static final int END = START + 3000;

  @TempDir Path directory;

  @Test
  void shouldWriteZerosFromTheStartOfARecordToSomeWayBeyondItsEnd() throws IOException {
    Path file = fileOf(LENGTH);
    try (SpaceAhead ahead = SpaceAhead.in(file)) {
      ahead.prepare(START, END);
    }
    assertThat(Files.size(file)).isEqualTo(LENGTH);
    assertThat(zeros(file, START))
        .isBetween(3000L + 2 * SpaceAhead.SMALL_PIECE, 3000L + 3 * SpaceAhead.SMALL_PIECE);
    assertThat(Arrays.copyOf(Files.readAllBytes(file), START)).containsOnly(BEFORE);
  }

  @Test
  void shouldNotTouchWhatWasWrittenSince() throws IOException {
    Path file = fileOf(LENGTH);
    try (SpaceAhead ahead = SpaceAhead.in(file)) {
      ahead.prepare(START, END);
      int prepared = START + (int) zeros(file, START);
      byte[] written = Files.readAllBytes(file);
      Arrays.fill(written, START, prepared, BEFORE);
      Files.write(file, written);
      ahead.prepare(END, END + 1);
      assertThat(Files.readAllBytes(file)).isEqualTo(written);

      // Pages of an index may have come in between.
      int far = prepared + 10_000;
      ahead.prepare(far, far + 1);
      assertThat(zeros(file, far)).isPositive();
      assertThat(Arrays.copyOf(Files.readAllBytes(file), far)).containsOnly(BEFORE);
    }
  }

  @Test
  void shouldNotMakeTheFileLonger() throws IOException {
    Path file = fileOf(END + 10);
    try (SpaceAhead ahead = SpaceAhead.in(file)) {
      ahead.prepare(START, END);
      ahead.prepare(END, END + 10);
    }
    assertThat(Files.size(file)).isEqualTo(END + 10);
    assertThat(zeros(file, START)).isEqualTo(END + 10 - START);
  }

  @Test
  void shouldBeAheadOfAllThatAJournalWrites() throws Exception {
    Path log = directory.resolve("log");
    byte[] payload = new byte[40_000];
    ByteBuffer head = ByteBuffer.allocate(8);
    long end = 0;
    try (JournalWriter writer = Journals.writer(log);
        JournalReader reader = Journals.reader(log)) {
      for (int i = 0; i < 120; i++) {
        int length = payload.length / (i % 7 + 1);
        writer.append(head, head, 0, 0, payload, length);
        reader.next();
        end = reader.position() + length;
      }
    }
    assertThat(end).isGreaterThan(SpaceAhead.LARGE);
    // From its beginning on.
    assertThat(diskSpace(Queues.records(Journals.segment(log))))
        .isGreaterThanOrEqualTo(end + 2 * SpaceAhead.PIECE);
  }

  /** Instead of a signal, which may end the process. */
  @Test
  void shouldRefuseARecordOnAFullDiskAndGoOnWhenThereIsSpace() throws Exception {
    Path disk = Files.createDirectory(directory.resolve("disk"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk.toString()),
        "only root can mount a small disk");
    try {
      FreeSpace.keep(0);
      Path other = Files.write(disk.resolve("other"), new byte[LENGTH]);
      fillAndGoOn(disk.resolve("log"), other);
    } finally {
      FreeSpace.keep(FreeSpace.USUAL_RESERVE);
      // Lazily: Chronicle Queue gives its memory back in a thread of its own, perhaps later.
      assertThat(run("umount", "--lazy", disk.toString())).isTrue();
    }
  }

  private static void fillAndGoOn(Path log, Path other) throws IOException {
    ByteBuffer record = ByteBuffer.allocate(4000);
    int records = 0;
    try (JournalWriter writer = Journals.writer(log);
        JournalReader reader = Journals.reader(log)) {
      try {
        while (true) {
          writer.append(record);
          records++;
        }
      } catch (FtmpjException e) {
        assertThat(e).hasMessageContainingAll("FTMPJ-1301", "No space left on device");
      }
      Files.delete(other);
      writer.append(record);
      for (int i = 0; i <= records; i++) {
        assertThat(reader.next()).isEqualTo(record);
      }
      assertThat(reader.next()).isNull();
    }
  }

  private Path fileOf(int length) throws IOException {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, BEFORE);
    return Files.write(directory.resolve("file"), bytes);
  }

  private static long zeros(Path file, int from) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int at = from;
    while (at < bytes.length && bytes[at] == 0) {
      at++;
    }
    return at - from;
  }

  /** Of a file with holes. */
  private static long diskSpace(Path file) throws Exception {
    Process du = new ProcessBuilder("du", "-k", file.toString()).start();
    String text = new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return Long.parseLong(text.substring(0, text.indexOf('\t'))) << 10;
  }

  private static boolean run(String... command) throws Exception {
    return new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }
}
