package org.ftmpj.hostd.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.ftmpj.common.job.JobLayout;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogUseTest {
  private static final int KIB = 1024;

  @TempDir Path directory;
  private JobLayout layout;

  @BeforeEach
  void make() {
    layout = new JobLayout(directory);
  }

  private void write(Path file, int kib) throws Exception {
    Files.createDirectories(file.getParent());
    Files.write(file, new byte[kib * KIB]);
  }

  @Test
  void shouldTakeNothingWhereNothingIs() {
    assertThat(LogUse.of(layout).bytes()).isZero();
    assertThat(LogUse.of(layout).endsOfLargest()).isEmpty();
  }

  @Test
  void shouldNameBothEndsOfTheLargestChannels() throws Exception {
    write(layout.channel(0, 1).resolve("1-1-1/a"), 2000);
    write(layout.channel(2, 3).resolve("1-1-1/a"), 100);
    write(layout.determinants(4).resolve("a"), 100);
    LogUse use = LogUse.of(layout);
    assertThat(use.bytes()).isGreaterThanOrEqualTo(2200L * KIB);
    assertThat(use.endsOfLargest()).containsExactly(0, 1);
    assertThat(use.logs().get(0).bytes()).isBetween(2000L * KIB, 2100L * KIB);
  }

  @Test
  void shouldNameAllReceiversOfABulkLog() throws Exception {
    write(layout.channel(12, 1).resolve("a"), 4);
    write(layout.channel(12, 3).resolve("a"), 4);
    write(layout.channel(1, 12).resolve("a"), 4);
    write(layout.channel(2, 4).resolve("a"), 4);
    write(layout.bulk(12).resolve("recent"), 3000);
    assertThat(LogUse.of(layout).endsOfLargest()).containsExactly(1, 3, 12);
  }

  @Test
  void shouldNameBothEndsOfAReceiversBulkLog() throws Exception {
    write(layout.bulk(2, 5).resolve("recent"), 3000);
    write(layout.channel(2, 4).resolve("a"), 4);
    assertThat(LogUse.of(layout).endsOfLargest()).containsExactly(2, 5);
  }

  @Test
  void shouldCountWhatNoCheckpointPrunes() throws Exception {
    write(layout.logger().resolve("store").resolve("a"), 1000);
    write(layout.determinants(1).resolve("a"), 4);
    LogUse use = LogUse.of(layout);
    assertThat(use.bytes()).isGreaterThanOrEqualTo(1004L * KIB);
    assertThat(use.endsOfLargest()).containsExactly(1);
  }
}
