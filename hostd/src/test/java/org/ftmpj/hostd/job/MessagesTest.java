package org.ftmpj.hostd.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.Placement;
import org.ftmpj.hostd.copies.CopySettings;
import org.ftmpj.hostd.logs.MirroredChannel;
import org.ftmpj.hostd.logs.RankEndpoint;
import org.ftmpj.hostd.logs.ReceivedRecords;
import org.ftmpj.network.PathCounters;
import org.ftmpj.supervisor.console.OutputRecord;
import org.ftmpj.supervisor.rank.ProcessStatus;
import org.ftmpj.supervisor.rank.RankEvent;
import org.ftmpj.supervisor.rank.RankOutcome;
import org.ftmpj.supervisor.record.CheckpointRecord;
import org.ftmpj.supervisor.record.RecoveryReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MessagesTest {
  private static final Instant NOW = Instant.parse("2026-11-23T01:02:03.000000004Z");

  private static final byte[] TEXT = "a\n".getBytes(UTF_8);

  static JobOrder order() {
    return new JobOrder(
        "name",
        "name-0123456789abcdef",
        2,
        List.of(
            new JobOrder.Peer("a", List.of(new InetSocketAddress("10.0.0.1", 1))),
            new JobOrder.Peer(
                "b",
                List.of(new InetSocketAddress("10.0.0.2", 2), new InetSocketAddress("::1", 3)))),
        new Placement(List.of(1, 2, 2)),
        new JobOrder.Program(
            "x.jar:y",
            "p.Main",
            List.of("", "ünï"),
            List.of("-Xmx1g"),
            Path.of("/work"),
            List.of("FT_THREADS=refuse"),
            List.of(new FileDigest(Path.of("/work/x.jar"), 77))),
        new JobOrder.Settings(
            Durability.HOST,
            3,
            Optional.of(Path.of("/c")),
            60,
            90,
            true,
            CopySettings.in(Path.of("/d"))));
  }

  static Stream<ToHost> toHost() {
    return Stream.of(
        new ToHost.Order(order()),
        new ToHost.Start(Loggers.NONE, false),
        new ToHost.Start(Loggers.parse("a:1,b:1,[::1]:1;10.0.0.9:4711,b:2,c:1"), true),
        new ToHost.Start(Loggers.NONE, false, List.of(new ReceivedRecords(1, 2, 77))),
        new ToHost.Stop("Ctrl-C"),
        new ToHost.Stop("its time is over", true),
        new ToHost.Leave(true, "exit code 0"),
        new ToHost.Leave(ToHost.Rest.RESUMABLE, "its time is over"),
        new ToHost.TakeCheckpoint(3, 4),
        new ToHost.GivenUp(),
        new ToHost.NotesBegun(),
        new ToHost.CoordinatorSilent(),
        new ToHost.Endpoints(List.of(new RankEndpoint(1, 2, 40_000))),
        new ToHost.AskRank(3),
        new ToHost.RankAnswered(3, true),
        new ToHost.Part(2),
        new ToHost.Place(new Placement(List.of(1, 1, 3)), List.of(new MovedRank(1, 4))),
        new ToHost.Resume(List.of(new MirroredChannel(1, 2, 1L << 40))),
        new ToHost.ToAll(7, List.of(0, 1, 3), new ToHost.Part(2)),
        new ToHost.Input(TEXT),
        new ToHost.History(TEXT));
  }

  @ParameterizedTest
  @MethodSource("toHost")
  void shouldReachTheHostAsTheyAre(ToHost message) {
    assertThat(ToHost.CODEC.decode(ToHost.CODEC.encode(message)))
        .usingRecursiveComparison()
        .isEqualTo(message);
  }

  static Stream<ToLauncher> toLauncher() {
    return Stream.of(
        new ToLauncher.Joined("17", List.of(new InetSocketAddress("127.0.0.1", 9))),
        new ToLauncher.Ready("/tmp/x", Optional.empty()),
        new ToLauncher.Ready("/tmp/x", Optional.of(new HostPort("10.0.0.1", 4711))),
        new ToLauncher.Ready(
            "/tmp/x", Optional.empty(), List.of(new ReceivedRecords(0, 1, 1L << 40)), 70_000),
        new ToLauncher.Checkpointed(1, 2, Optional.of("a lock is held"), Optional.empty()),
        new ToLauncher.Checkpointed(
            1,
            2,
            Optional.empty(),
            Optional.of(new CheckpointRecord.Last(Instant.ofEpochSecond(9, 8), 1, 2, 3, 4))),
        new ToLauncher.Notice("text"),
        new ToLauncher.LinesOf(3, ToLauncher.Lines.RECOVERED),
        happened(new RankEvent.Started(1, 4711, NOW)),
        happened(
            new RankEvent.Died(
                1,
                new ProcessStatus(137, "lack of memory"),
                Optional.empty(),
                NOW,
                Duration.ofMillis(50))),
        happened(new RankEvent.Recovering(2, 3, 4)),
        happened(new RankEvent.OrphansKilled(2, List.of("sleep"))),
        happened(
            new RankEvent.Recovered(
                new RecoveryReport(1, 2, 3, 4, 5, 6, 7, Optional.of(NOW)),
                NOW,
                Duration.ofSeconds(1))),
        happened(new RankEvent.Ended(2, new RankOutcome.Finished(7, "System.exit(7)"), NOW)),
        happened(
            new RankEvent.Ended(2, new RankOutcome.FailStopped(ErrorCode.DIVERGED, "so"), NOW)),
        happened(new RankEvent.Ended(2, new RankOutcome.Stopped(), NOW)),
        new ToLauncher.Progress(List.of(new RankFigures(1, 2, 3, 4, 5, 6))),
        new ToLauncher.Paths(
            List.of(new PathCounters(2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, true, 14)), 15),
        new ToLauncher.InputWanted(),
        new ToLauncher.Loggers(0, true, "2 of 3"),
        new ToLauncher.Loggers(2, false, "is back"),
        new ToLauncher.Counted(2, "counters"),
        new ToLauncher.Failed(ErrorCode.HOST_DIFFERS, "x.jar"),
        new ToLauncher.Stopped(2, true),
        new ToLauncher.PeerLost(2, "silence"),
        new ToLauncher.PeerSilent(3),
        answered(new ToLauncher.Parted(2, List.of(new MovedRank(1, 0), new MovedRank(2, 3)))),
        answered(
            new ToLauncher.Placed(
                List.of(new MirroredChannel(0, 3, 7)), List.of(2, 5), List.of(5))),
        answered(new ToLauncher.Resumed()),
        new ToLauncher.Rejoined("/tmp/x", 0, Optional.empty(), List.of()),
        new ToLauncher.Rejoined(
            "/tmp/x",
            7,
            Optional.of(new ToLauncher.Resumed()),
            List.of(
                new LocalRank(1, 2, Optional.empty()),
                new LocalRank(
                    2,
                    3,
                    Optional.of(new RankEvent.Ended(3, new RankOutcome.Finished(1, "x"), NOW))))),
        new ToLauncher.Printed(5, new OutputRecord(2, OutputRecord.ERR, true, "main", TEXT)),
        new ToLauncher.Raw(-1, 2, TEXT),
        new ToLauncher.Left(""));
  }

  private static ToLauncher answered(ToLauncher.Answer answer) {
    return new ToLauncher.Answered(1L << 40, answer);
  }

  private static ToLauncher happened(RankEvent event) {
    return new ToLauncher.Happened(1, event);
  }

  @ParameterizedTest
  @MethodSource("toLauncher")
  void shouldReachTheLauncherAsTheyAre(ToLauncher message) {
    assertThat(ToLauncher.CODEC.decode(ToLauncher.CODEC.encode(message)))
        .usingRecursiveComparison()
        .isEqualTo(message);
  }

  /** So a message that is added, or an event, is tried here. */
  @Test
  void shouldHaveTriedAllThatCanBeSent() {
    Set<Object> tried = new HashSet<>();
    toHost().forEach(message -> tried.add(message.getClass()));
    toLauncher().forEach(message -> tried.addAll(parts(message)));
    Stream.of(ToHost.class, ToLauncher.class, RankEvent.class, RankOutcome.class)
        .forEach(type -> assertThat(tried).containsAll(records(type).toList()));
  }

  private static Set<Object> parts(ToLauncher message) {
    Set<Object> parts = new HashSet<>(Set.of(message.getClass()));
    if (message instanceof ToLauncher.Answered answered) {
      parts.add(answered.answer().getClass());
    } else if (message instanceof ToLauncher.Happened happened) {
      parts.add(happened.event().getClass());
      if (happened.event() instanceof RankEvent.Ended ended) {
        parts.add(ended.outcome().getClass());
      }
    }
    return parts;
  }

  private static Stream<Class<?>> records(Class<?> type) {
    return type.isSealed()
        ? Stream.of(type.getPermittedSubclasses()).flatMap(MessagesTest::records)
        : Stream.of(type);
  }

  @Test
  void shouldBeNotedAsTheyAre() {
    CoordinatorNote coordinator =
        new CoordinatorNote("host b", List.of(new InetSocketAddress("10.0.0.1", 1)));
    assertThat(CoordinatorNote.CODEC.decode(CoordinatorNote.CODEC.encode(coordinator)))
        .isEqualTo(coordinator);
    LostNote lost = new LostNote(List.of(3, 1));
    assertThat(LostNote.CODEC.decode(LostNote.CODEC.encode(lost))).isEqualTo(lost);
    byte[] whole = LostNote.CODEC.encode(lost);
    byte[] torn = Arrays.copyOf(whole, whole.length - 1);
    assertThatThrownBy(() -> LostNote.CODEC.decode(torn))
        .isInstanceOfSatisfying(
            FtmpjException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.HOST_VERSION));
  }

  @Test
  void shouldRefuseWhatIsNoMessage() {
    byte[] message = ToHost.CODEC.encode(new ToHost.Order(order()));
    refused(Arrays.copyOf(message, message.length - 1));
    refused(Arrays.copyOf(message, message.length + 1));
    refused(new byte[] {99});
    refused(new byte[0]);
    refused(ToLauncher.CODEC.encode(new ToLauncher.InputWanted()));
  }

  private static void refused(byte[] message) {
    assertThatThrownBy(() -> ToHost.CODEC.decode(message))
        .isInstanceOfSatisfying(
            FtmpjException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.HOST_VERSION));
  }
}
