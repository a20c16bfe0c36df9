package org.ftmpj.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.protocol.report.RankCounters;
import org.ftmpj.supervisor.record.CountersReport;
import org.ftmpj.transport.control.ControlBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatisticsTest {
  @TempDir Path directory;

  @Test
  void shouldSayWhichCountersAreDamagedAndTellTheRest() throws Exception {
    JobLayout layout = new JobLayout(directory);
    Files.createDirectories(layout.counters(0).getParent());
    new CountersReport(0, 1, new RankCounters(10, 0, 4, 2, 8, 1, 3, 300, 0, 1))
        .write(layout.counters(0));
    Files.writeString(layout.counters(1), "ftmpj-counters 1\nrank one\n");

    List<String> lines = Statistics.of(layout, 3);

    assertThat(lines).hasSize(6);
    assertThat(lines.get(1).strip()).startsWith("0 ").contains(" 300 ");
    assertThat(lines.get(2).strip()).matches("1( +-)+");
    assertThat(lines.get(3).strip()).matches("2( +-)+");
    assertThat(lines.get(4).strip()).startsWith("all ").contains(" 300 ");
    assertThat(lines.get(5)).startsWith("FTMPJ-1302: ").contains(layout.counters(1).toString());
  }

  /** As those that --walltime stops. */
  @Test
  void shouldTellWhatIsKnownOfRanksThatWereStopped() throws Exception {
    JobLayout layout = new JobLayout(directory);
    Files.createDirectories(layout.counters(0).getParent());
    new CountersReport(0, 1, new RankCounters(10, 0, 4, 2, 8, 1, 3, 300, 0, 1))
        .write(layout.counters(0));
    ControlBlock.create(layout.control(), 2).note(1, 77, 5, 1000);

    List<String> lines = Statistics.of(layout, 2);

    assertThat(lines).hasSize(4);
    assertThat(lines.get(2).strip()).matches("1 +- +77( +-){10} +5");
    assertThat(lines.get(3).strip()).matches("all +87 .* 6");
  }
}
