package org.ftmpj.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.hostd.job.MovedRank;
import org.ftmpj.hostd.job.Sessions;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.logger.agreement.AgreedState;
import org.ftmpj.logger.agreement.LocalAgreement;
import org.ftmpj.logger.store.StreamEntry;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.network.NetworkOptions;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.transport.control.ControlBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Coordinators that die, one after the other, while a host's ranks are moved: before or after each
 * of their notes.
 */
@Timeout(300)
class CoordinatorsTest {
  private static final String SECRET = "0123456789abcdef0123456789abcdef";
  private static final List<InetSocketAddress> LOOPBACK =
      List.of(new InetSocketAddress("127.0.0.1", 0));
  private static final int RANKS = 3;

  /** The loss, and three steps. */
  private static final int NOTES = 4;

  private final NetworkOptions options = NetworkOptions.defaults();
  private final LocalAgreement loggers = new LocalAgreement();
  private final Map<Integer, PlayedHost> hosts = new TreeMap<>();
  private final List<Integer> read = new CopyOnWriteArrayList<>();
  private Consumer<Consumer<ByteBuffer>> stream = record -> {};
  @TempDir Path directory;

  @AfterEach
  void end() {
    hosts.values().forEach(PlayedHost::close);
  }

  private void start() throws Exception {
    for (int host : List.of(1, 3)) {
      hosts.put(host, new PlayedHost(host, SECRET, options));
    }
    loggers.claim(0, Map.of());
  }

  /** One that may die; then nothing of it is left. */
  private final class Coordinator implements AutoCloseable, Notebook {
    private final CompletableFuture<Void> died = new CompletableFuture<>();
    private final Verdict verdict = new Verdict(RANKS);
    private final Sessions sessions = HostNetwork.open(0, SECRET, LOOPBACK, options);
    private final long term;
    private final HostLosses losses;
    private final Console console =
        new Console(new ByteArrayOutputStream(), new ByteArrayOutputStream(), false);

    /** How many notes are made until it dies, and whether it is before or after the last one. */
    private int left;

    private final boolean before;

    Coordinator(int left, boolean before) throws Exception {
      this.left = left;
      this.before = before;
      AgreedState state = loggers.read();
      this.term = state.term();
      Map<Integer, Integer> incarnations = new TreeMap<>(Map.of(0, 1, 1, 1, 2, 1));
      LostHosts lost =
          state
              .note(LostHosts.NAME)
              .map(note -> LostHosts.decode(note, incarnations))
              .orElseGet(() -> new LostHosts(new Placement(List.of(1, 2, 3))));
      Optional<ToHost.ToAll> step =
          state.note(StepReplies.STEP).map(note -> (ToHost.ToAll) ToHost.CODEC.decode(note));
      JobLayout layout = new JobLayout(Files.createDirectory(directory.resolve("c" + term)));
      RemoteRanks ranks =
          new RemoteRanks(
              layout,
              console,
              verdict,
              ControlBlock.create(layout.control(), RANKS),
              (rank, event) -> {},
              null,
              new RemoteRanks.Beginning(lost));
      ranks.know(incarnations);
      List<RemoteHost> all = new ArrayList<>();
      for (int number = 1; number <= 3; number++) {
        all.add(RemoteHost.known(number, "host" + number, ranks));
      }
      losses =
          new HostLosses(
              all,
              ranks,
              new HostReplacement(List.of(0, 0, 0)),
              new HostLosses.Standing(lost, step),
              new Streams(),
              this,
              new Untold(),
              verdict);
      ranks.survive(losses);
      for (RemoteHost host : all) {
        if (lost.has(host.number())) {
          host.giveUp();
          continue;
        }
        host.expect(sessions);
        if (hosts.containsKey(host.number())) {
          hosts.get(host.number()).join(sessions.addresses());
        } else {
          losses.lost(host, new FtmpjException(ErrorCode.HOST_LOST, "by the test"));
        }
      }
      losses.start();
    }

    @Override
    public void note(Map<String, byte[]> notes) throws InterruptedException {
      left--;
      if (left == 0 && before) {
        die();
      }
      assertThat(loggers.update(term, notes).accepted()).isTrue();
      if (left == 0) {
        die();
      }
    }

    private void die() throws InterruptedException {
      died.complete(null);
      throw new InterruptedException("It is dead");
    }

    @Override
    public int nextReader(int host) {
      throw new AssertionError("Streams are played");
    }

    @Override
    public void close() {
      losses.close();
      sessions.close();
    }
  }

  private final class Streams implements MovingHistory.Streams {
    @Override
    public void read(int host, Consumer<ByteBuffer> record) {
      read.add(host);
      stream.accept(record);
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }

  private static final class Untold implements HostLosses.Told {
    @Override
    public void lost(FtmpjException why, String moved) {
      // No one is there.
    }

    @Override
    public void placed(LostHosts now) {
      // No one asks.
    }
  }

  static Stream<Arguments> deaths() {
    return IntStream.rangeClosed(1, NOTES)
        .boxed()
        .flatMap(
            first ->
                IntStream.rangeClosed(1, NOTES)
                    .boxed()
                    .flatMap(
                        second ->
                            Stream.of(true, false)
                                .map(before -> Arguments.of(first, second, before))));
  }

  /**
   * @param before whether they die before that note of theirs, or after it
   */
  @ParameterizedTest
  @MethodSource("deaths")
  void shouldMoveRanksOnceWheneverCoordinatorsDie(int first, int second, boolean before)
      throws Exception {
    start();
    try (Coordinator one = new Coordinator(first, before)) {
      one.died.join();
    }
    next();
    try (Coordinator two = new Coordinator(second, before)) {
      await().until(() -> two.died.isDone() || areResumed());
    }
    next();
    try (Coordinator three = new Coordinator(0, false)) {
      await().until(() -> areResumed() || three.verdict.isKnown());
      assertThat(three.verdict.isKnown()).isFalse();
    }
    List<ToHost.Move> steps = hosts.get(1).steps();
    assertThat(hosts.get(3).steps()).isEqualTo(steps);
    assertThat(steps.get(0)).isEqualTo(new ToHost.Part(2));
    assertThat(steps.get(steps.size() - 2)).isInstanceOf(ToHost.Place.class);
    assertThat(steps).filteredOn(ToHost.Resume.class::isInstance).hasSize(1);
    assertThat(read).isNotEmpty().containsOnly(2);
    List<Integer> incarnations = incarnations(steps);
    assertThat(incarnations).doesNotHaveDuplicates().isSorted().allMatch(i -> i > 1);
  }

  /** It does not answer what the next one tells again. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void shouldNotWaitForAHostThatIsLostWithTheCoordinator(int notes) throws Exception {
    start();
    try (Coordinator one = new Coordinator(notes, false)) {
      one.died.join();
    }
    hosts.remove(3).close();
    next();
    try (Coordinator two = new Coordinator(0, false)) {
      await().until(() -> isOn(1, 1, 2) || two.verdict.isKnown());
      assertThat(two.verdict.isKnown()).isFalse();
    }
  }

  /** Whether these ranks have been moved to that host, or placed there again, and resumed. */
  private boolean isOn(int host, int... ranks) {
    List<ToHost.Move> steps = hosts.get(host).steps();
    List<ToHost.Place> places =
        steps.stream()
            .filter(ToHost.Place.class::isInstance)
            .map(ToHost.Place.class::cast)
            .toList();
    return isResumed(hosts.get(host))
        && IntStream.of(ranks)
            .allMatch(rank -> places.get(places.size() - 1).placement().hostOf(rank) == host);
  }

  /** It may come to the next coordinator, which would let the rank start there. */
  @Test
  void shouldPlaceNothingOnAHostThatIsLostBeforeItHasTheDeterminants() throws Exception {
    start();
    stream =
        record -> {
          if (read.size() == 1) {
            hosts.get(1).close();
          }
          record.accept(determinantOfMovedRank());
        };
    try (Coordinator one = new Coordinator(0, false)) {
      await().until(() -> isResumed(hosts.get(3)) || one.verdict.isKnown());
      assertThat(one.verdict.isKnown()).isFalse();
    }
    assertThat(hosts.get(3).steps())
        .filteredOn(ToHost.Place.class::isInstance)
        .extracting(step -> ((ToHost.Place) step).placement().hostOf(1))
        .containsOnly(3);
  }

  private static ByteBuffer determinantOfMovedRank() {
    ByteBuffer records = ByteBuffer.allocate(Integer.BYTES + 1).putInt(1).put((byte) 7).flip();
    StreamEntry entry = new StreamEntry(1, 1, 1, new Batch(1, 1, records));
    ByteBuffer encoded = ByteBuffer.allocate(entry.length());
    entry.encode(encoded);
    return encoded.flip();
  }

  private void next() throws InterruptedException {
    assertThat(loggers.claim(loggers.read().term(), Map.of()).accepted()).isTrue();
  }

  private boolean areResumed() {
    return hosts.values().stream().allMatch(CoordinatorsTest::isResumed);
  }

  private static boolean isResumed(PlayedHost host) {
    List<ToHost.Move> steps = host.steps();
    return !steps.isEmpty() && steps.get(steps.size() - 1) instanceof ToHost.Resume;
  }

  /** Those that the moved rank was given. */
  private static List<Integer> incarnations(List<ToHost.Move> steps) {
    List<Integer> given = new ArrayList<>();
    for (ToHost.Move step : steps) {
      if (step instanceof ToHost.Place place) {
        assertThat(place.placement().hostOf(1)).isNotEqualTo(2);
        assertThat(place.moved()).extracting(MovedRank::rank).containsExactly(1);
        given.add(place.moved().get(0).incarnation());
      }
    }
    return given;
  }
}
