package org.ftmpj.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenMpiTest {
  /** What NetPIPE 3.7.2 on Open MPI 4.1.4 has written, a line in each run. */
  private static final List<String> WRITTEN =
      List.of(
          "       1 29.906542   0.00000026",
          "   65536 49973.835339   0.00001001",
          " 8388608 49672.647199   0.00128844");

  @TempDir Path directory;

  @Test
  void shouldReadWhatNetpipeHasMeasured() {
    assertThat(OpenMpi.halfRoundTripUs(1, WRITTEN)).isCloseTo(0.2551, within(1e-4));
    assertThat(OpenMpi.halfRoundTripUs(65_536, WRITTEN)).isCloseTo(10.005, within(1e-3));
    assertThat(OpenMpi.halfRoundTripUs(8_388_608, WRITTEN)).isCloseTo(1288.44, within(1e-2));
  }

  @Test
  void shouldNotTakeAnythingElseForAResult() {
    for (List<String> lines :
        List.of(
            List.<String>of(),
            WRITTEN,
            List.of("64 inf 0.0"),
            List.of("64 1e3"),
            List.of("64 29.9 0.00100000"),
            List.of("64 fast 0.00000026"))) {
      assertThatThrownBy(() -> OpenMpi.halfRoundTripUs(64, lines))
          .hasMessageContaining("FTMPJ-1608");
    }
  }

  @Test
  void shouldNeedBothPrograms() throws IOException {
    Path run = Files.createDirectory(directory.resolve("a")).resolve("mpirun.openmpi");
    Path netpipe = Files.createDirectory(directory.resolve("b")).resolve("NPopenmpi");
    String path = run.getParent() + "::" + netpipe.getParent();
    program(run);
    assertThat(OpenMpi.find(path)).isEmpty();
    program(netpipe);
    assertThat(OpenMpi.find(path)).isPresent();
  }

  private static void program(Path file) throws IOException {
    Files.createFile(file);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }
}
