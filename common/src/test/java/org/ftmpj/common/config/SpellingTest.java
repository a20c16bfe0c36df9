package org.ftmpj.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {
  @ParameterizedTest
  @CsvSource({
    "jobs, jobs, 0",
    "job, jobs, 1",
    "jbos, jobs, 1",
    "--recrod, --record, 1",
    "--lable, --label, 1",
    "--durabilty, --durability, 1",
    "cleanup, clean, 2",
    "'', run, 3"
  })
  void shouldCountWhatIsWrong(String name, String meant, int distance) {
    assertThat(Spelling.distance(name, meant)).isEqualTo(distance);
    assertThat(Spelling.distance(meant, name)).isEqualTo(distance);
  }

  @Test
  void shouldFindWhatWasMeantOnlyIfItIsNear() {
    List<String> commands = List.of("run", "jobs", "status", "clean");
    assertThat(Spelling.nearest("jbos", commands)).contains("jobs");
    assertThat(Spelling.nearest("cleanup", commands)).contains("clean");
    assertThat(Spelling.nearest("rum", commands)).contains("run");
    assertThat(Spelling.nearest("compile", commands)).isEmpty();
    assertThat(Spelling.nearest("x", List.of())).isEmpty();
    assertThat(Spelling.nearest("-x", List.of("-n", "-np"))).isEmpty();
    assertThat(Spelling.nearest("-pn", List.of("-n", "-np"))).contains("-n");
  }
}
