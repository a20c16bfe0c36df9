package org.ftmpj.checkpoint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ftmpj.checkpoint.image.FreshJvm;
import org.ftmpj.checkpoint.program.Mains;
import org.ftmpj.checkpoint.program.Shapes;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A program that is captured, and whose process ends there, goes on in another one. */
class FreshProcessTest {
  private static final String SHAPES = Shapes.class.getName();
  private static final int RESTARTS = 11;

  @TempDir private static Path directory;

  static List<Path> homes() throws IOException {
    return FreshJvm.homes();
  }

  @ParameterizedTest
  @MethodSource("homes")
  @Rotated(
      kind = "images of checkpoints",
      turns = {3, 7})
  void shouldGoOnThroughAChainOfProcesses(Path home) throws Exception {
    Path image = directory.resolve("chain" + System.nanoTime());
    for (int i = 0; i < RESTARTS; i++) {
      assertThat(last(run(home, image, 33))).startsWith(CapturedProcess.CAPTURED);
    }
    assertThat(last(run(home, image, 0))).isEqualTo(CapturedRun.plain(SHAPES));
  }

  @Test
  void shouldMakeTheObjectOfMainOnlyOnce() throws Exception {
    Path home = homes().get(0);
    Path image = directory.resolve("instance");
    String main = Mains.Instance.class.getName();
    assertThat(run(home, image, 2, main)).hasSize(3).startsWith("base", "made");
    assertThat(run(home, image, 0, main)).containsExactly("base", "made", CapturedRun.plain(main));
  }

  /** Minutes. */
  @Tag("long")
  @Test
  void shouldGoOnFromEachMoment() throws Exception {
    Path home = homes().get(0);
    String plain = CapturedRun.plain(SHAPES);
    long polls = CapturedRun.of(SHAPES, Classes.ofPrograms(), poll -> false).polls();
    int captured = 0;
    for (int moment = 1; moment <= polls; moment++) {
      Path image = directory.resolve("moment" + moment);
      String said = last(run(home, image, moment));
      if (said.startsWith(CapturedProcess.CAPTURED)) {
        captured++;
        assertThat(last(run(home, image, 0))).as("moment %s, %s", moment, said).isEqualTo(plain);
        Files.delete(image);
      }
    }
    assertThat(captured).isEqualTo(polls - TwinWeaverTest.NOT_CAPTURABLE);
  }

  private static List<String> run(Path home, Path image, int moment) throws Exception {
    return run(home, image, moment, SHAPES);
  }

  private static List<String> run(Path home, Path image, int moment, String main) throws Exception {
    return new FreshJvm(directory, home, List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"))
        .run(CapturedProcess.class, image, moment, main, "print");
  }

  private static String last(List<String> lines) {
    return lines.get(lines.size() - 1);
  }
}
