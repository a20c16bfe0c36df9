package org.ftmpj.mpjrun;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.LoggerPlace;
import org.ftmpj.common.secret.Seal;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.hostd.logs.ChannelLogs;
import org.ftmpj.hostd.logs.EdgeGate;
import org.ftmpj.hostd.logs.EndpointExchange;
import org.ftmpj.network.Content;
import org.ftmpj.network.Endpoint;
import org.ftmpj.network.Receiver;
import org.ftmpj.network.Session;
import org.ftmpj.network.SessionEvents;
import org.ftmpj.network.Topic;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.transport.control.ControlBlock;

/**
 * The other hosts of a job, as the leader of one knows them: channel logs go there and come from
 * there, and each host's leader tells the others when its ranks have ended, and when and how the
 * job is over. The job ends well when all hosts have said that their ranks have; a host that is
 * lost before it has said that the job is over ends the job. Thread-safe.
 */
final class OtherHosts implements AutoCloseable {
  private static final Duration FAREWELL = Duration.ofSeconds(10);
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private final JobHosts hosts;
  private final int self;
  private final JobLayout layout;
  private final Verdict verdict;
  private final Endpoint endpoint;
  private final ChannelLogs channels;

  /** Empty if messages between hosts go through the leaders. */
  private final Optional<EndpointExchange> endpoints;

  private final Map<Integer, Session> sessions = new HashMap<>(); // filled before others have this

  // Guarded by this, like all that follows: hosts of which that is so.
  private final Set<Integer> connected = new HashSet<>();
  private final Set<Integer> ended = new HashSet<>();
  private final Set<Integer> over = new HashSet<>();
  private final Set<Integer> untold = new HashSet<>();
  private boolean allEnded;
  private boolean failed;

  private OtherHosts(
      JobHosts hosts,
      int self,
      JobLayout layout,
      Endpoint endpoint,
      Optional<Seal> direct,
      Verdict verdict) {
    this.hosts = hosts;
    this.self = self;
    this.layout = layout;
    this.verdict = verdict;
    this.endpoint = endpoint;
    if (direct.isPresent()) {
      hosts.rankAddresses(self, direct.get()).write(layout);
      this.channels = ChannelLogs.ofConnectedRanks(layout, hosts.placement(), self);
      this.endpoints =
          Optional.of(
              EndpointExchange.open(
                  ControlBlock.open(layout.control()),
                  hosts.placement(),
                  self,
                  List.of(),
                  changed -> tellAll(new LeaderMessage.Endpoints(changed)),
                  verdict::failed));
    } else {
      this.channels =
          ChannelLogs.open(layout, hosts.placement(), self, sessions::get, verdict::failed);
      this.endpoints = Optional.empty();
    }
    this.untold.addAll(hosts.othersThan(self));
  }

  /**
   * Begins to connect with their leaders.
   *
   * @param self the number of this host
   * @param layout the job's directory on this host, with its control block; no rank runs yet
   * @param endpoint the leaders of hosts with higher numbers connect to it; closed with this
   * @param direct what protects the messages between ranks of different hosts that are connected
   *     with each other; empty if they are not
   * @param verdict is told how the job ends elsewhere, and once {@code ended(0)} when the ranks of
   *     all hosts have ended with 0
   */
  static OtherHosts open(
      JobHosts hosts,
      int self,
      JobLayout layout,
      Endpoint endpoint,
      Optional<Seal> direct,
      Verdict verdict) {
    OtherHosts others = new OtherHosts(hosts, self, layout, endpoint, direct, verdict);
    endpoint.number(self);
    hosts.othersThan(self).forEach(others::meet);
    verdict.known().thenAcceptAsync(others::tellOver, OtherHosts::inAThread);
    return others;
  }

  private static void inAThread(Runnable work) {
    Thread thread = new Thread(work, "end of the job");
    thread.setDaemon(true);
    thread.start();
  }

  private void meet(int host) {
    Map<Topic, Receiver> receivers =
        Map.of(
            Topic.JOB,
            content -> take(host, LeaderMessage.decode(content)),
            Topic.CHANNELS,
            channels.receiverOf(host));
    SessionEvents events = new Events(host);
    sessions.put(
        host,
        host < self
            ? endpoint.connect(host, List.of(hosts.addressOf(host)), receivers, events)
            : endpoint.expect(host, receivers, events));
  }

  private void take(int host, LeaderMessage message) {
    if (message instanceof LeaderMessage.Logger logger) {
      // As an event logger that listens on this host writes it.
      String address = logger.address().host() + ":" + logger.address().port();
      AtomicFile.write(LoggerPlace.ofOnly(layout).address(), address + "\n");
    } else if (message instanceof LeaderMessage.Over end) {
      over(host, end);
    } else if (message instanceof LeaderMessage.Endpoints its) {
      endpoints
          .orElseThrow(
              () ->
                  new FtmpjException(
                      ErrorCode.HOST_VERSION,
                      "%s connects ranks of different hosts, and %s does not: give all ranks the same network.direct"
                          .formatted(hosts.nameOf(host), hosts.nameOf(self))))
          .take(host, its.all());
    } else {
      ended(host);
    }
  }

  private synchronized void over(int host, LeaderMessage.Over end) {
    over.add(host);
    failed |= end.failed();
    if (end.code() == 0) {
      allHaveEnded();
    } else {
      verdict.ended(end.code());
    }
  }

  private synchronized void ended(int host) {
    ended.add(host);
    if (ended.size() == hosts.names().size()) {
      allHaveEnded();
    }
  }

  private synchronized void allHaveEnded() {
    if (!allEnded) {
      allEnded = true;
      verdict.ended(0);
    }
  }

  /**
   * Waits until all are connected, or the job's end is known.
   *
   * @throws FtmpjException HOST_LOST if they are not by then
   */
  synchronized void awaitConnected(Duration longest) throws InterruptedException {
    Deadline deadline = Deadline.in(longest);
    while (connected.size() < sessions.size() && !verdict.isKnown()) {
      if (deadline.isOver()) {
        List<String> missing =
            sessions.keySet().stream()
                .filter(host -> !connected.contains(host))
                .map(hosts::nameOf)
                .toList();
        throw new FtmpjException(
            ErrorCode.HOST_LOST,
            "%s and %s have not met within %d s"
                .formatted(hosts.nameOf(self), missing, longest.toSeconds()));
      }
      TimeUnit.NANOSECONDS.timedWait(this, Math.min(deadline.leftNs(), LOOK_NS));
    }
  }

  /** Begins to send what the ranks of this host log for those of others, or where they listen. */
  void start() {
    channels.start(EdgeGate.OPEN);
    endpoints.ifPresent(EndpointExchange::start);
  }

  /** Tells the others where the event logger listens. */
  void tell(HostPort logger) {
    tellAll(new LeaderMessage.Logger(logger));
  }

  /** All ranks of this host have ended with 0. */
  void endedHere() {
    tellAll(new LeaderMessage.Ended());
    ended(self);
  }

  private void tellAll(LeaderMessage message) {
    sessions.forEach((host, session) -> send(session, Content.of(message.encode())));
  }

  /** Its end is told as an event. */
  private static void send(Session session, Content content) {
    try {
      session.send(Topic.JOB, content);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (FtmpjException sessionHasEnded) {
      return;
    }
  }

  private void tellOver(JobEnd ending) {
    boolean isFailed = ending instanceof JobEnd.Failed || haveFailed();
    Content message =
        Content.of(new LeaderMessage.Over(Supervision.code(ending), isFailed).encode());
    sessions.forEach((host, session) -> send(session, new Farewell(message, () -> told(host))));
  }

  private synchronized void told(int host) {
    untold.remove(host);
    notifyAll();
  }

  /** Whether FTMPJ could not go on on one of them. */
  synchronized boolean haveFailed() {
    return failed;
  }

  /**
   * Ends the connections, when the others know that the job is over. No rank runs on this host any
   * more.
   */
  @Override
  public void close() {
    try {
      awaitTold();
      if (endpoints.isPresent()) {
        endpoints.get().end();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    channels.stop();
    endpoint.close();
    channels.close();
  }

  private synchronized void awaitTold() throws InterruptedException {
    Deadline deadline = Deadline.in(FAREWELL);
    while (!untold.isEmpty() && !deadline.isOver()) {
      TimeUnit.NANOSECONDS.timedWait(this, deadline.leftNs());
    }
  }

  /** A message of which it counts that it has arrived. */
  private record Farewell(Content message, Runnable whenDelivered) implements Content {
    @Override
    public int length() {
      return message.length();
    }

    @Override
    public void write(ByteBuffer to) {
      message.write(to);
    }

    @Override
    public void delivered() {
      whenDelivered.run();
    }
  }

  private final class Events implements SessionEvents {
    private final int host;

    Events(int host) {
      this.host = host;
    }

    @Override
    public void established() {
      synchronized (OtherHosts.this) {
        connected.add(host);
        OtherHosts.this.notifyAll();
      }
    }

    @Override
    public void lost(FtmpjException why) {
      told(host);
      if (!hasEndedTheJob()) {
        ErrorCode code = isConnected() ? ErrorCode.HOST_LOST : why.code();
        verdict.failed(
            new FtmpjException(
                code, "host " + hosts.nameOf(host) + " is lost: " + why.what(), why));
      }
    }

    private boolean hasEndedTheJob() {
      synchronized (OtherHosts.this) {
        return over.contains(host);
      }
    }

    private boolean isConnected() {
      synchronized (OtherHosts.this) {
        return connected.contains(host);
      }
    }
  }
}
