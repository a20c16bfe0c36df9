package org.ftmpj.transport.channel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.common.secret.Seal;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.transport.channel.Job.Content;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.direct.RankAddresses;
import org.ftmpj.transport.direct.RankLinks;

/** One of two ranks with a job's directory each, as on two hosts: rank 0 sends, rank 1 receives. */
public final class ConnectedRank {
  private static final int[] LENGTHS = {0, 1, 64, 4096, 16 << 10, 65 << 10, 300_000, 1 << 20};

  private final JobLayout layout;

  private ConnectedRank(JobLayout layout) {
    this.layout = layout;
  }

  /** Creates the directory of a rank and of its job. */
  public static ConnectedRank create(Path directory, int rank) throws IOException {
    return create(directory, rank, Seal.AES);
  }

  static ConnectedRank create(Path directory, int rank, Seal seal) throws IOException {
    Files.createDirectories(directory);
    ConnectedRank created = new ConnectedRank(Job.create(directory, 2).layout());
    OnlyUser.write(created.layout.secret(), "0123456789abcdef".repeat(4).getBytes());
    created.control().enterRemote(1 - rank, 0);
    new RankAddresses(seal, "127.0.0.1", Map.of(1 - rank, "127.0.0.1")).write(created.layout);
    return created;
  }

  public ControlBlock control() {
    return ControlBlock.open(layout.control());
  }

  /** Opens the channels of the rank. */
  public ChronicleInterconnect open(int rank, int incarnation) {
    return open(
        rank,
        incarnation,
        notice -> {
          throw new AssertionError(notice);
        });
  }

  /** Opens the channels of the rank, which may be unable to reach the other one. */
  ChronicleInterconnect open(int rank, int incarnation, Consumer<String> notice) {
    return ChronicleInterconnect.open(
        layout,
        rank,
        2,
        incarnation,
        MessageRetention.ALL,
        RankLinks.opener(layout, rank, incarnation, notice));
  }

  /**
   * Arguments: the directory, the rank, the incarnation, the last message. Goes on until that is
   * sent and confirmed, or received.
   */
  public static void main(String[] arguments) {
    ConnectedRank its = new ConnectedRank(new JobLayout(Path.of(arguments[0])));
    int rank = Integer.parseInt(arguments[1]);
    long last = Long.parseLong(arguments[3]);
    try (ChronicleInterconnect opened = its.open(rank, Integer.parseInt(arguments[2]))) {
      if (rank == 0) {
        long sent = its.sent();
        opened.sendAfter(1, sent);
        while (sent < last) {
          send(opened, ++sent);
        }
        opened.finish();
      } else {
        for (long next = 1; next <= last; next++) {
          while (!receive(opened, next)) {
            opened.awaitArrivals();
          }
        }
      }
    }
  }

  /** The last message in the log of rank 0. */
  private long sent() {
    long last = 0;
    try (RecordedChannel log = new RecordedChannel(layout, 0, 1)) {
      for (Arrival next = log.next(); next != null; next = log.next()) {
        last = next.sequence();
      }
    }
    return last;
  }

  public static void send(ChronicleInterconnect sender, long sequence) {
    send(sender, 1, sequence);
  }

  static void send(ChronicleInterconnect sender, int destination, long sequence) {
    content(sequence).send(sender, destination, sequence);
  }

  /**
   * Takes the next message if it has arrived.
   *
   * @return false if it has not
   * @throws AssertionError if another message, or another content, has arrived
   */
  public static boolean receive(ChronicleInterconnect receiver, long sequence) {
    Arrival next = receiver.next();
    if (next == null) {
      return false;
    }
    if (next.sequence() != sequence
        || !content(sequence).equalsReceived(receiver, (Arrival.Message) next)) {
      throw new AssertionError(next + " instead of message " + sequence);
    }
    return true;
  }

  private static Content content(long sequence) {
    return Content.of(sequence, LENGTHS[(int) (sequence % LENGTHS.length)], (int) sequence % 5);
  }
}
