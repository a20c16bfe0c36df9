package org.ftmpj.hostd.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.hostd.copies.CopySettings;
import org.ftmpj.logger.agreement.AgreedState;
import org.ftmpj.logger.agreement.LocalAgreement;
import org.ftmpj.logger.store.StoreReader;
import org.ftmpj.logger.store.StreamEntry;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.supervisor.console.OutputRecord;
import org.ftmpj.supervisor.console.OutputWriter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Three hosts with a rank each. The third is lost, its rank goes to the first, then the job is
 * ended: in steps of coordinators that are this test, the first of which vanishes before, within or
 * after one of them. A daemon has the next one started, which goes on by what is noted.
 */
@Timeout(300)
class TakeoverStepsTest {
  private static final String STEP = "step";
  private static final String ENDING = "ending";
  private static final int LOST = 3;
  private static final int MOVED = 2;
  private static final int DETERMINANTS = 4;
  private static final int FIRST_SUCCESSOR = 100;
  private static final List<Integer> LEFT = List.of(1, 2);
  private static final Placement BEFORE = new Placement(List.of(1, 2, 3));
  private static final Placement AFTER = new Placement(List.of(1, 2, 1));

  @TempDir Path directory;

  private final MemoryHub hub = new MemoryHub();
  private final LocalAgreement agreement = new LocalAgreement();
  private final BlockingQueue<Long> claimed = new LinkedBlockingQueue<>();
  private final Map<Integer, TestDaemon> daemons = new HashMap<>();
  private final Map<Integer, JobLayout> layouts = new HashMap<>();
  private final Map<Integer, OutputWriter> outputs = new HashMap<>();
  private final StringBuilder printed = new StringBuilder();
  private Optional<Place> place = Optional.empty();
  private TestCoordinator coordinator;

  /** What a coordinator does. */
  private enum Act {
    PART,
    HISTORY,
    PLACE,
    RESUME,
    STOP,
    LEAVE
  }

  /** How much of it is done. */
  private enum Moment {
    BEFORE,
    NOTED,
    HALF_TOLD,
    TOLD,
    AFTER
  }

  private record Place(Act act, Moment moment) {}

  private static final class Vanished extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  static Stream<Place> places() {
    return Stream.of(Act.values())
        .flatMap(act -> Stream.of(Moment.values()).map(moment -> new Place(act, moment)))
        .filter(each -> each.act != Act.HISTORY || each.moment != Moment.NOTED)
        .filter(each -> each.act != Act.HISTORY || each.moment != Moment.TOLD)
        // Then nobody is left.
        .filter(each -> each.act != Act.LEAVE || each.moment.compareTo(Moment.TOLD) < 0);
  }

  @AfterEach
  void closeOutputs() {
    outputs.values().forEach(OutputWriter::close);
  }

  @ParameterizedTest
  @MethodSource("places")
  void shouldGoOnWithTheNextCoordinator(Place vanishing) throws Exception {
    place = Optional.of(vanishing);
    begin();
    lose();
    boolean ended = false;
    while (!ended) {
      print();
      try {
        lead();
        ended = true;
      } catch (Vanished e) {
        coordinator.vanish();
        takeOver();
      }
    }
    assertThat(place).as("it was not come to").isEmpty();
    LEFT.forEach(host -> daemons.get(host).awaitEnd());
    assertThat(daemons.get(LOST).awaitError().code()).isEqualTo(ErrorCode.HOST_GIVEN_UP);
    layouts.values().forEach(layout -> assertThat(layout.directory()).doesNotExist());
    checkStarts();
  }

  @Test
  void shouldTellWhoIsSilentOnTheRing() {
    begin();
    hub.silence(1, 2);
    assertThat(coordinator.await(1, ToLauncher.PeerSilent.class).host()).isEqualTo(2);
    assertThat(hub.hasAsked(1, 0)).isFalse();
    hub.silence(LOST, 0);
    LEFT.forEach(host -> await().until(() -> hub.hasAsked(host, 0)));
    lose();
    lead();
    LEFT.forEach(host -> daemons.get(host).awaitEnd());
    assertThat(daemons.get(LOST).awaitError().code()).isEqualTo(ErrorCode.HOST_GIVEN_UP);
  }

  private void begin() {
    coordinator = new TestCoordinator(hub, 0, 1, agreement);
    List<Integer> all = List.of(1, 2, LOST);
    coordinator.expect(all);
    SearchTimes times =
        new SearchTimes(Duration.ofMillis(20), Duration.ofMinutes(1), Duration.ofMinutes(1));
    String script =
        "echo $FT_RANK $FT_INCARNATION $FT_JOB_DIR >> " + starts() + "; exec sleep 1000";
    for (int host : all) {
      daemons.put(host, TestDaemon.start(hub, host, script, agreement, claimed::add, times));
      coordinator.await(host, ToLauncher.Joined.class);
      coordinator.tell(host, new ToHost.Order(order(host)));
    }
    for (int host : all) {
      String made = coordinator.await(host, ToLauncher.Ready.class).directory();
      layouts.put(host, new JobLayout(Path.of(made)));
    }
    coordinator.claim();
    for (int host : all) {
      coordinator.tell(host, new ToHost.Start(Loggers.NONE, true));
      coordinator.await(host, ToLauncher.Happened.class);
      int rank = host - 1;
      outputs.put(rank, OutputWriter.open(layouts.get(host).output(rank), 1, text -> {}));
    }
    awaitStarts(all.size());
  }

  private void awaitStarts(int number) {
    await().until(() -> Files.exists(starts()) && Files.readAllLines(starts()).size() == number);
  }

  private Path starts() {
    return directory.resolve("starts");
  }

  private JobOrder order(int host) {
    return new JobOrder(
        "takeover" + directory.getFileName(),
        "takeover-0123456789abcdef",
        host,
        Stream.of("a", "b", "c").map(name -> new JobOrder.Peer(name, List.of())).toList(),
        BEFORE,
        new JobOrder.Program("", "Main", List.of(), List.of(), directory, List.of(), List.of()),
        new JobOrder.Settings(
            Durability.QUORUM, 0, Optional.empty(), 0, 0, false, CopySettings.NONE));
  }

  private void lose() {
    coordinator.note(LostNote.NAME, LostNote.CODEC.encode(new LostNote(List.of(LOST))));
    hub.lose(LOST);
  }

  /** Both ranks that were not lost print a line, if they may be there. */
  private void print() {
    if (coordinator.state().note(ENDING).isPresent()) {
      return;
    }
    byte[] line = ("line " + printed.length() + "\n").getBytes(UTF_8);
    printed.append(new String(line, UTF_8));
    for (int host : LEFT) {
      outputs.get(host - 1).write(OutputRecord.OUT, "main", line, 0, line.length);
    }
  }

  private void at(Act act, Moment moment) {
    if (place.equals(Optional.of(new Place(act, moment)))) {
      place = Optional.empty();
      throw new Vanished();
    }
  }

  private Optional<ToHost.ToAll> lastStep() {
    return coordinator.state().note(STEP).map(note -> (ToHost.ToAll) ToHost.CODEC.decode(note));
  }

  /** What is left to do, by what is noted. */
  private void lead() {
    AgreedState state = coordinator.state();
    if (state.note(ENDING).isEmpty()) {
      boolean isMoved =
          lastStep().map(ToHost.ToAll::move).filter(ToHost.Resume.class::isInstance).isPresent();
      if (!isMoved) {
        move();
      }
      checkMoved();
    }
    endJob();
  }

  private void move() {
    step(Act.PART, new ToHost.Part(LOST));
    at(Act.HISTORY, Moment.BEFORE);
    for (int number = 1; number <= DETERMINANTS; number++) {
      coordinator.deliver(1, history(number));
      if (number == DETERMINANTS / 2) {
        at(Act.HISTORY, Moment.HALF_TOLD);
      }
    }
    at(Act.HISTORY, Moment.AFTER);
    step(Act.PLACE, new ToHost.Place(AFTER, List.of(new MovedRank(MOVED, 2))));
    step(Act.RESUME, new ToHost.Resume(List.of()));
  }

  private static ToHost.History history(int number) {
    ByteBuffer determinant = ByteBuffer.allocate(Integer.BYTES + Long.BYTES);
    determinant.putInt(Long.BYTES).putLong(number).flip();
    StreamEntry entry = new StreamEntry(MOVED, 1, 7, new Batch(number, 1, determinant));
    ByteBuffer record = ByteBuffer.allocate(entry.length());
    entry.encode(record);
    return new ToHost.History(record.array());
  }

  private void step(Act act, ToHost.Move move) {
    at(act, Moment.BEFORE);
    long number = lastStep().map(ToHost.ToAll::number).orElse(0L) + 1;
    ToHost.ToAll step = new ToHost.ToAll(number, List.of(0, 1, 2), move);
    coordinator.note(STEP, ToHost.CODEC.encode(step));
    at(act, Moment.NOTED);
    coordinator.tell(1, step);
    at(act, Moment.HALF_TOLD);
    coordinator.tell(2, step);
    at(act, Moment.TOLD);
    LEFT.forEach(host -> coordinator.awaitAnswer(host, number));
    at(act, Moment.AFTER);
  }

  /** Its determinants are there, once, and it has been started. */
  private void checkMoved() {
    JobLayout here = layouts.get(1);
    try (StoreReader reader = StoreReader.openReadOnly(here.determinants(MOVED), 1)) {
      List<Long> numbers = new ArrayList<>();
      assertThat(reader.read(1, record -> numbers.add(record.getLong(record.position()))))
          .isEqualTo(DETERMINANTS);
      assertThat(numbers).containsExactly(1L, 2L, 3L, 4L);
    }
    awaitStarts(4);
  }

  private void endJob() {
    at(Act.STOP, Moment.BEFORE);
    coordinator.note(ENDING, new byte[] {1});
    at(Act.STOP, Moment.NOTED);
    List<Integer> there = List.copyOf(new TreeSet<>(daemonsThere()));
    for (int host : there) {
      coordinator.tell(host, new ToHost.Stop("enough"));
      at(Act.STOP, Moment.HALF_TOLD);
    }
    at(Act.STOP, Moment.TOLD);
    for (int host : there) {
      coordinator.await(host, ToLauncher.Stopped.class);
      assertThat(coordinator.printed(host - 1)).isEqualTo(printed.toString());
    }
    at(Act.STOP, Moment.AFTER);
    at(Act.LEAVE, Moment.BEFORE);
    at(Act.LEAVE, Moment.NOTED);
    for (int host : there) {
      coordinator.tell(host, new ToHost.Leave(false, "enough"));
      if (host == there.get(0) && place.isPresent()) {
        daemons.get(host).awaitEnd();
      }
      at(Act.LEAVE, Moment.HALF_TOLD);
    }
    there.forEach(host -> coordinator.await(host, ToLauncher.Left.class));
    coordinator.end();
  }

  private List<Integer> daemonsThere() {
    return LEFT.stream().filter(host -> !daemons.get(host).hasEnded()).toList();
  }

  /** The coordinator that a daemon has started goes on. */
  private void takeOver() throws InterruptedException {
    List<Integer> there = daemonsThere();
    do {
      Long term = claimed.poll(120, TimeUnit.SECONDS);
      assertThat(term).as("nobody has claimed").isNotNull();
      coordinator = new TestCoordinator(hub, FIRST_SUCCESSOR + term.intValue(), term, agreement);
      coordinator.expect(there);
    } while (!coordinator.listen());
    Optional<ToHost.ToAll> last = lastStep();
    for (int host : there) {
      ToLauncher.Rejoined rejoined = coordinator.await(host, ToLauncher.Rejoined.class);
      assertThat(rejoined.directory()).isEqualTo(layouts.get(host).directory().toString());
      assertThat(rejoined.ranks().get(0).rank()).isEqualTo(host - 1);
      long noted = last.map(ToHost.ToAll::number).orElse(0L);
      assertThat(rejoined.step()).isIn(noted - 1, noted);
      last.ifPresent(step -> coordinator.tell(host, step));
    }
    for (int host : coordinator.state().note(ENDING).isPresent() ? List.<Integer>of() : there) {
      last.ifPresent(step -> coordinator.awaitAnswer(host, step.number()));
    }
  }

  private void checkStarts() throws IOException {
    assertThat(Files.readAllLines(starts()))
        .containsExactlyInAnyOrder(
            start(0, 1, 1), start(1, 1, 2), start(MOVED, 1, LOST), start(MOVED, 2, 1));
  }

  private String start(int rank, int incarnation, int host) {
    return rank + " " + incarnation + " " + layouts.get(host).directory();
  }
}
