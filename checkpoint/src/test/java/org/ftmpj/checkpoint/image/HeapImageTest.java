package org.ftmpj.checkpoint.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a process restores is what another one has written. */
class HeapImageTest {
  @TempDir private static Path directory;

  static List<FreshJvm> machines() throws IOException {
    List<FreshJvm> machines = new ArrayList<>();
    for (Path home : FreshJvm.homes()) {
      machines.add(new FreshJvm(directory, home, List.of()));
    }
    return machines;
  }

  @ParameterizedTest
  @MethodSource("machines")
  void shouldRestoreObjectsOfAllKinds(FreshJvm machine) throws Exception {
    Path image = directory.resolve("image" + System.nanoTime());
    List<String> written = machine.run(ImageProcess.class, "write", image);
    List<String> restored = machine.run(ImageProcess.class, "restore", image);
    assertThat(restored).isEqualTo(written);
    assertThat(restored).contains("device here: true").noneMatch(line -> line.contains("failed"));
  }
}
