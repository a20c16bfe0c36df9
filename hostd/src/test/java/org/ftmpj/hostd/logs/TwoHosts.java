package org.ftmpj.hostd.logs;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.network.Endpoint;
import org.ftmpj.network.NetworkOptions;
import org.ftmpj.network.Receiver;
import org.ftmpj.network.Session;
import org.ftmpj.network.Topic;
import org.ftmpj.transport.channel.CheckpointRetention;
import org.ftmpj.transport.channel.ChronicleInterconnect;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.journal.RetainedPositions;

/** A job on two hosts, each a directory of this one, with a session in each direction. */
final class TwoHosts implements AutoCloseable {
  private final Placement placement;
  private final JobLayout[] layouts = new JobLayout[3];
  private final ChannelLogs[] logs = new ChannelLogs[3];
  private final Session[] to = new Session[3];
  private final Endpoint[] endpoints = new Endpoint[3];
  private final EdgeGate[] edges = new EdgeGate[3];

  /** What has come to host 2. */
  final List<byte[]> frames = new CopyOnWriteArrayList<>();

  final List<Throwable> failures = new CopyOnWriteArrayList<>();

  /** Opens what stands at the edges of hosts. */
  @FunctionalInterface
  interface Gates {
    Gates OPEN = (host, layout, placement) -> EdgeGate.OPEN;

    /**
     * @param layout of the job on that host, with a place for determinants
     */
    EdgeGate open(int host, JobLayout layout, Placement placement) throws Exception;
  }

  private TwoHosts(Placement placement) {
    this.placement = placement;
  }

  /**
   * @param random of the sessions; null: contents are asked once
   * @param keepFrames whether to keep what comes to host 2
   * @param hostOfRank 1 or 2 for each rank
   */
  static TwoHosts start(
      Path directory, Random random, Gates gates, boolean keepFrames, Integer... hostOfRank)
      throws Exception {
    TwoHosts hosts = new TwoHosts(new Placement(List.of(hostOfRank)));
    hosts.open(directory, gates);
    for (int host = 1; host <= 2; host++) {
      hosts.to[host] =
          new MemorySession(
              host,
              hosts.logs[host].receiverOf(3 - host),
              random == null ? null : new Random(random.nextLong()),
              keepFrames && host == 2 ? hosts.frames::add : null);
    }
    hosts.start();
    return hosts;
  }

  /** With a session over two paths of TCP instead. */
  static TwoHosts startOverTcp(Path directory, Integer... hostOfRank) throws Exception {
    TwoHosts hosts = new TwoHosts(new Placement(List.of(hostOfRank)));
    hosts.open(directory, Gates.OPEN);
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    for (int host = 1; host <= 2; host++) {
      hosts.endpoints[host] =
          Endpoint.open(
              host,
              Secret.of("a secret of the test's job", "the test"),
              List.of(any, any),
              patient());
    }
    hosts.to[2] = hosts.endpoints[1].expect(2, hosts.receivers(1), hosts.failures::add);
    hosts.to[1] =
        hosts.endpoints[2].connect(
            1, hosts.endpoints[1].addresses(), hosts.receivers(2), hosts.failures::add);
    hosts.start();
    return hosts;
  }

  /** Not to be disturbed by false alarms: the machine may have more to do than this test. */
  private static NetworkOptions patient() {
    NetworkOptions usual = NetworkOptions.defaults();
    return new NetworkOptions(
        usual.window(),
        Duration.ofSeconds(1),
        usual.hostTimeout(),
        usual.checkSum(),
        usual.paths());
  }

  private Map<Topic, Receiver> receivers(int self) {
    return Map.of(Topic.CHANNELS, logs[self].receiverOf(3 - self), Topic.JOB, content -> {});
  }

  private void open(Path directory, Gates gates) throws Exception {
    for (int self = 1; self <= 2; self++) {
      int other = 3 - self;
      layouts[self] = new JobLayout(Files.createDirectories(directory.resolve("host-" + self)));
      if (!Files.exists(layouts[self].control())) {
        ControlBlock.create(layouts[self].control(), placement.size());
      }
      Files.createDirectories(layouts[self].determinants());
      edges[self] = gates.open(self, layouts[self], placement);
      logs[self] =
          ChannelLogs.open(layouts[self], placement, self, host -> session(other), failures::add);
    }
  }

  /** Of a job that was here before, each host is told what the other one has of its logs. */
  private void start() {
    logs[1].start(edges[1], logs[2].taken());
    logs[2].start(edges[2], logs[1].taken());
  }

  /** From now on nothing leaves that host. */
  void stopSending(int host) {
    logs[host].stop();
  }

  private Session session(int host) {
    return to[host];
  }

  JobLayout layout(int host) {
    return layouts[host];
  }

  ChronicleInterconnect rank(int rank, int incarnation) {
    return ChronicleInterconnect.open(
        layouts[placement.hostOf(rank)], rank, placement.size(), incarnation);
  }

  /** One whose checkpoints prune its logs. */
  ChronicleInterconnect pruningRank(int rank, int incarnation) {
    JobLayout layout = layouts[placement.hostOf(rank)];
    return ChronicleInterconnect.open(
        layout,
        rank,
        placement.size(),
        incarnation,
        new CheckpointRetention(layout, rank, placement.size()));
  }

  /** What the checkpoints of that rank need, as it says it on its host. */
  RetainedPositions needed(int rank) {
    return RetainedPositions.create(
        layouts[placement.hostOf(rank)].retention(rank), placement.size());
  }

  void requireSuccess() {
    for (int host = 1; host <= 2; host++) {
      if (to[host] instanceof MemorySession session) {
        session.requireSuccess();
      }
    }
    if (!failures.isEmpty()) {
      throw new AssertionError("A shipper, or the session, has failed", failures.get(0));
    }
  }

  @Override
  public void close() {
    logs[1].stop();
    logs[2].stop();
    to[1].close();
    to[2].close();
    for (Endpoint endpoint : endpoints) {
      if (endpoint != null) {
        endpoint.close();
      }
    }
    logs[1].close();
    logs[2].close();
  }
}
