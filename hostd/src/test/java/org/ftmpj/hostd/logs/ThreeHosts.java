package org.ftmpj.hostd.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.network.Content;
import org.ftmpj.network.Receiver;
import org.ftmpj.network.Session;
import org.ftmpj.network.Topic;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.transport.channel.ChronicleInterconnect;
import org.ftmpj.transport.control.ControlBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Channel logs of three hosts with a rank each; the third is lost, and its rank moves to host 1.
 */
abstract class ThreeHosts {
  static final int HOSTS = 3;
  static final int LOST = 3;
  static final int MOVED = 2;
  static final int LARGE = 300_000;
  static final Placement BEFORE = new Placement(List.of(1, 2, 3));
  private static final Placement AFTER = new Placement(List.of(1, 2, 1));

  @TempDir Path directory;

  final JobLayout[] layouts = new JobLayout[HOSTS + 1];
  private final ChannelLogs[] logs = new ChannelLogs[HOSTS + 1];
  final Map<List<Integer>, Link> links = new HashMap<>();

  /** Makes logs of the moved rank of copies. */
  Runnable restoring = () -> {};

  final List<Throwable> failures = new CopyOnWriteArrayList<>();

  /** Takes what one host has for another, at once, until it is cut. */
  final class Link implements Session {
    private final Receiver receiver;
    private final int peer;
    private int left = Integer.MAX_VALUE;
    private long bytes;

    Link(int peer, Receiver receiver) {
      this.peer = peer;
      this.receiver = receiver;
    }

    @Override
    public int peer() {
      return peer;
    }

    @Override
    public synchronized void send(Topic topic, Content content) {
      if (left == 0) {
        throw new FtmpjException(ErrorCode.HOST_LOST, "the link is cut");
      }
      left--;
      ByteBuffer written = ByteBuffer.allocateDirect(content.length());
      content.write(written);
      bytes += written.position();
      try {
        receiver.accept(written.flip());
      } catch (FtmpjException e) {
        failures.add(e);
      }
      content.delivered();
    }

    @Override
    public void ask() {
      // It answers when something is sent.
    }

    synchronized void cutAfter(int contents) {
      left = contents;
    }

    synchronized long bytes() {
      return bytes;
    }

    synchronized boolean isCut() {
      return left == 0;
    }

    @Override
    public void close() {
      cutAfter(0);
    }
  }

  @BeforeEach
  void open() throws Exception {
    for (int host = 1; host <= HOSTS; host++) {
      int self = host;
      layouts[host] = new JobLayout(Files.createDirectories(directory.resolve("host-" + host)));
      ControlBlock.create(layouts[host].control(), BEFORE.size());
      logs[host] =
          ChannelLogs.openMovable(
              layouts[host],
              BEFORE,
              HOSTS,
              host,
              other -> links.get(List.of(self, other)),
              failures::add);
    }
    for (int from = 1; from <= HOSTS; from++) {
      for (int to = 1; to <= HOSTS; to++) {
        if (from != to) {
          links.put(List.of(from, to), new Link(to, logs[to].receiverOf(from)));
        }
      }
    }
    for (int host = 1; host <= HOSTS; host++) {
      logs[host].start(EdgeGate.OPEN);
    }
  }

  @AfterEach
  void close() {
    for (int host = 1; host <= HOSTS; host++) {
      logs[host].stop();
      links.values().forEach(Link::close);
      logs[host].close();
    }
  }

  ChronicleInterconnect rank(int rank, int host, int incarnation) {
    return ChronicleInterconnect.open(layouts[host], rank, BEFORE.size(), incarnation);
  }

  void lose() {
    lose(0);
  }

  /**
   * @param tooMany by how many messages host 2 says wrongly that it has more
   */
  void lose(int tooMany) {
    links.get(List.of(1, LOST)).close();
    links.get(List.of(2, LOST)).close();
    links.get(List.of(LOST, 1)).close();
    links.get(List.of(LOST, 2)).close();
    for (int host = 1; host <= 2; host++) {
      assertThat(logs[host].part(LOST)).containsKey(MOVED);
    }
    // Twice, as when another host is lost meanwhile.
    List<MirroredChannel> mirrored = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      for (MirroredChannel has : logs[1 + i % 2].expect(AFTER, List.of(MOVED))) {
        mirrored.add(new MirroredChannel(has.source(), has.destination(), has.last() + tooMany));
      }
    }
    restoring.run();
    for (int host = 1; host <= 2; host++) {
      logs[host].resume(AFTER, List.of(MOVED), host == 1 ? mirrored : List.of());
    }
  }

  Arrival.Message next(ChronicleInterconnect at) {
    while (true) {
      Arrival arrival = at.next();
      if (arrival instanceof Arrival.Message message) {
        Rank.check(at, message);
        return message;
      } else if (arrival == null) {
        assertThat(failures).isEmpty();
        at.awaitArrivals();
      }
    }
  }

  void receive(ChronicleInterconnect at, int source, long first, long last) {
    for (long sequence = first; sequence <= last; sequence++) {
      Arrival.Message message = next(at);
      assertThat(message.source()).isEqualTo(source);
      assertThat(message.sequence()).isEqualTo(sequence);
    }
  }

  /** Small, in the bulk log, and told before they are written. */
  static int length(long sequence) {
    return sequence % 5 == 0 ? LARGE : sequence % 5 == 3 ? 20_000 : 100;
  }

  /** As a rank does that is repeated: what its logs hold is not appended again. */
  static void send(ChronicleInterconnect from, int to, long sequence) {
    if (from.recorded(to) != null) {
      assertThat(from.recorded(to).sequence()).isEqualTo(sequence);
      from.skipRecorded(to);
    } else {
      Rank.send(from, to, sequence, length(sequence), 0);
    }
  }

  long mirrored(int host, int destination) {
    return ControlBlock.open(layouts[host].control()).published(MOVED, destination);
  }
}
