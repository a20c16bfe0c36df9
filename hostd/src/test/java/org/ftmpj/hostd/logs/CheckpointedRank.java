package org.ftmpj.hostd.logs;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.logger.local.MappedEventLog;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.event.ValueKind;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.match.Receive;
import org.ftmpj.protocol.rank.RankCheckpoint;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.rank.RestoredRank;
import org.ftmpj.protocol.replay.RankListener;
import org.ftmpj.protocol.replay.RecoveryStatistics;
import org.ftmpj.transport.channel.ChronicleInterconnect;

/**
 * A rank of 2 on real logs. Rank 0 runs in a process of its own, saves its state now and then, and
 * goes on from what it finds saved; rank 1 answers. What it sends follows from all that it has
 * received, and from values that it has read.
 *
 * <p>The state of the program is a step and what it has seen, so that the place of a checkpoint may
 * be any: beside that there are only its requests.
 */
final class CheckpointedRank {
  static final int ROUNDS = 2000;
  private static final int STEPS = 6;
  private static final int CONTEXT = 3;
  private static final int FIRST = 1;
  private static final int SECOND = 2;

  private final Path saved;
  private final RankSession session;
  private int step;
  private long seen;
  private Receive first;
  private Receive second;
  private PendingRequest sent;

  /** Only a live rank takes a checkpoint. */
  private boolean live;

  /** Goes on from that; at the beginning if it is null. */
  private CheckpointedRank(
      ChronicleInterconnect logs, MappedEventLog events, Path saved, byte[] from)
      throws IOException {
    this.saved = saved;
    RankListener listener =
        new RankListener() {
          @Override
          public void live(RecoveryStatistics statistics) {
            live = true;
          }
        };
    if (from == null) {
      session = new RankSession(logs, events, listener);
      return;
    }
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(from))) {
      step = in.readInt();
      seen = in.readLong();
      boolean[] has = {in.readBoolean(), in.readBoolean(), in.readBoolean()};
      RankCheckpoint checkpoint = RankCheckpoint.decode(in.readAllBytes());
      RestoredRank restored =
          RankSession.restored(logs, events, listener, Receptions.NONDETERMINISTIC, checkpoint);
      session = restored.session();
      List<PendingRequest> requests = restored.requests();
      int next = 0;
      first = has[0] ? (Receive) requests.get(next++) : null;
      second = has[1] ? (Receive) requests.get(next++) : null;
      sent = has[2] ? requests.get(next) : null;
    }
  }

  /**
   * Rank 0. Arguments: the job's directory, the incarnation, how many steps there are between two
   * checkpoints; 0: it begins at the start, and takes none.
   */
  public static void main(String[] arguments) throws IOException {
    JobLayout layout = new JobLayout(Path.of(arguments[0]));
    int incarnation = Integer.parseInt(arguments[1]);
    int every = Integer.parseInt(arguments[2]);
    Path saved = Path.of(arguments[0], "saved");
    Files.createDirectories(saved);
    byte[] from = every == 0 ? null : newest(saved);
    try (ChronicleInterconnect logs = ChronicleInterconnect.open(layout, 0, 2, incarnation);
        MappedEventLog events = new MappedEventLog(layout.determinants(0), incarnation)) {
      CheckpointedRank rank = new CheckpointedRank(logs, events, saved, from);
      Files.writeString(
          Path.of(arguments[0], "starts"),
          rank.step + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
      rank.run(every);
      // The result is an output, so what it depends on has to be recorded.
      rank.session.commitOutput();
      Files.writeString(Path.of(arguments[0], "result-" + incarnation), rank.seen + "");
    }
  }

  private void run(int every) throws IOException {
    Random random = new Random();
    while (step < STEPS * ROUNDS) {
      if (live && every > 0 && random.nextInt(every) == 0) {
        save();
      }
      step();
      step++;
    }
  }

  private void step() {
    int round = step / STEPS;
    switch (step % STEPS) {
      case 0 -> first = session.post(Receive.ANY_SOURCE, CONTEXT, FIRST);
      case 1 -> sent = send(session, 1, FIRST, round, round % 3 == 0, seen);
      case 2 -> mix(session.value(ValueKind.SEED, System::nanoTime));
      case 3 -> {
        session.await(first);
        mix(received(session, first));
        first = null;
      }
      case 4 -> {
        session.await(sent);
        sent = null;
      }
      default -> {
        // The second answer is taken a round later, so one is unexpected in between.
        if (second != null) {
          session.await(second);
          mix(received(session, second));
          second = null;
        }
        if (round % 2 == 1) {
          second = session.post(1, CONTEXT, SECOND);
        } else if (round > 0) {
          Receive late = session.post(1, CONTEXT, SECOND);
          session.await(late);
          mix(received(session, late));
        }
      }
    }
  }

  private void mix(long value) {
    seen = Long.rotateLeft(seen * 0x9E3779B97F4A7C15L + value, 23);
  }

  /** Rank 1 answers all that rank 0 sends, by two messages each. */
  static void answer(RankSession session, Runnable answered) {
    long seen = 1;
    for (int round = 0; round < ROUNDS; round++) {
      Receive receive = session.post(0, CONTEXT, Receive.ANY_TAG);
      session.await(receive);
      seen = Long.rotateLeft(seen * 0x9E3779B97F4A7C15L + received(session, receive), 23);
      send(session, 0, FIRST, round, false, seen);
      send(session, 0, SECOND, round + 1, round % 5 == 0, ~seen);
      answered.run();
    }
  }

  private static PendingRequest send(
      RankSession session, int to, int tag, int round, boolean synchronous, long content) {
    int length = round % 11 == 10 ? 150_000 : round % 4 == 3 ? 20_000 : 8 + round;
    byte[] bytes = new byte[length];
    new SplittableRandom(content).nextBytes(bytes);
    return session.send(
        to, CONTEXT, tag, synchronous, 1, length, ByteBuffer.wrap(bytes), length, null, 0);
  }

  private static long received(RankSession session, Receive receive) {
    Arrival.Message message = receive.message();
    ByteBuffer bytes = ByteBuffer.allocate(message.envelope().fixedLength());
    session.copy(message, bytes, null);
    return Arrays.hashCode(bytes.array()) + 31 * message.sequence();
  }

  // ---------------------------------------------------------------- what is saved

  private void save() throws IOException {
    List<PendingRequest> held =
        Stream.of(first, second, sent)
            .filter(Objects::nonNull)
            .map(PendingRequest.class::cast)
            .toList();
    byte[] rank = session.checkpoint(held, List.of()).encode();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(step);
      out.writeLong(seen);
      out.writeBoolean(first != null);
      out.writeBoolean(second != null);
      out.writeBoolean(sent != null);
      out.write(rank);
    }
    Path unready = saved.resolve("new");
    Files.write(unready, bytes.toByteArray());
    Files.move(unready, saved.resolve("state"), StandardCopyOption.ATOMIC_MOVE);
  }

  private static byte[] newest(Path saved) throws IOException {
    Path state = saved.resolve("state");
    return Files.exists(state) ? Files.readAllBytes(state) : null;
  }
}
