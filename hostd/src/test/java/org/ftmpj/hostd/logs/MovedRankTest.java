package org.ftmpj.hostd.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.transport.channel.ChronicleInterconnect;
import org.ftmpj.transport.control.ControlBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Channel logs of three hosts with a rank each; the third is lost, and its rank moves to host 1.
 */
@Timeout(60)
class MovedRankTest {
  private static final int HOSTS = 3;
  private static final int LOST = 3;
  private static final int MOVED = 2;
  private static final int LARGE = 300_000;
  private static final Placement BEFORE = new Placement(List.of(1, 2, 3));
  private static final Placement AFTER = new Placement(List.of(1, 2, 1));

  @TempDir Path directory;

  private final JobLayout[] layouts = new JobLayout[HOSTS + 1];
  private final ChannelLogs[] logs = new ChannelLogs[HOSTS + 1];
  private final Map<List<Integer>, Link> links = new HashMap<>();
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();

  /** Takes what one host has for another, at once, until it is cut. */
  private final class Link implements Session {
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

  private ChronicleInterconnect rank(int rank, int host, int incarnation) {
    return ChronicleInterconnect.open(layouts[host], rank, BEFORE.size(), incarnation);
  }

  private void lose() {
    lose(0);
  }

  /**
   * @param tooMany by how many messages host 2 says wrongly that it has more
   */
  private void lose(int tooMany) {
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
    for (int host = 1; host <= 2; host++) {
      logs[host].resume(AFTER, List.of(MOVED), host == 1 ? mirrored : List.of());
    }
  }

  private Arrival.Message next(ChronicleInterconnect at) {
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

  private void receive(ChronicleInterconnect at, int source, long first, long last) {
    for (long sequence = first; sequence <= last; sequence++) {
      Arrival.Message message = next(at);
      assertThat(message.source()).isEqualTo(source);
      assertThat(message.sequence()).isEqualTo(sequence);
    }
  }

  /** Small, in the bulk log, and told before they are written. */
  private static int length(long sequence) {
    return sequence % 5 == 0 ? LARGE : sequence % 5 == 3 ? 20_000 : 100;
  }

  /** As a rank does that is repeated: what its logs hold is not appended again. */
  private static void send(ChronicleInterconnect from, int to, long sequence) {
    if (from.held(to) != null) {
      assertThat(from.held(to).sequence()).isEqualTo(sequence);
      from.skipHeld(to);
    } else {
      Rank.send(from, to, sequence, length(sequence), 0);
    }
  }

  private long mirrored(int host, int destination) {
    return ControlBlock.open(layouts[host].control()).published(MOVED, destination);
  }

  @Test
  void shouldGoOnWhereReceiversAreWhenASenderIsRepeatedOnAnotherHost() {
    ChronicleInterconnect zero = rank(0, 1, 1);
    ChronicleInterconnect one = rank(1, 2, 1);
    ChronicleInterconnect lost = rank(MOVED, LOST, 1);
    for (long sequence = 1; sequence <= 14; sequence++) {
      send(lost, 0, sequence);
      send(lost, 1, sequence);
      lost.mark(1, sequence);
    }
    receive(zero, MOVED, 1, 7);
    receive(one, MOVED, 1, 9);
    await().until(() -> mirrored(1, 0) == 14 && mirrored(2, 1) == 28);
    // Some pieces come, and not the others.
    Link link = links.get(List.of(LOST, 2));
    link.cutAfter(3);
    Rank.send(lost, 1, 15, LARGE, 0);
    await().until(link::isCut);
    lost.close();
    lose();

    ChronicleInterconnect moved = rank(MOVED, 1, 2);
    for (long sequence = 1; sequence <= 20; sequence++) {
      // Marks have no place of their own among the messages.
      moved.mark(1, sequence);
      send(moved, 1, sequence);
      send(moved, 0, sequence);
    }
    receive(zero, MOVED, 8, 20);
    receive(one, MOVED, 10, 20);
    moved.close();
    zero.close();
    one.close();
    assertThat(failures).isEmpty();
  }

  @Test
  void shouldNotSendPayloadsAgainThatTheReceiversHostHas() {
    ChronicleInterconnect one = rank(1, 2, 1);
    ChronicleInterconnect lost = rank(MOVED, LOST, 1);
    for (long sequence = 1; sequence <= 10; sequence++) {
      Rank.send(lost, 1, sequence, sequence % 2 == 0 ? LARGE : 20_000, 0);
    }
    await().until(() -> mirrored(2, 1) == 10);
    lost.close();
    lose();
    ChronicleInterconnect moved = rank(MOVED, 1, 2);
    for (long sequence = 1; sequence <= 10; sequence++) {
      Rank.send(moved, 1, sequence, sequence % 2 == 0 ? LARGE : 20_000, 0);
    }
    Rank.send(moved, 1, 11, 20_000, 0);
    receive(one, MOVED, 1, 11);
    assertThat(links.get(List.of(1, 2)).bytes()).isBetween(20_000L, 25_000L);
    assertThat(failures).isEmpty();
    moved.close();
    one.close();
  }

  @Test
  void shouldSendARepeatedRankEverythingFromTheBeginning() {
    ChronicleInterconnect zero = rank(0, 1, 1);
    ChronicleInterconnect one = rank(1, 2, 1);
    ChronicleInterconnect lost = rank(MOVED, LOST, 1);
    for (long sequence = 1; sequence <= 11; sequence++) {
      Rank.send(one, MOVED, sequence, length(sequence), 0);
    }
    receive(lost, 1, 1, 11);
    for (long sequence = 1; sequence <= 11; sequence++) {
      Rank.send(zero, MOVED, sequence, length(sequence), 0);
    }
    receive(lost, 0, 1, 11);
    lost.close();
    lose();
    ChronicleInterconnect moved = rank(MOVED, 1, 2);
    Map<Integer, Long> sequences = new HashMap<>(Map.of(0, 0L, 1, 0L));
    for (int i = 0; i < 22; i++) {
      Arrival.Message message = next(moved);
      assertThat(message.sequence()).isEqualTo(sequences.merge(message.source(), 1L, Long::sum));
    }
    assertThat(sequences).isEqualTo(Map.of(0, 11L, 1, 11L));
    moved.close();
    zero.close();
    one.close();
  }

  @Test
  void shouldNoticeThatARepeatedRankSendsSomethingElse() {
    ChronicleInterconnect lost = rank(MOVED, LOST, 1);
    for (long sequence = 1; sequence <= 5; sequence++) {
      Rank.send(lost, 1, sequence, length(sequence), 0);
    }
    await().until(() -> mirrored(2, 1) == 5);
    lost.close();
    lose();
    ChronicleInterconnect moved = rank(MOVED, 1, 2);
    for (long sequence = 1; sequence <= 4; sequence++) {
      Rank.send(moved, 1, sequence, length(sequence), 0);
    }
    Envelope other = new Envelope(5, 5, false, 1, LARGE, LARGE, 0, 0);
    moved.send(1, 5, other, ByteBuffer.allocateDirect(LARGE), null);
    await().until(() -> !failures.isEmpty());
    assertThat(failures.get(0)).isInstanceOf(FtmpjException.class);
    assertThat(((FtmpjException) failures.get(0)).code()).isEqualTo(ErrorCode.DIVERGED);
    moved.close();
  }

  @Test
  void shouldRefuseTheDigestOfAMessageThatIsNotThere() {
    ChronicleInterconnect lost = rank(MOVED, LOST, 1);
    for (long sequence = 1; sequence <= 5; sequence++) {
      Rank.send(lost, 1, sequence, 20_000, 0);
    }
    await().until(() -> mirrored(2, 1) == 5);
    lost.close();
    lose(1);
    ChronicleInterconnect moved = rank(MOVED, 1, 2);
    for (long sequence = 1; sequence <= 6; sequence++) {
      Rank.send(moved, 1, sequence, 20_000, 0);
    }
    await().until(() -> !failures.isEmpty());
    assertThat(((FtmpjException) failures.get(0)).code()).isEqualTo(ErrorCode.LOG_CORRUPT);
    moved.close();
  }
}
