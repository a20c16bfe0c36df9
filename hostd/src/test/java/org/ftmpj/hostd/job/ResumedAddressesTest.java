package org.ftmpj.hostd.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.common.secret.Seal;
import org.ftmpj.hostd.copies.CopySettings;
import org.ftmpj.transport.direct.RankAddresses;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How messages go between the hosts of a resumed job. */
class ResumedAddressesTest {
  private static final Optional<Seal> DIRECT = Optional.of(Seal.AES);

  @TempDir Path directory;

  private JobLayout layout;

  @BeforeEach
  void make() throws Exception {
    layout = new JobLayout(directory);
    Files.createDirectories(layout.addresses().getParent());
  }

  @Test
  void shouldConnectRanksAgain() {
    HostJob.enterAddresses(order(1, 1), DIRECT, layout);
    assertThat(RankAddresses.find(layout)).isPresent();
    assertThatCode(() -> HostJob.enterAddresses(order(2, 1), DIRECT, layout))
        .doesNotThrowAnyException();
  }

  @Test
  void shouldRefuseConnectionsThatTheJobDidNotHave() {
    HostJob.enterAddresses(order(1, 2), DIRECT, layout);
    assertThat(RankAddresses.find(layout)).as("hosts have two addresses").isEmpty();
    assertThatThrownBy(() -> HostJob.enterAddresses(order(2, 1), DIRECT, layout))
        .hasMessageContaining("FTMPJ-1841")
        .hasMessageContaining("network.direct=false");
    assertThatCode(() -> HostJob.enterAddresses(order(2, 1), Optional.empty(), layout))
        .doesNotThrowAnyException();
  }

  @Test
  void shouldRefuseToGoOnWithoutConnections() {
    HostJob.enterAddresses(order(1, 1), DIRECT, layout);
    assertThatThrownBy(() -> HostJob.enterAddresses(order(2, 2), DIRECT, layout))
        .hasMessageContaining("FTMPJ-1841")
        .hasMessageContaining("one address for each host");
    assertThatThrownBy(() -> HostJob.enterAddresses(order(2, 1), Optional.empty(), layout))
        .hasMessageContaining("network.direct=true");
  }

  /** An order to the first of two hosts. */
  private JobOrder order(int turn, int addresses) {
    List<InetSocketAddress> some =
        List.of(new InetSocketAddress("10.0.0.1", 1), new InetSocketAddress("10.0.1.1", 1));
    JobOrder.Peer peer = new JobOrder.Peer("a", some.subList(0, addresses));
    return new JobOrder(
        "job",
        "job-0123456789abcdef",
        1,
        List.of(peer, peer),
        new Placement(List.of(1, 2)),
        new JobOrder.Program("", "Main", List.of(), List.of(), directory, List.of(), List.of()),
        new JobOrder.Settings(
            Durability.PROCESS, 0, Optional.empty(), 0, 0, false, CopySettings.NONE, true),
        new JobOrder.Turn(turn, List.of(), List.of(), List.of()));
  }
}
