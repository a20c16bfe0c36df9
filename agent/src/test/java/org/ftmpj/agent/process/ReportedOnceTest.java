package org.ftmpj.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.ftmpj.common.job.JobFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportedOnceTest {
  @TempDir private Path job;

  @Test
  void shouldTellEachNameOnceAndLeaveFilesThatAreKnownAsOurs() throws IOException {
    Path reported = job.resolve("reported");
    List<String> names =
        List.of("hash code of an executor's thread", "new Socket", "Map<K, V>.get(\u00e4)", "a/b");
    for (String name : names) {
      assertThat(new ReportedOnce(reported).isFirst(name)).as(name).isTrue();
      assertThat(new ReportedOnce(reported).isFirst(name)).as(name).isFalse();
    }
    try (Stream<Path> files = Files.list(reported)) {
      assertThat(files.map(file -> job.relativize(file).toString()))
          .hasSize(names.size())
          .allMatch(name -> JobFiles.areOurs(name, false));
    }
  }
}
