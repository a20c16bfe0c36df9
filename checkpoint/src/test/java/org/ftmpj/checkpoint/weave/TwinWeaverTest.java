package org.ftmpj.checkpoint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.ftmpj.checkpoint.program.Shapes;
import org.junit.jupiter.api.Test;

/** Programs that are captured and go on say what they say undisturbed. */
class TwinWeaverTest {
  private static final String SHAPES = Shapes.class.getName();

  /** In each of its two rounds: two in a synchronized block, two below a method of the JDK. */
  private static final int NOT_CAPTURABLE = 2 * (2 + 2);

  @Test
  void shouldGoOnFromAllMomentsOfARun() throws Exception {
    CapturedRun.Outcome always = CapturedRun.of(SHAPES, classes(), poll -> true);
    assertThat(always.result()).isEqualTo(CapturedRun.plain(SHAPES));
    assertThat(always.captured()).hasSize((int) always.polls() - NOT_CAPTURABLE);
  }

  @Test
  void shouldGoOnFromOneMomentOfARun() throws Exception {
    String plain = CapturedRun.plain(SHAPES);
    CapturedRun.Outcome never = CapturedRun.of(SHAPES, classes(), poll -> false);
    assertThat(never.result()).isEqualTo(plain);
    for (int i = 1; i <= never.polls(); i += 7) {
      int moment = i;
      CapturedRun.Outcome once = CapturedRun.of(SHAPES, classes(), poll -> poll == moment);
      assertThat(once.result()).as("captured at %s %s", moment, once.captured()).isEqualTo(plain);
    }
  }

  /** Of the test programs, internal names. */
  private static List<String> classes() throws IOException {
    Path root = Path.of("target/test-classes");
    try (Stream<Path> files = Files.walk(root.resolve("org/ftmpj/checkpoint/program"))) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(name -> name.endsWith(".class"))
          .map(name -> name.substring(0, name.length() - ".class".length()))
          .toList();
    }
  }
}
