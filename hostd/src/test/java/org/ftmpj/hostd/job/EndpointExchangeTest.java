package org.ftmpj.hostd.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.Placement;
import org.ftmpj.hostd.logs.EndpointExchange;
import org.ftmpj.hostd.logs.RankEndpoint;
import org.ftmpj.network.Session;
import org.ftmpj.network.SessionEvents;
import org.ftmpj.network.Topic;
import org.ftmpj.transport.bell.Doorbell;
import org.ftmpj.transport.control.ControlBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ranks 0 and 1 are on host 1, ranks 2 and 3 on host 2. */
@Timeout(300)
class EndpointExchangeTest {
  private static final Placement PLACEMENT = new Placement(List.of(1, 1, 2, 2));
  private static final int PORT = 40_000;

  @TempDir Path directory;

  private final MemoryHub hub = new MemoryHub();
  private final CompletableFuture<Throwable> failed = new CompletableFuture<>();
  private ControlBlock here;
  private ControlBlock there;
  private EndpointExchange first;
  private EndpointExchange second;
  private MoveBroadcast moves;

  @BeforeEach
  void open() {
    here = ControlBlock.create(directory.resolve("1"), PLACEMENT.size());
    there = ControlBlock.create(directory.resolve("2"), PLACEMENT.size());
    there.enterEndpoint(0, 7, PORT - 1);
    second = EndpointExchange.open(there, PLACEMENT, 2, List.of(3), told -> {}, failed::complete);
    Session session = hub.sessionsOf(1).expect(2, Map.of(), new Unheard());
    hub.sessionsOf(2)
        .expect(
            1,
            Map.of(
                Topic.JOB,
                new JobPieces(
                    message ->
                        second.take(1, ((ToHost.Endpoints) ToHost.CODEC.decode(message)).all()))),
            new Unheard());
    moves = MoveBroadcast.start(1, host -> session, move -> {}, failed::complete);
    first =
        EndpointExchange.open(
            here,
            PLACEMENT,
            1,
            List.of(3),
            told -> moves.tellAll(List.of(2), new ToHost.Endpoints(told)),
            failed::complete);
    first.start();
  }

  private static final class Unheard implements SessionEvents {
    @Override
    public void lost(FtmpjException why) {
      throw new AssertionError(why);
    }
  }

  @AfterEach
  void end() throws InterruptedException {
    first.end();
    second.end();
    moves.end();
    assertThat(failed).isNotDone();
  }

  private static long endpoint(int incarnation, int port) {
    return (long) incarnation << Integer.SIZE | port;
  }

  private void awaitThere(int rank, long endpoint) {
    await().until(() -> there.endpoint(rank) == endpoint);
  }

  private void take(int rank, int incarnation, int port) {
    second.take(1, List.of(new RankEndpoint(rank, incarnation, port)));
  }

  @Test
  void shouldTellOfEachEndpointWhenTheRankRings() {
    here.enterEndpoint(1, 1, PORT);
    try (Doorbell bell = Doorbell.open()) {
      bell.ring(here.endpointWatchPort());
    }
    awaitThere(1, endpoint(1, PORT));
    here.enterEndpoint(1, 2, PORT + 1);
    here.enterEndpoint(0, 1, PORT);
    awaitThere(1, endpoint(2, PORT + 1));
    awaitThere(0, endpoint(1, PORT));
    first.finished(1);
    awaitThere(1, endpoint(2, 0));
  }

  @Test
  void shouldReachAHostThatDoesNotAnswerNow() {
    moves.unreachable(2);
    here.enterEndpoint(0, 1, PORT);
    awaitThere(0, endpoint(1, PORT));
  }

  @Test
  void shouldForgetAnEarlierRunAndKnowWhichRanksHaveFinished() {
    assertThat(there.endpoint(0)).isZero();
    assertThat(there.endpoint(3)).isEqualTo(endpoint(1, 0));
    take(0, 1, PORT);
    assertThat(there.endpoint(0)).isEqualTo(endpoint(1, PORT));
  }

  @Test
  void shouldNotGoBackToAnEarlierIncarnation() {
    take(1, 2, PORT);
    take(1, 1, PORT + 1);
    assertThat(there.endpoint(1)).isEqualTo(endpoint(2, PORT));
    take(1, 2, 0);
    take(1, 2, PORT);
    assertThat(there.endpoint(1)).isEqualTo(endpoint(2, 0));
    take(1, 3, PORT);
    assertThat(there.endpoint(1)).isEqualTo(endpoint(3, PORT));
  }

  @Test
  void shouldWakeItsRanks() {
    try (Doorbell bell = Doorbell.open()) {
      there.enter(2, 1, bell.port());
      take(0, 1, PORT);
      assertThat(bell.await()).isTrue();
    }
  }

  @Test
  void shouldRefuseRanksOfOtherHostsAndImpossiblePorts() {
    for (int[] wrong : new int[][] {{2, 1, 1}, {9, 1, 1}, {-1, 1, 1}, {0, 0, 1}, {0, 1, 1 << 16}}) {
      assertThatThrownBy(() -> take(wrong[0], wrong[1], wrong[2]))
          .isInstanceOfSatisfying(
              FtmpjException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.HOST_VERSION));
    }
  }
}
