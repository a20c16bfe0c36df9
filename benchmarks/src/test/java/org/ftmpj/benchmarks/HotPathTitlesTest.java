package org.ftmpj.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HotPathTitlesTest {
  /** A benchmark in JMH's list of them: the class that was made of class and method. */
  private static final Pattern MADE = Pattern.compile("jmh_generated\\.(\\w+)_(\\w+)_jmhTest");

  @Test
  void shouldBeThereForEachBenchmark() throws IOException {
    List<String> benchmarks = benchmarks();
    assertThat(benchmarks).hasSizeGreaterThan(5).contains("ChannelLogPath.appendAndRead");
    assertThat(benchmarks)
        .allSatisfy(name -> assertThat(HotPathTitles.of(name)).isNotEqualTo(name))
        .extracting(HotPathTitles::of)
        .doesNotHaveDuplicates();
  }

  private static List<String> benchmarks() throws IOException {
    try (InputStream list = HotPaths.class.getResourceAsStream("/META-INF/BenchmarkList")) {
      String text = new String(list.readAllBytes(), StandardCharsets.UTF_8);
      return MADE.matcher(text).results().map(HotPathTitlesTest::name).toList();
    }
  }

  private static String name(MatchResult made) {
    return made.group(1) + "." + made.group(2);
  }
}
