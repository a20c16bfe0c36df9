package org.ftmpj.hostd.logs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.network.Session;
import org.ftmpj.transport.channel.ChronicleInterconnect;
import org.ftmpj.transport.control.ControlBlock;

/** A job on two hosts, each a directory of this one, with a session in each direction. */
final class TwoHosts implements AutoCloseable {
  private final Placement placement;
  private final JobLayout[] layouts = new JobLayout[3];
  private final ChannelLogs[] logs = new ChannelLogs[3];
  private final MemorySession[] to = new MemorySession[3];

  /** What has come to host 2. */
  final List<byte[]> frames = new CopyOnWriteArrayList<>();

  final List<Throwable> failures = new CopyOnWriteArrayList<>();

  private TwoHosts(Placement placement) {
    this.placement = placement;
  }

  /**
   * @param random of the sessions; null: contents are asked once
   * @param keepFrames whether to keep what comes to host 2
   * @param hostOfRank 1 or 2 for each rank
   */
  static TwoHosts start(
      Path directory, Random random, EdgeGate gate, boolean keepFrames, Integer... hostOfRank)
      throws Exception {
    TwoHosts hosts = new TwoHosts(new Placement(List.of(hostOfRank)));
    for (int self = 1; self <= 2; self++) {
      int other = 3 - self;
      hosts.layouts[self] =
          new JobLayout(Files.createDirectories(directory.resolve("host-" + self)));
      ControlBlock.create(hosts.layouts[self].control(), hostOfRank.length);
      hosts.logs[self] =
          ChannelLogs.open(
              hosts.layouts[self],
              hosts.placement,
              self,
              host -> hosts.session(other),
              gate,
              hosts.failures::add);
    }
    for (int host = 1; host <= 2; host++) {
      hosts.to[host] =
          new MemorySession(
              host,
              hosts.logs[host].receiverOf(3 - host),
              random == null ? null : new Random(random.nextLong()),
              keepFrames && host == 2 ? hosts.frames::add : null);
    }
    hosts.logs[1].start();
    hosts.logs[2].start();
    return hosts;
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

  void requireSuccess() {
    to[1].requireSuccess();
    to[2].requireSuccess();
    if (!failures.isEmpty()) {
      throw new AssertionError("A shipper has failed", failures.get(0));
    }
  }

  @Override
  public void close() {
    logs[1].stop();
    logs[2].stop();
    to[1].close();
    to[2].close();
    logs[1].close();
    logs[2].close();
  }
}
