package org.ftmpj.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ftmpj.benchmarks.RelayOverHosts.Measured;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class OverHostsTest {
  @Test
  void shouldReadHalfRoundTripsAndStreams() {
    Measured named = Measured.of("named 64: 53120");
    assertThat(named.bytes()).isEqualTo(64);
    assertThat(named.value()).isEqualTo(53.12);
    assertThat(named.unit()).isEqualTo("µs");

    Measured stream = Measured.of("stream 1048576: 1048576");
    assertThat(stream.value()).isEqualTo(1000);
    assertThat(stream.unit()).isEqualTo("MB/s");
    assertThat(stream.series()).isNotEqualTo(named.series());
  }

  @Test
  void shouldReadWhatAJobHasCounted() {
    Run run =
        new Run(
            "MG",
            List.of(),
            List.of(
                "a warning",
                "ftmpj: rank  incarnation  operations  open  share  replayed  determinants  bytes"
                    + "  each  records  messages  bytes     held  waits",
                "ftmpj: 0     1            2560        24    0.9 %  0         24            154    6.4"
                    + "   24       1279      5480204   0     0",
                "ftmpj: all                10202       96    0.9 %  0         97            583    6.1"
                    + "   83       5101      21920496  0     0"),
            1);

    assertThat(JobStatistics.of(run)).isEqualTo(new JobStatistics(97, 5101));
    assertThatThrownBy(() -> JobStatistics.of(new Run("MG", List.of(), List.of("nothing"), 1)))
        .isInstanceOf(FtmpjException.class)
        .hasMessageContaining("MG has told no statistics, but: [nothing]");
  }

  @Test
  void shouldNameThePackagesThatAreMissing(@TempDir Path programs) throws IOException {
    for (String tool : List.of("ip", "tc")) {
      assertThat(Files.createFile(programs.resolve(tool)).toFile().setExecutable(true)).isTrue();
    }
    assertThat(HostsSelection.obstacle(programs.toString(), true).orElseThrow())
        .contains("iproute2 nftables", ": nft not found");
    assertThat(Files.createFile(programs.resolve("nft")).toFile().setExecutable(true)).isTrue();
    assertThat(HostsSelection.obstacle(programs.toString(), true)).isEmpty();
    assertThat(HostsSelection.obstacle(programs.toString(), false).orElseThrow())
        .endsWith("this is not root");
  }

  @Test
  void shouldMeasureWhatIsChosen() {
    HostsSelection chosen =
        selection("--only", "nas", "--kernels", "LU,MG", "--class", "W", "--hosts", "2,4");

    assertThat(chosen.problems()).isEmpty();
    assertThat(chosen.isGiven()).isTrue();
    assertThat(chosen.benchmarks()).extracting(Benchmark::name).containsExactly("hosts-nas");
    assertThat(chosen.kernels(List.of(NasKernel.CG))).containsExactly(NasKernel.LU, NasKernel.MG);
    assertThat(chosen.classes(List.of("A"))).containsExactly("W");
    assertThat(chosen.hosts(List.of(3))).containsExactly(2, 4);
    // Two kernels on two numbers of hosts, in three variants.
    assertThat(chosen.benchmarks().get(0).seconds(1, false))
        .isEqualTo(3 * 2 * (9 + 2 + 2 * RelayOverHosts.START_S));
  }

  @Test
  void shouldMeasureAllWithinAnHour() {
    List<Benchmark> all = selection().benchmarks();

    assertThat(selection().isGiven()).isFalse();
    assertThat(all).extracting(Benchmark::name).doesNotHaveDuplicates().hasSize(8);
    assertThat(all).allSatisfy(one -> assertThat(one.seconds(1, false)).isPositive());
    double minutes = all.stream().mapToDouble(one -> one.seconds(one.turns(), false)).sum() / 60;
    assertThat(minutes).isBetween(10.0, 60.0);
    double quick = all.stream().mapToDouble(one -> one.seconds(1, true)).sum() / 60;
    assertThat(quick).isLessThan(6);
  }

  @Test
  void shouldTellAllThatIsWrong() {
    assertThat(selection("--only", "nix", "--class", "B", "--hosts", "5").problems())
        .containsExactly(
            "--only has [nix], but there are [latency, links, nas, mechanisms, heartbeat, events, loss]",
            "--class has [B], but there are [S, W, A]",
            "--hosts has [5], but there are [2, 3, 4]");
  }

  private static HostsSelection selection(String... arguments) {
    HostsSelection selection = new HostsSelection();
    new CommandLine(selection).parseArgs(arguments);
    return selection;
  }
}
