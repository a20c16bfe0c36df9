package org.ftmpj.hostd.copies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.ftmpj.checkpoint.store.CheckpointState;
import org.ftmpj.checkpoint.store.CheckpointStore;
import org.ftmpj.checkpoint.store.CheckpointStore.Stored;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.logs.EdgeGate;
import org.ftmpj.logger.local.MappedEventLog;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.match.Receive;
import org.ftmpj.protocol.rank.RankCheckpoint;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.rank.RestoredRank;
import org.ftmpj.protocol.replay.Outside;
import org.ftmpj.protocol.replay.RankState;
import org.ftmpj.protocol.replay.RecoveryStatistics;
import org.ftmpj.supervisor.console.OutputRecord;
import org.ftmpj.supervisor.console.OutputWriter;
import org.ftmpj.transport.channel.ChronicleInterconnect;
import org.ftmpj.transport.control.ControlBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rank 0 of host 1 takes checkpoints, which are copied; then it goes on from them on host 2. */
@Timeout(60)
class RankCopiesTest {
  private static final int SIZE = 3;
  private static final int CONTEXT = 7;

  /** In the channel log, in the bulk log, and begun before it is written. */
  private static final int[] LENGTHS = {100, 20_000, 300_000, 0, 600_000};

  @TempDir Path directory;

  private final List<String> notices = new ArrayList<>();
  private JobLayout one;
  private JobLayout two;
  private CopyDirectory copies;
  private ChronicleInterconnect logs;
  private MappedEventLog events;
  private RankSession session;
  private OutputWriter output;
  private RankCopies copier;
  private int sent;

  private static final class Nothing implements Outside {
    @Override
    public boolean holdsMoreOutput() {
      return false;
    }

    @Override
    public void live(RecoveryStatistics statistics) {}

    @Override
    public void transition(RankState from, RankState to, String why) {}
  }

  @BeforeEach
  void open() throws Exception {
    one = layout("one");
    two = layout("two");
    copies = new CopyDirectory(directory.resolve("shared"), "job-1");
    copies.create();
    copies.enter(1);
    copies.enter(2);
    logs = ChronicleInterconnect.open(one, 0, SIZE, 1);
    events = new MappedEventLog(one.determinants(0), 1);
    session = new RankSession(logs, events, new Nothing());
    output = OutputWriter.open(one.output(0), 1, notices::add);
    copier = new RankCopies(one, copies.make(1, 0), 0, SIZE, EdgeGate.OPEN, false);
  }

  private JobLayout layout(String name) throws Exception {
    JobLayout layout = new JobLayout(Files.createDirectories(directory.resolve(name)));
    ControlBlock.create(layout.control(), SIZE);
    Files.createDirectories(layout.determinants());
    Files.createDirectories(layout.output(0).getParent());
    return layout;
  }

  @AfterEach
  void close() {
    copier.close();
    output.close();
    logs.close();
    events.close();
  }

  private static byte[] bytes(int number) {
    byte[] bytes = new byte[LENGTHS[number % LENGTHS.length]];
    new SplittableRandom(number).nextBytes(bytes);
    return bytes;
  }

  private void sendSome() {
    for (int i = 0; i < 2 * LENGTHS.length; i++, sent++) {
      byte[] bytes = bytes(sent);
      ByteBuffer fixed = ByteBuffer.allocateDirect(bytes.length).put(0, bytes);
      session.send(
          sent % SIZE, CONTEXT, sent, false, 1, bytes.length, fixed, bytes.length, null, 0);
      logs.mark(sent % SIZE, sent + 1);
    }
    byte[] line = ("sent " + sent + "\n").getBytes(StandardCharsets.UTF_8);
    output.write(OutputRecord.OUT, "main", line, 0, line.length);
  }

  private void save(List<Receive> held) throws Exception {
    RankCheckpoint checkpoint = session.checkpoint(List.copyOf(held), List.of());
    CheckpointStore store = new CheckpointStore(one.checkpoints(0));
    Stored begun = store.begin();
    Files.writeString(begun.heap(), "heap after " + sent);
    new CheckpointState(
            CheckpointState.Kind.PROGRAM,
            Instant.now(),
            Files.size(begun.heap()),
            output.position(),
            checkpoint.encode())
        .write(begun.state());
    store.commit(begun);
  }

  private List<Stored> moved() {
    new MovedCheckpoints(two, ControlBlock.open(two.control()), copies, 0, 2, notices::add)
        .restore(List.of(1, 3));
    return new CheckpointStore(two.checkpoints(0)).all();
  }

  @Test
  void shouldGoOnWithAllThatWasSentBeforeTheNewestCopy() throws Exception {
    sendSome();
    save(List.of());
    assertThat(copier.copyNewest()).isTrue();
    assertThat(copier.copyNewest()).as("the same once more").isFalse();
    sendSome();
    save(List.of());
    sendSome(); // Is in the logs when they are copied.
    assertThat(copier.copyNewest()).isTrue();
    int copied = sent;
    sendSome();

    List<Stored> moved = moved();
    assertThat(notices).isEmpty();
    assertThat(moved).extracting(Stored::number).containsExactly(2L, 1L);
    assertThat(moved.get(0).heap()).hasContent("heap after 20");
    assertThat(moved.get(1).heap()).hasContent("heap after 10");
    CheckpointState state = CheckpointState.read(moved.get(0).state());
    byte[] printed = Files.readAllBytes(one.output(0));
    assertThat(Files.readAllBytes(two.output(0)))
        .isEqualTo(Arrays.copyOf(printed, (int) state.outputBytes()));
    try (ChronicleInterconnect receiver = ChronicleInterconnect.open(two, 1, SIZE, 1)) {
      requireReceived(receiver, 1, copied);
    }
    try (ChronicleInterconnect again = ChronicleInterconnect.open(two, 0, SIZE, 2);
        MappedEventLog log = new MappedEventLog(two.determinants(0), 2)) {
      RankSession restored =
          RankSession.restored(
                  again,
                  log,
                  new Nothing(),
                  Receptions.NONDETERMINISTIC,
                  RankCheckpoint.decode(state.rank()))
              .session();
      for (int number = 20; number < sent; number++) {
        byte[] bytes = bytes(number);
        ByteBuffer fixed = ByteBuffer.allocateDirect(bytes.length).put(0, bytes);
        restored.send(
            number % SIZE, CONTEXT, number, false, 1, bytes.length, fixed, bytes.length, null, 0);
      }
    }
    try (ChronicleInterconnect receiver = ChronicleInterconnect.open(two, 1, SIZE, 2)) {
      requireReceived(receiver, 1, sent);
    }
  }

  /** All messages to that rank before that one, and all marks between and behind them. */
  private static void requireReceived(ChronicleInterconnect at, int rank, int before) {
    int next = rank;
    int marks = 0;
    for (Arrival arrival = at.next(); arrival != null; arrival = at.next()) {
      if (arrival instanceof Arrival.Message message) {
        ByteBuffer fixed = ByteBuffer.allocateDirect(message.envelope().fixedLength());
        at.copy(message, fixed, null);
        assertThat(message.envelope().tag()).isEqualTo(next);
        assertThat(fixed).isEqualTo(ByteBuffer.wrap(bytes(next)));
        next += SIZE;
      } else {
        marks++;
      }
    }
    assertThat(next).isBetween(before, before + SIZE - 1);
    assertThat(marks).isGreaterThan(0);
  }

  /** Whose sender may have to be repeated before they are there. */
  @Test
  void shouldWaitForThePayloadsOfMessagesThatItHasTakenIn() throws Exception {
    byte[] bytes = bytes(2);
    ByteBuffer fixed = ByteBuffer.allocateDirect(bytes.length).put(0, bytes);
    try (ChronicleInterconnect sender = ChronicleInterconnect.open(one, 1, SIZE, 1);
        MappedEventLog log = new MappedEventLog(one.determinants(1), 1)) {
      RankSession other = new RankSession(sender, log, new Nothing());
      for (int tag = 0; tag < 3; tag++) {
        other.send(0, CONTEXT, tag, false, 1, bytes.length, fixed, bytes.length, null, 0);
      }
      session.probe(1, CONTEXT, 2);
    }
    Receive complete = session.post(1, CONTEXT, 1);
    assertThat(complete.isComplete()).isTrue();
    save(List.of(complete));
    assertThat(copier.copyNewest()).isTrue();

    RankCheckpoint checkpoint =
        RankCheckpoint.decode(CheckpointState.read(moved().get(0).state()).rank());
    try (ChronicleInterconnect again = ChronicleInterconnect.open(two, 0, SIZE, 2);
        MappedEventLog log = new MappedEventLog(two.determinants(0), 2)) {
      RestoredRank restored =
          RankSession.restored(again, log, new Nothing(), Receptions.NONDETERMINISTIC, checkpoint);
      Receive held = (Receive) restored.requests().get(0);
      Receive taken = restored.session().post(1, CONTEXT, 2);
      assertThat(taken.isComplete()).as("it is known").isTrue();
      CompletableFuture<ByteBuffer> copy =
          CompletableFuture.supplyAsync(() -> payload(restored.session(), taken, bytes.length));
      try (ChronicleInterconnect sender = ChronicleInterconnect.open(two, 1, SIZE, 2)) {
        sendAgain(sender, fixed, 1);
        assertThat(payload(restored.session(), held, 0)).isNull();
        sendAgain(sender, fixed, 2);
        sendAgain(sender, fixed, 3);
        sendAgain(sender, fixed, 4);
        assertThat(copy.get()).isEqualTo(ByteBuffer.wrap(bytes));
      }
      assertThat(payload(restored.session(), held, bytes.length)).isEqualTo(ByteBuffer.wrap(bytes));
      Receive first = restored.session().post(1, CONTEXT, 0);
      Receive next = restored.session().post(1, CONTEXT, 3);
      restored.session().await(first);
      restored.session().await(next);
      assertThat(first.message().sequence()).isEqualTo(1);
      assertThat(next.message().sequence()).as("others are passed over").isEqualTo(4);
    }
  }

  private static void sendAgain(ChronicleInterconnect sender, ByteBuffer fixed, long sequence) {
    sender.send(
        0,
        sequence,
        new Envelope(CONTEXT, (int) sequence - 1, false, 1, fixed.limit(), fixed.limit(), 0, 0),
        fixed,
        null);
  }

  private static ByteBuffer payload(RankSession session, Receive receive, int length) {
    if (length == 0) {
      return null;
    }
    ByteBuffer payload = ByteBuffer.allocateDirect(length);
    session.copy(receive.message(), payload, null);
    return payload;
  }

  @Test
  void shouldNotUseWhatIsDamaged() throws Exception {
    sendSome();
    save(List.of());
    copier.copyNewest();
    sendSome();
    save(List.of());
    copier.copyNewest();
    damage(copies.of(1, 0).records().resolve("2"));
    List<Stored> moved = moved();
    assertThat(moved).hasSize(1);
    assertThat(moved.get(0).heap()).hasContent("heap after 10");
    assertThat(notices).hasSize(2).allMatch(notice -> notice.startsWith("FTMPJ-1826"));
    assertThat(notices.get(0)).contains("records/2: it is damaged");
  }

  private static void damage(Path records) throws Exception {
    try (RandomAccessFile file = new RandomAccessFile(records.toFile(), "rw")) {
      file.seek(file.length() / 2);
      int before = file.read();
      file.seek(file.length() / 2);
      file.write(~before);
    }
  }

  /** What is neither damaged nor missing counts; the rest is copied once more. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void shouldGoOnAfterWhatAnEarlierRunHasCopied(int damaged) throws Exception {
    for (int copy = 1; copy <= 3; copy++) {
      sendSome();
      save(List.of());
      copier.copyNewest();
    }
    copier.close();
    Path records = copies.of(1, 0).records();
    if (damaged == 1) {
      Files.delete(records.resolve("1"));
    } else if (damaged > 1) {
      damage(records.resolve(Integer.toString(damaged)));
    }
    copies.open();
    copies.reenter(1);
    copier = new RankCopies(one, copies.make(1, 0), 0, SIZE, EdgeGate.OPEN, true);
    assertThat(copier.copyNewest()).isTrue();
    if (damaged == 0) {
      assertThat(records.toFile().list()).containsExactlyInAnyOrder("1", "2", "3");
      assertThat(copier.copyNewest()).isFalse();
    }
    sendSome();
    save(List.of());
    assertThat(copier.copyNewest()).isTrue();

    List<Stored> moved = moved();
    assertThat(notices).isEmpty();
    assertThat(moved.get(0).heap()).hasContent("heap after 40");
    assertThat(moved.get(1).heap()).hasContent("heap after 30");
    byte[] printed = Files.readAllBytes(one.output(0));
    assertThat(Files.readAllBytes(two.output(0))).isEqualTo(printed);
    try (ChronicleInterconnect receiver = ChronicleInterconnect.open(two, 1, SIZE, 1)) {
      requireReceived(receiver, 1, sent);
    }
  }

  @Test
  void shouldNotCountBeforeAllIsStable() throws Exception {
    sendSome();
    save(List.of());
    EdgeGate shut =
        () -> {
          throw new IllegalStateException("shut");
        };
    try (RankCopies waiting = new RankCopies(one, copies.make(1, 0), 0, SIZE, shut, false)) {
      assertThatThrownBy(waiting::copyNewest).hasMessage("shut");
    }
    assertThat(moved()).isEmpty();
    assertThat(copier.copyNewest()).isTrue();
    assertThat(moved()).hasSize(1);
  }

  @Test
  void shouldTryAgainWithoutLosingRecords() throws Exception {
    sendSome();
    save(List.of());
    Path images = copies.of(1, 0).images();
    Files.delete(images);
    Files.createFile(images);
    assertThatThrownBy(copier::copyNewest)
        .isInstanceOf(FtmpjException.class)
        .hasMessageContaining("FTMPJ-1825");
    Files.delete(images);
    sendSome();
    save(List.of());
    assertThat(copier.copyNewest()).isTrue();
    assertThat(moved()).hasSize(1);
    assertThat(notices).isEmpty();
  }

  @Test
  void shouldRemoveItsDirectoryAndNothingElse() throws Exception {
    Path root = directory.resolve("shared").resolve("ftmpj-job-1");
    assertThat(Files.getPosixFilePermissions(root)).hasSize(3);
    assertThatThrownBy(() -> new CopyDirectory(directory.resolve("other"), "job-1").enter(1))
        .hasMessageContaining("FTMPJ-1827");
    sendSome();
    save(List.of());
    copier.copyNewest();
    copies.leave(List.of(2), notices::add);
    assertThat(root.resolve("h2")).doesNotExist();
    Files.createFile(root.resolve("h1").resolve("mine"));
    copies.leave(List.of(1), notices::add);
    assertThat(notices).hasSize(1).allMatch(notice -> notice.contains("h1/mine"));
    assertThat(root.resolve("h1").toFile().list()).containsExactly("mine");
    Files.delete(root.resolve("h1").resolve("mine"));
    copies.removeAll(notices::add);
    assertThat(root).doesNotExist();
  }
}
