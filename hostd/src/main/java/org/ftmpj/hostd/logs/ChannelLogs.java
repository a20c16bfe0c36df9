package org.ftmpj.hostd.logs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.network.Receiver;
import org.ftmpj.network.Session;
import org.ftmpj.transport.channel.LogFrame;
import org.ftmpj.transport.channel.OutgoingLogs;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.journal.RetainedPositions;

/**
 * The channel logs between the ranks of this host and those of all others: the logs of local ranks
 * for remote ranks are sent to the hosts of those; what comes from there is written to mirrors,
 * which the local ranks read like any log.
 *
 * <p>First {@link #open}, before any rank starts; then the sessions, with {@link #receiverOf} each;
 * then {@link #start}. At the end {@link #stop}, then close the gate, and the sessions, which read
 * and write logs as long as these are open, then {@link #close}. One thread.
 *
 * <p>The process's settings of memory, segments and disk space for logs also apply to mirrors: each
 * rank of the job has one writer, either in this process or in the rank.
 */
public final class ChannelLogs implements AutoCloseable {
  private final JobLayout layout;
  private final ControlBlock control;
  private final int self;
  private final IntFunction<Session> sessions;
  private final Consumer<Throwable> failed;

  private final ArrivedMessages arrived;

  /** By the number of the other host. */
  private final Map<Integer, Exchange> exchanges = new TreeMap<>();

  /** The hosts whose ranks are connected with those of this one. */
  private List<Integer> connected = List.of();

  /** The traffic to and from another host. */
  private static final class Exchange {
    final OutgoingLogs outgoing;
    final Landing landing;
    final int[] sources;
    final int[] destinations;
    Shipper shipper; // null before the start, like its thread
    Thread thread;

    Exchange(OutgoingLogs outgoing, Landing landing, int[] sources, int[] destinations) {
      this.outgoing = outgoing;
      this.landing = landing;
      this.sources = sources;
      this.destinations = destinations;
    }

    /** Whether a log is sent from the beginning of this exchange on. */
    boolean isOf(ReceivedRecords one) {
      return has(sources, one.source()) && has(destinations, one.destination());
    }

    private static boolean has(int[] ranks, int rank) {
      return IntStream.of(ranks).anyMatch(each -> each == rank);
    }

    void stop() {
      if (shipper != null) {
        shipper.end();
        thread.interrupt();
      }
    }

    /** Does not interrupt: the thread may be in a pass of the gate, which others share. */
    void close() {
      if (shipper != null) {
        shipper.end();
        join(thread);
      }
      outgoing.close();
      landing.close();
    }
  }

  private ChannelLogs(
      JobLayout layout, int self, IntFunction<Session> sessions, Consumer<Throwable> failed) {
    this.layout = layout;
    this.control = ControlBlock.open(layout.control());
    this.self = self;
    this.sessions = sessions;
    this.failed = failed;
    this.arrived = new ArrivedMessages(layout, control.size(), failed);
  }

  /**
   * Enters the ranks of other hosts in this one's control block.
   *
   * @param layout the job's directory on this host, with its control block
   * @param self the number of this host
   * @param sessions gives the session with a host; asked by {@link #start}, for every other host
   *     that has ranks
   * @param failed is called, by the thread that ends then, when records cannot leave any more: a
   *     log is damaged, the gate is shut for good; and when what comes cannot be written here,
   *     which then ends the session, see {@link Receiver}. A session that has ended otherwise tells
   *     its owner itself
   * @throws FtmpjException {@code NO_LOOPBACK}, {@code LOG_NOT_WRITABLE}, {@code LOG_CORRUPT},
   *     {@code LOG_VERSION}
   */
  public static ChannelLogs open(
      JobLayout layout,
      Placement placement,
      int self,
      IntFunction<Session> sessions,
      Consumer<Throwable> failed) {
    ChannelLogs logs = new ChannelLogs(layout, self, sessions, failed);
    List<Integer> hosts = IntStream.rangeClosed(1, placement.hosts()).boxed().toList();
    return logs.open(placement, hosts, false, List.of());
  }

  /**
   * Enters the ranks of other hosts in a job in which ranks of different hosts are connected with
   * each other. Nothing is sent or received here then, and {@link #taken} is empty: a sender learns
   * from the receiver which records that has.
   *
   * <p>Creates the records of what receivers on other hosts have, of which each rank of this host
   * writes its own part.
   */
  public static ChannelLogs ofConnectedRanks(JobLayout layout, Placement placement, int self) {
    ChannelLogs logs = new ChannelLogs(layout, self, host -> null, failure -> {});
    logs.requireSize(placement);
    boolean any = placement.ranksOf(self).findAny().isPresent();
    logs.connected =
        placement.hostOfRank().stream()
            .distinct()
            .sorted()
            .filter(host -> any && host != self)
            .toList();
    for (int rank = 0; rank < placement.size(); rank++) {
      if (placement.hostOf(rank) != self) {
        logs.control.enterRemote(rank, 0);
        RetainedPositions.create(layout.arrived(rank), placement.size());
      }
    }
    return logs;
  }

  /**
   * Opens the logs of a job in which the ranks of a lost host are repeated on others, see {@link
   * #part} and {@link #expect}.
   *
   * @param hosts the number of hosts, including those without ranks
   */
  public static ChannelLogs openMovable(
      JobLayout layout,
      Placement placement,
      int hosts,
      int self,
      IntFunction<Session> sessions,
      Consumer<Throwable> failed) {
    return openMovable(
        layout,
        placement,
        IntStream.rangeClosed(1, hosts).boxed().toList(),
        self,
        List.of(),
        sessions,
        failed);
  }

  /**
   * Opens the logs of such a job when it is resumed.
   *
   * @param hosts the hosts that are not lost
   * @param before what this host had of other hosts' logs
   */
  public static ChannelLogs openMovable(
      JobLayout layout,
      Placement placement,
      List<Integer> hosts,
      int self,
      List<ReceivedRecords> before,
      IntFunction<Session> sessions,
      Consumer<Throwable> failed) {
    return new ChannelLogs(layout, self, sessions, failed).open(placement, hosts, true, before);
  }

  private ChannelLogs open(
      Placement placement, List<Integer> hosts, boolean movable, List<ReceivedRecords> before) {
    requireSize(placement);
    int[] here = placement.ranksOf(self).toArray();
    if (movable) {
      arrived.beginAgain();
    }
    try {
      for (int host : hosts) {
        int[] there = placement.ranksOf(host).toArray();
        if (host != self && (movable || there.length > 0 && here.length > 0)) {
          exchanges.put(
              host,
              new Exchange(
                  new OutgoingLogs(layout, control, here, there, movable),
                  new Landing(layout, control, there, here, movable, before),
                  here,
                  there));
        }
      }
      return this;
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private void requireSize(Placement placement) {
    if (control.size() != placement.size()) {
      throw new FtmpjException(
          ErrorCode.INTERNAL,
          "A job of %d ranks in %s, placed are %d"
              .formatted(control.size(), layout.directory(), placement.size()));
    }
  }

  /** The hosts with which logs are exchanged, by ranks or here; each requires a session. */
  public List<Integer> hosts() {
    return connected.isEmpty() ? List.copyOf(exchanges.keySet()) : connected;
  }

  /**
   * Returns the receiver, in the session with a host, of the topic {@link
   * org.ftmpj.network.Topic#CHANNELS}.
   */
  public Receiver receiverOf(int host) {
    if (connected.contains(host)) {
      return content -> {
        throw LogFrame.corrupt("Records of ranks that are connected with those of this host");
      };
    }
    Exchange exchange = exchanges.get(host);
    if (exchange == null) {
      throw new FtmpjException(ErrorCode.INTERNAL, "No logs are exchanged with host " + host);
    }
    return content -> {
      try {
        exchange.landing.accept(content);
      } catch (RuntimeException | Error e) {
        // First: else it would look as if the other host were lost.
        failed.accept(e);
        throw e;
      }
    };
  }

  /**
   * Starts sending, in one thread for each other host.
   *
   * @param gate the gate that records pass before they leave
   */
  public void start(EdgeGate gate) {
    start(gate, List.of());
  }

  /**
   * Starts to send the logs of a resumed job.
   *
   * @param there what other hosts have of the logs of local ranks
   */
  public void start(EdgeGate gate, List<ReceivedRecords> there) {
    exchanges.forEach(
        (host, exchange) -> {
          exchange.shipper =
              new Shipper(
                  exchange.outgoing,
                  sessions.apply(host),
                  gate,
                  there.stream().filter(exchange::isOf).toList(),
                  arrived,
                  failed);
          exchange.thread = exchange.shipper.start("ftmpj-shipper-" + host);
        });
  }

  /**
   * Handles the loss of a host: nothing is sent to it any more. Its session is closed already, so
   * nothing comes from it either.
   *
   * @return the newest incarnation of each of its ranks from which anything has arrived, 0 if none
   */
  public Map<Integer, Integer> part(int host) {
    Exchange lost = exchanges.remove(host);
    if (lost == null) {
      return Map.of();
    }
    Map<Integer, Integer> incarnations = lost.landing.incarnations();
    lost.close();
    return incarnations;
  }

  /**
   * Handles the placement of ranks of lost hosts on other hosts, or on this one: from now on their
   * records may come, or records for them.
   *
   * @param placement the new one
   * @param moved ranks of hosts from which this one has parted
   * @return what this host has of the moved ranks that are on other hosts
   */
  public List<MirroredChannel> expect(Placement placement, List<Integer> moved) {
    List<MirroredChannel> mirrored = new ArrayList<>();
    exchanges.forEach(
        (host, exchange) -> {
          int[] there = at(host, placement, moved);
          exchange.landing.add(there, here(placement, moved));
          mirrored.addAll(exchange.landing.mirrored(there));
        });
    return mirrored;
  }

  /**
   * Sends the records of moved ranks, which all remaining hosts now expect.
   *
   * @param mirrored what they have of the ranks that are now on this host: of large messages among
   *     them only digests are sent
   */
  public void resume(Placement placement, List<Integer> moved, List<MirroredChannel> mirrored) {
    moved.forEach(arrived::beginAgain);
    exchanges.forEach(
        (host, exchange) ->
            exchange.shipper.add(
                here(placement, moved),
                at(host, placement, moved),
                mirrored.stream()
                    .filter(channel -> placement.hostOf(channel.destination()) == host)
                    .toList()));
  }

  private int[] here(Placement placement, List<Integer> moved) {
    return at(self, placement, moved);
  }

  private static int[] at(int host, Placement placement, List<Integer> ranks) {
    return ranks.stream()
        .mapToInt(Integer::intValue)
        .filter(rank -> placement.hostOf(rank) == host)
        .toArray();
  }

  /**
   * The received records of other hosts' logs. Call it when nothing comes any more, before {@link
   * #close}.
   */
  public List<ReceivedRecords> taken() {
    return exchanges.values().stream()
        .flatMap(exchange -> exchange.landing.taken().stream())
        .toList();
  }

  /**
   * Stops sending: no record begins to leave, and no failure is reported any more. Does not wait.
   */
  public void stop() {
    exchanges.values().forEach(Exchange::stop);
  }

  /** Ends the use of the logs. The gate and the sessions are closed by now. */
  @Override
  public void close() {
    stop();
    exchanges.values().forEach(Exchange::close);
    exchanges.clear();
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
