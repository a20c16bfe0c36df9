package org.ftmpj.hostd.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.hostd.disk.CheckpointRequesting.Answer;
import org.ftmpj.supervisor.record.CheckpointRecord;
import org.ftmpj.transport.control.ControlBlock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two hosts, whose daemons tell each other in memory; rank 0 is on host 1, ranks 1, 2 on host 2.
 */
@Timeout(300)
class HostRequestsTest {
  private static final int RANKS = 3;
  private static final long LONGEST_MS = 1;
  private static final String SOCKET = "a socket is open";

  @TempDir Path directory;

  private final Map<Integer, Host> hosts = new TreeMap<>();
  private Placement placement = new Placement(List.of(1, 2, 2));

  /** Whether what daemons tell each other is lost. */
  private boolean isCut;

  /** One of them. */
  private final class Host {
    final JobLayout layout;
    final ControlBlock control;
    final List<String> said = new ArrayList<>();
    final HostRequests asks;

    Host(int number) throws Exception {
      layout = new JobLayout(Files.createDirectory(directory.resolve("h" + number)));
      Files.createDirectories(layout.exitRecord(0).getParent());
      Files.createDirectories(layout.checkpointRecord(0).getParent());
      Files.createFile(layout.job());
      control = ControlBlock.create(layout.control(), RANKS);
      LocalRequests here = new LocalRequests(LogQuota.ofMib(64), layout, control, said::add);
      asks = new HostRequests(number, () -> placement, here, (to, what) -> tell(number, to, what));
    }

    /** A rank begins that takes checkpoints. */
    void begin(int rank) {
      control.takeCheckpoints(rank);
      control.enter(rank, 1, 1);
    }

    long asked(int rank) {
      return control.checkpointsRequested(rank);
    }

    void answer(int rank, Optional<String> refused) {
      Optional<CheckpointRecord.Last> last =
          Optional.of(new CheckpointRecord.Last(Instant.now(), 1, 1, 1, 1))
              .filter(taken -> refused.isEmpty());
      new CheckpointRecord(1, asked(rank), refused, last).write(layout.checkpointRecord(rank));
    }

    /** Does what is to be done now. */
    Optional<Answer> next() throws InterruptedException {
      return asks.next(LONGEST_MS);
    }
  }

  private void tell(int from, int to, ToHost.OfQuota what) {
    if (!isCut) {
      hosts.get(to).asks.take(from, what);
    }
  }

  @BeforeEach
  void make() throws Exception {
    hosts.put(1, new Host(1));
    hosts.put(2, new Host(2));
    hosts.get(1).begin(0);
    hosts.get(2).begin(1);
  }

  @Test
  void shouldAskWhereTheRankIsAndHearThatItRefuses() throws Exception {
    Host first = hosts.get(1);
    Host second = hosts.get(2);
    first.asks.ask(1);
    assertThat(first.asks.areOver()).isFalse();
    assertThat(second.asks.areOver()).as("has something to do").isFalse();
    assertThat(second.next()).isEmpty();
    assertThat(first.asked(1)).isZero();
    assertThat(second.asked(1)).isEqualTo(1);
    assertThat(first.next()).isEmpty();

    second.answer(1, Optional.of(SOCKET));
    assertThat(second.next()).as("it has not asked itself").isEmpty();
    assertThat(second.said).singleElement().asString().contains("rank 1", SOCKET, "64 MiB");
    assertThat(first.next()).contains(Answer.REFUSED);
    assertThat(first.said).isEmpty();
    assertThat(first.asks.areOver()).isTrue();
    assertThat(second.asks.areOver()).isTrue();
  }

  @Test
  void shouldGiveOneAnswerToAllThatHaveAsked() throws Exception {
    Host first = hosts.get(1);
    Host second = hosts.get(2);
    second.asks.ask(1);
    first.asks.ask(1);
    first.asks.ask(1);
    assertThat(second.next()).isEmpty();
    assertThat(second.asked(1)).isEqualTo(1);
    second.answer(1, Optional.empty());
    assertThat(second.next()).contains(Answer.TAKEN);
    assertThat(first.next()).contains(Answer.TAKEN);
    assertThat(first.next()).isEmpty();
  }

  @Test
  void shouldHearOfRanksThatTakeNone() throws Exception {
    hosts.get(1).asks.ask(2);
    assertThat(hosts.get(2).next()).isEmpty();
    assertThat(hosts.get(2).asked(2)).isZero();
    assertThat(hosts.get(1).next()).contains(Answer.TAKEN);
  }

  @Test
  void shouldAskAnewWhatWasLost() throws Exception {
    Host first = hosts.get(1);
    Host second = hosts.get(2);
    first.asks.ask(1);
    assertThat(second.next()).isEmpty();
    second.answer(1, Optional.empty());
    isCut = true;
    assertThat(second.next()).isEmpty();
    isCut = false;
    assertThat(first.next()).isEmpty();

    first.asks.ask(1);
    assertThat(second.next()).isEmpty();
    assertThat(second.asked(1)).isEqualTo(2);
    second.answer(1, Optional.empty());
    assertThat(second.next()).isEmpty();
    assertThat(first.next()).contains(Answer.TAKEN);
  }

  @Test
  void shouldAskOnTheHostToWhichTheRankHasCome() throws Exception {
    Host first = hosts.get(1);
    placement = new Placement(List.of(1, 1, 1));
    first.begin(1);
    first.asks.ask(1);
    assertThat(first.asked(1)).isEqualTo(1);
    first.answer(1, Optional.of(SOCKET));
    assertThat(first.next()).contains(Answer.REFUSED);
    assertThat(first.said).hasSize(1);
  }
}
