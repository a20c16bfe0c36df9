package org.ftmpj.interceptors.doorway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WovenClassesTest {
  private static final String TYPE = Doorway.REQUEST;

  /** Stands for the class that was woven ahead, and can be told from it. */
  private static final byte[] AHEAD = "woven ahead".getBytes();

  @TempDir private Path directory;
  @TempDir private Path other;
  private byte[] classFile;
  private WovenClasses classes;

  @BeforeEach
  void write() throws IOException {
    try (InputStream in = getClass().getResourceAsStream("/mpi/Request.class")) {
      classFile = in.readAllBytes();
    }
    classes = classes("this");
    classes.write(TYPE, classFile, AHEAD);
  }

  private WovenClasses classes(String build) {
    return new WovenClasses(List.of(directory, other), build);
  }

  @Test
  void shouldTakeWhatWasWovenAhead() throws IOException {
    assertThat(classes.of(TYPE, classFile)).isEqualTo(AHEAD);
    Path file = file();
    Files.move(file, other.resolve(file.getFileName()));
    assertThat(classes.of(TYPE, classFile)).isEqualTo(AHEAD);
  }

  @Test
  void shouldWeaveWhatAnotherBuildHasWoven() {
    assertWoven(classes("another"), classFile);
    assertWoven(classes(null), classFile);
  }

  @Test
  void shouldWeaveAnotherClassFileOfThatName() throws IOException {
    byte[] another = classFile.clone();
    another[7]--;
    assertWoven(classes, another);
  }

  @Test
  void shouldWeaveWhatIsDamaged() throws IOException {
    byte[] content = Files.readAllBytes(file());
    for (int i = 0; i < content.length; i += 5) {
      byte[] damaged = content.clone();
      damaged[i] ^= 1;
      Files.write(file(), damaged);
      assertWoven(classes, classFile);
    }
    Files.write(file(), new byte[0]);
    assertWoven(classes, classFile);
  }

  private void assertWoven(WovenClasses classes, byte[] classFile) {
    assertThat(classes.of(TYPE, classFile)).isEqualTo(AdviceWeaver.into(TYPE, classFile));
  }

  private Path file() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.findFirst().orElseThrow();
    }
  }
}
