package org.ftmpj.transport.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.ftmpj.testing.Rotated;
import org.ftmpj.transport.Child;
import org.ftmpj.transport.Examples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TornRecordTest {
  private static final int ATTEMPTS = 30;
  private static final int BY_CHANCE = 1024;

  @TempDir Path temporary;

  @Test
  @Rotated(
      kind = "writers that are killed",
      turns = {1, 5})
  void shouldLeaveNothingOfATornRecordBehindTheEnd() throws Exception {
    Random random = Examples.random("TornRecordTest");
    boolean torn = false;
    for (int i = 0; i < ATTEMPTS && !torn; i++) {
      Path directory = temporary.resolve("journal" + i);
      killWhileAppending(directory, random.nextInt(30));
      long complete = records(directory) * EndlessWriter.PAYLOAD;
      torn = payloadBytes(directory) > complete;

      Journals.writer(directory).close();

      assertThat(records(directory) * EndlessWriter.PAYLOAD).isEqualTo(complete);
      assertThat(payloadBytes(directory)).isEqualTo(complete);
      try (JournalWriter writer = Journals.writer(directory)) {
        writer.append(ByteBuffer.allocate(1));
      }
      assertThat(records(directory) * EndlessWriter.PAYLOAD)
          .isEqualTo(complete + EndlessWriter.PAYLOAD);
      Queues.delete(directory);
    }
    assertThat(torn).as("a kill has hit the middle of an append").isTrue();
  }

  private static void killWhileAppending(Path directory, int afterMs) throws Exception {
    try (Child child = Child.start(EndlessWriter.class, directory)) {
      Awaitility.await()
          .pollDelay(Duration.ZERO)
          .until(() -> JournalReader.exists(directory) && records(directory) > 0);
      assertThat(child.runFor(afterMs)).isTrue();
    }
  }

  private static long records(Path directory) {
    long count = 0;
    try (JournalReader reader = Journals.reader(directory)) {
      while (reader.next() != null) {
        count++;
      }
    }
    return count;
  }

  /** Bytes of the records' value in the file, but for a few that are there by chance. */
  private static long payloadBytes(Path directory) throws IOException {
    Path file;
    try (Stream<Path> files = Files.list(Journals.segment(directory))) {
      file = files.filter(f -> f.toString().endsWith(".cq4")).findFirst().orElseThrow();
    }
    long count = 0;
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer buffer = ByteBuffer.allocate(1 << 20);
      while (channel.read(buffer.clear()) > 0) {
        for (int i = 0; i < buffer.position(); i++) {
          count += buffer.get(i) == EndlessWriter.VALUE ? 1 : 0;
        }
      }
    }
    return count / BY_CHANCE * BY_CHANCE;
  }
}
