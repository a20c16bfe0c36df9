package org.ftmpj.supervisor.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
  private static final int SIZE = 64 << 10;

  @TempDir Path directory;

  /** A reader sees the old content or the new one, never a part. */
  @Test
  void shouldBeWholeWhenItIsReplaced() throws Exception {
    Path file = directory.resolve("file");
    AtomicFile.write(file, filled(0));
    Thread writer =
        new Thread(
            () -> {
              for (int i = 1; i <= 100; i++) {
                AtomicFile.write(file, filled(i));
              }
            });
    writer.start();
    while (writer.isAlive()) {
      byte[] seen = Files.readAllBytes(file);
      assertThat(seen).hasSize(SIZE);
      assertThat(seen).containsOnly(seen[0]);
    }
    writer.join();
    assertThat(Files.readAllBytes(file)).isEqualTo(filled(100));
  }

  @Test
  void shouldLeaveNothingElse() throws IOException {
    Path file = directory.resolve("file");
    AtomicFile.write(file, "one");
    AtomicFile.write(file, "two");
    assertThat(AtomicFile.read(file)).contains("two");
    try (Stream<Path> all = Files.list(directory)) {
      assertThat(all).containsExactly(file);
    }
  }

  private static byte[] filled(int value) {
    byte[] all = new byte[SIZE];
    Arrays.fill(all, (byte) value);
    return all;
  }
}
