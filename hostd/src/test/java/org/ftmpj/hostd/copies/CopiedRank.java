package org.ftmpj.hostd.copies;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.ftmpj.checkpoint.store.CheckpointState;
import org.ftmpj.checkpoint.store.CheckpointStore;
import org.ftmpj.checkpoint.store.CheckpointStore.Stored;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.hostd.logs.EdgeGate;
import org.ftmpj.logger.local.MappedEventLog;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.match.Receive;
import org.ftmpj.protocol.rank.RankCheckpoint;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.replay.RankListener;
import org.ftmpj.supervisor.console.OutputRecord;
import org.ftmpj.supervisor.console.OutputWriter;
import org.ftmpj.transport.channel.ChronicleInterconnect;
import org.ftmpj.transport.channel.MessageRetention;
import org.ftmpj.transport.channel.PositionsForLostHosts;
import org.ftmpj.transport.control.ControlBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Rank 0 of host 1 takes checkpoints, which are copied; then it goes on from them on host 2. */
abstract class CopiedRank {
  static final int SIZE = 3;
  static final int CONTEXT = 7;

  /** In the channel log, in the bulk log, and begun before it is written. */
  static final int[] LENGTHS = {100, 20_000, 300_000, 0, 600_000};

  static final String JOB = "job-1";
  static final CopyProofs PROOFS = new CopyProofs(secret(), JOB);

  private static final String SECRET = "0123456789abcdef0123456789abcdef";

  @TempDir Path directory;

  final List<String> notices = new ArrayList<>();
  JobLayout one;
  JobLayout two;
  CopyDirectory copies;
  ChronicleInterconnect logs;
  private MappedEventLog events;
  RankSession session;
  private OutputWriter output;
  RankCopies copier;

  /** Null where copies are in a directory. */
  AtPartner partner;

  int sent;

  static Secret secret() {
    try {
      return Secret.of(SECRET, "the test");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Gives a directory the job's secret. */
  static JobLayout withSecret(Path directory) throws IOException {
    JobLayout layout = new JobLayout(Files.createDirectories(directory));
    Files.writeString(layout.secret(), SECRET + "\n");
    return layout;
  }

  @BeforeEach
  void open() throws Exception {
    one = layout("one");
    two = layout("two");
    copies = CopyDirectory.in(directory.resolve("shared"), JOB);
    copies.create();
    copies.enter(1);
    copies.enter(2);
    logs = ChronicleInterconnect.open(one, 0, SIZE, 1, needed());
    events = new MappedEventLog(one.determinants(0), 1);
    session = new RankSession(logs, events, RankListener.NONE);
    output = OutputWriter.open(one.output(0), 1, notices::add);
    copier = copier(EdgeGate.OPEN);
  }

  RankCopies copier(EdgeGate gate) throws Exception {
    return new RankCopies(one, place(), PROOFS, 0, SIZE, needed(), gate, () -> false);
  }

  MessageRetention needed() {
    return new PositionsForLostHosts(one, ControlBlock.open(one.control()), 0);
  }

  /** The same where host 2 keeps the copies there. */
  final CopyPlace placeAtPartner() throws Exception {
    if (partner == null) {
      partner = new AtPartner(copies, SIZE);
    }
    return partner.place();
  }

  /** Where host 1 copies rank 0, in {@link #copies}. */
  CopyPlace place() throws Exception {
    return new DirectoryPlace(copies.make(1, 0), PROOFS);
  }

  private JobLayout layout(String name) throws Exception {
    JobLayout layout = withSecret(directory.resolve(name));
    ControlBlock.create(layout.control(), SIZE);
    Files.createDirectories(layout.determinants());
    Files.createDirectories(layout.output(0).getParent());
    Files.createDirectories(layout.incarnation(0).getParent());
    return layout;
  }

  @AfterEach
  void close() throws Exception {
    if (partner != null) {
      partner.close();
    }
    copier.close();
    output.close();
    logs.close();
    events.close();
  }

  static byte[] bytes(int number) {
    byte[] bytes = new byte[LENGTHS[number % LENGTHS.length]];
    new SplittableRandom(number).nextBytes(bytes);
    return bytes;
  }

  void sendSome() {
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

  void save(List<Receive> held) throws Exception {
    save(held, output.position());
  }

  /**
   * @param printed how much of what was printed the checkpoint knows
   */
  void save(List<Receive> held, long printed) throws Exception {
    RankCheckpoint checkpoint = session.checkpoint(List.copyOf(held), List.of());
    CheckpointStore store = new CheckpointStore(one.checkpoints(0));
    Stored begun = store.begin();
    Files.writeString(begun.heap(), "heap after " + sent);
    new CheckpointState(
            CheckpointState.Kind.PROGRAM,
            Instant.now(),
            Files.size(begun.heap()),
            printed,
            checkpoint.encode())
        .write(begun.state());
    store.commit(begun);
  }

  List<Stored> moved() {
    return moved(List.of(copies));
  }

  List<Stored> moved(List<CopyDirectory> found) {
    new MovedCheckpoints(two, ControlBlock.open(two.control()), found, PROOFS, 0, 2, notices::add)
        .restore(List.of(1, 3, 4));
    return new CheckpointStore(two.checkpoints(0)).all();
  }

  /** All messages to that rank before that one, and all marks between and behind them. */
  static void requireReceived(ChronicleInterconnect at, int rank, int before) {
    requireReceivedFrom(at, rank, before);
  }

  /** The same from that one on. */
  static void requireReceivedFrom(ChronicleInterconnect at, int first, int before) {
    int next = first;
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

  static void damage(Path records) throws Exception {
    try (RandomAccessFile file = new RandomAccessFile(records.toFile(), "rw")) {
      file.seek(file.length() / 2);
      int before = file.read();
      file.seek(file.length() / 2);
      file.write(~before);
    }
  }
}
