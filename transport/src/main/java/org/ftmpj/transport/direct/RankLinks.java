package org.ftmpj.transport.direct;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.handshake.Seals;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.life.OwnThreads;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.transport.bell.Doorbell;
import org.ftmpj.transport.bulk.PayloadSource;
import org.ftmpj.transport.channel.Mirrors;
import org.ftmpj.transport.channel.RemoteLinks;
import org.ftmpj.transport.control.ControlBlock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of a rank with ranks of other hosts. Program threads write them while they send
 * and read them while they poll and wait. A thread of the rank makes connections, and reads and
 * writes while no program thread does. Any thread.
 */
public final class RankLinks implements RemoteLinks {
  private static final Logger LOG = LoggerFactory.getLogger(RankLinks.class);

  /** The time for a connection and its handshake. */
  private static final Duration HANDSHAKE = Duration.ofSeconds(2);

  /** The largest number of connections whose other side has not proven who it is. */
  private static final int MOST_UNPROVEN = 64;

  /** The pause between two turns of the rank's own thread, and when something waits for it. */
  private static final long TURN_NS = 50_000_000;

  private static final long SHORT_TURN_NS = 2_000_000;

  /** If the program has not polled for this long, it is assumed to compute. */
  private static final long COMPUTES_NS = 5_000_000;

  /** If a connection fails for this long, the user is notified. */
  private static final long REPORTED_NS = 10_000_000_000L;

  private static final long FIRST_PAUSE_NS = 2_000_000;
  private static final long LONGEST_PAUSE_NS = 200_000_000;

  private final JobLayout layout;
  private final ControlBlock control;
  private final int rank;
  private final int incarnation;
  private final RankAddresses addresses;
  private final LinkHandshakes handshakes;
  private final Consumer<String> notice;
  private final Selector selector;
  private final ServerSocketChannel listener;
  private final Doorbell bell = Doorbell.open();
  private final PayloadSource payloads;

  /** Guards the fields below; released while a thread waits. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Map<Integer, Sending> outgoing = new TreeMap<>();
  private final Map<Integer, IncomingLink> incoming = new TreeMap<>();
  private RankBell ownBell;

  /** Whether a thread waits at the selector. */
  private boolean waits;

  private volatile long polledNs = System.nanoTime();
  private final AtomicInteger unproven = new AtomicInteger();
  private volatile boolean closed;
  private Thread own;

  /** A channel to a rank of another host, and the attempts to connect with it. */
  private static final class Sending {
    final int destination;
    final OutgoingLink link;
    boolean connects;

    /** The time of the first attempt that failed since there was a connection; 0 if none did. */
    long failsSinceNs;

    boolean isReported;
    long endpoint;
    long pauseNs = FIRST_PAUSE_NS;
    long nextNs;

    Sending(int destination, OutgoingLink link) {
      this.destination = destination;
      this.link = link;
    }
  }

  private RankLinks(
      JobLayout layout,
      ControlBlock control,
      int rank,
      int incarnation,
      RankAddresses addresses,
      Secret secret,
      Consumer<String> notice)
      throws IOException {
    this.layout = layout;
    this.control = control;
    this.rank = rank;
    this.incarnation = incarnation;
    this.addresses = addresses;
    this.handshakes =
        new LinkHandshakes(secret, addresses.seal(), rank, incarnation, this::isRemote);
    this.notice = notice;
    this.payloads = new PayloadSource(layout.bulk(rank));
    selector = Selector.open();
    ownBell = new RankBell(selector);
    listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getByName(addresses.own()), 0), 512);
  }

  /**
   * Opens connections if the job's part on this host has addresses of ranks.
   *
   * @param notice is told if a rank cannot be reached for long
   */
  public static Opener opener(
      JobLayout layout, int rank, int incarnation, Consumer<String> notice) {
    return control ->
        RankAddresses.find(layout)
            .map(addresses -> open(layout, control, rank, incarnation, addresses, notice));
  }

  /**
   * Listens for the ranks of other hosts, and starts the rank's own threads.
   *
   * @throws FtmpjException {@code NO_LOOPBACK} if there is no port
   */
  static RankLinks open(
      JobLayout layout,
      ControlBlock control,
      int rank,
      int incarnation,
      RankAddresses addresses,
      Consumer<String> notice) {
    try {
      RankLinks links =
          new RankLinks(
              layout, control, rank, incarnation, addresses, Secret.read(layout.secret()), notice);
      links.start();
      return links;
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.NO_LOOPBACK,
          "Rank %d cannot take connections at %s: %s"
              .formatted(rank, addresses.own(), Reason.of(e)),
          e);
    }
  }

  private void start() throws IOException {
    OwnThreads.all().start("ftmpj-accept", this::accept);
    own = OwnThreads.all().start("ftmpj-links", this::tend);
    int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
    control.enterEndpoint(rank, incarnation, port);
    ringWatch();
  }

  private void ringWatch() {
    int port = control.endpointWatchPort();
    if (port != 0) {
      bell.ring(port);
    }
  }

  @Override
  public boolean isRemote(int other) {
    return addresses.remote().containsKey(other);
  }

  @Override
  public int bellPort() {
    lock.lock();
    try {
      return ownBell.port();
    } catch (IOException e) {
      throw new FtmpjException(ErrorCode.NO_LOOPBACK, "No doorbell: " + Reason.of(e), e);
    } finally {
      lock.unlock();
    }
  }

  // ---------------------------------------------------------------- program threads

  @Override
  public void send(int destination) {
    boolean interrupted = Thread.interrupted();
    lock.lock();
    try {
      Sending sending = outgoing.get(destination);
      if (sending == null) {
        sending =
            new Sending(
                destination, new OutgoingLink(layout, rank, destination, control.size(), payloads));
        outgoing.put(destination, sending);
      }
      if (sending.link.isConnected()) {
        flush(sending);
      }
      if (!sending.link.isConnected() || !sending.link.isSent()) {
        LockSupport.unpark(own);
      }
    } finally {
      lock.unlock();
      restore(interrupted);
    }
  }

  @Override
  public void poll() {
    if (!lock.tryLock()) {
      return;
    }
    boolean interrupted = Thread.interrupted();
    try {
      polledNs = System.nanoTime();
      takeIn();
    } finally {
      lock.unlock();
      restore(interrupted);
    }
  }

  @Override
  public void sleep(BooleanSupplier arrived) {
    boolean interrupted = Thread.interrupted();
    lock.lock();
    try {
      takeIn();
      if (waits || arrived.getAsBoolean()) {
        return;
      }
      waits = true;
    } finally {
      lock.unlock();
      restore(interrupted);
    }
    interrupted |= Thread.interrupted();
    try {
      control.sleep(rank, this::select, arrived);
    } finally {
      interrupted |= Thread.interrupted();
      lock.lock();
      try {
        waits = false;
        polledNs = System.nanoTime();
        takeSelected();
      } finally {
        lock.unlock();
        restore(interrupted);
      }
    }
  }

  private boolean select() {
    try {
      return selector.select(Doorbell.LONGEST_SLEEP_MS) > 0;
    } catch (IOException e) {
      throw new FtmpjException(ErrorCode.NO_LOOPBACK, "Cannot wait: " + Reason.of(e), e);
    }
  }

  private static void restore(boolean interrupted) {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  // ---------------------------------------------------------------- with the lock

  /**
   * @return whether there was something
   */
  private boolean takeIn() {
    if (waits) {
      return false;
    }
    try {
      if (selector.selectNow() == 0) {
        return false;
      }
    } catch (IOException e) {
      throw new FtmpjException(ErrorCode.NO_LOOPBACK, "Cannot poll: " + Reason.of(e), e);
    }
    takeSelected();
    return true;
  }

  private void takeSelected() {
    for (SelectionKey key : selector.selectedKeys()) {
      Object owner = key.attachment();
      if (owner instanceof RankBell) {
        drain();
      } else if (owner instanceof Link link) {
        attend(key, link);
      }
    }
    selector.selectedKeys().clear();
  }

  private void drain() {
    try {
      ownBell.drain();
    } catch (ClosedChannelException e) {
      reopenBell();
    } catch (IOException e) {
      throw new FtmpjException(ErrorCode.NO_LOOPBACK, "No doorbell: " + Reason.of(e), e);
    }
  }

  /** A thread was interrupted while it used the doorbell. */
  private void reopenBell() {
    if (closed) {
      return;
    }
    try {
      ownBell = new RankBell(selector);
      control.enterBell(rank, ownBell.port());
    } catch (IOException e) {
      throw new FtmpjException(ErrorCode.NO_LOOPBACK, "No doorbell: " + Reason.of(e), e);
    }
  }

  private void attend(SelectionKey key, Link link) {
    try {
      if (key.isValid() && key.isReadable()) {
        link.read();
      }
      if (key.isValid() && key.isWritable()) {
        link.flush();
      }
    } catch (IOException e) {
      broken(link, e);
      disconnect(link);
    }
  }

  private void flush(Sending sending) {
    try {
      sending.link.flush();
    } catch (IOException e) {
      broken(sending.link, e);
      disconnect(sending.link);
    }
  }

  private static void broken(Object link, IOException why) {
    LOG.debug("{} has ended: {}", link, Reason.of(why));
  }

  private void disconnect(Link link) {
    try {
      link.disconnect();
    } catch (IOException e) {
      broken(link, e);
    }
    LockSupport.unpark(own);
  }

  // ---------------------------------------------------------------- the rank's own threads

  private void tend() {
    while (!closed) {
      long pauseNs;
      lock.lock();
      try {
        pauseNs = turn(System.nanoTime());
      } finally {
        lock.unlock();
      }
      LockSupport.parkNanos(this, pauseNs);
    }
  }

  private long turn(long nowNs) {
    if (closed) {
      return 0;
    }
    boolean computes = nowNs - polledNs > COMPUTES_NS;
    boolean isWaiting = computes && takeIn();
    for (Sending sending : outgoing.values()) {
      if (sending.link.isConnected()) {
        if (computes) {
          flush(sending);
          isWaiting |= !sending.link.isSent();
        }
        ask(sending, nowNs, false);
      }
      if (!sending.link.isConnected()) {
        isWaiting |= connect(sending, nowNs);
      }
    }
    return isWaiting ? SHORT_TURN_NS : TURN_NS;
  }

  private void ask(Sending sending, long nowNs, boolean soon) {
    if (sending.link.isConnected()) {
      try {
        sending.link.ask(nowNs, soon);
      } catch (IOException e) {
        broken(sending.link, e);
        disconnect(sending.link);
      }
    }
  }

  /**
   * Begins to connect if it is time.
   *
   * @return whether the connection is still to be made
   */
  private boolean connect(Sending sending, long nowNs) {
    long endpoint = control.endpoint(sending.destination);
    if (endpoint != sending.endpoint) {
      sending.endpoint = endpoint;
      sending.pauseNs = FIRST_PAUSE_NS;
      sending.nextNs = nowNs;
    }
    if (endpoint != 0 && port(endpoint) == 0) {
      return false;
    }
    if (!sending.connects && endpoint != 0 && nowNs - sending.nextNs >= 0) {
      sending.connects = true;
      OwnThreads.all().start("ftmpj-connect-" + sending.destination, () -> connect(sending));
    }
    return true;
  }

  private static int port(long endpoint) {
    return (int) endpoint;
  }

  private void connect(Sending sending) {
    try (AbortedSocket socket = new AbortedSocket(SocketChannel.open())) {
      SocketChannel channel = socket.channel();
      String address = addresses.remote().get(sending.destination);
      Deadline deadline = Deadline.in(HANDSHAKE);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel
          .socket()
          .connect(
              new InetSocketAddress(InetAddress.getByName(address), port(sending.endpoint)),
              (int) HANDSHAKE.toMillis());
      Seals seals = handshakes.connect(channel, sending.destination, deadline);
      ReceiverState its = LinkHandshakes.receiverState(channel, seals, deadline);
      channel.configureBlocking(false);
      connected(sending, socket, seals, its);
    } catch (IOException e) {
      failed(sending, e);
    } finally {
      lock.lock();
      try {
        sending.connects = false;
        sending.nextNs = System.nanoTime() + sending.pauseNs;
        sending.pauseNs = Math.min(LONGEST_PAUSE_NS, 2 * sending.pauseNs);
      } finally {
        lock.unlock();
      }
    }
  }

  private void failed(Sending sending, IOException why) {
    broken(sending.link, why);
    long nowNs = System.nanoTime();
    if (sending.failsSinceNs == 0) {
      sending.failsSinceNs = nowNs;
    } else if (nowNs - sending.failsSinceNs > REPORTED_NS && !sending.isReported) {
      sending.isReported = true;
      notice.accept(
          "rank %d cannot connect with rank %d at %s:%d for 10 s (%s); it goes on trying. If ports"
                  .formatted(
                      rank,
                      sending.destination,
                      addresses.remote().get(sending.destination),
                      port(sending.endpoint),
                      Reason.of(why))
              + " between hosts are closed, run the job with FT_NETWORK_DIRECT=false");
    }
  }

  private void connected(Sending sending, AbortedSocket socket, Seals seals, ReceiverState its)
      throws IOException {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      sending.link.connected(socket.channel(), seals, selector, its);
      socket.isUsed();
      sending.failsSinceNs = 0;
      sending.pauseNs = FIRST_PAUSE_NS;
      flush(sending);
    } finally {
      lock.unlock();
      selector.wakeup();
    }
  }

  private void accept() {
    while (!closed) {
      try {
        SocketChannel channel = listener.accept();
        if (unproven.incrementAndGet() > MOST_UNPROVEN) {
          unproven.decrementAndGet();
          channel.close(); // A rank of the job connects again.
        } else {
          OwnThreads.all().start("ftmpj-accepted", () -> accepted(channel));
        }
      } catch (IOException e) {
        if (!closed) {
          throw new FtmpjException(
              ErrorCode.NO_LOOPBACK, "Cannot take connections any more: " + Reason.of(e), e);
        }
      }
    }
  }

  private void accepted(SocketChannel channel) {
    try (AbortedSocket socket = new AbortedSocket(channel)) {
      Deadline deadline = Deadline.in(HANDSHAKE);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      LinkHandshakes.Sender sender = handshakes.accept(channel, deadline);
      channel.configureBlocking(false);
      accepted(socket, sender.purpose(), sender.seals());
    } catch (IOException e) {
      LOG.debug("A connection was dropped: {}", Reason.of(e));
    } finally {
      unproven.decrementAndGet();
    }
  }

  private void accepted(AbortedSocket socket, ChannelPurpose purpose, Seals seals)
      throws IOException {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      IncomingLink link =
          incoming.computeIfAbsent(
              purpose.source(),
              source ->
                  new IncomingLink(
                      source,
                      rank,
                      Mirrors.ofReceiver(layout, control, source, rank, incarnation, bell)));
      link.connected(socket.channel(), seals, selector, purpose.incarnation());
      socket.isUsed();
    } finally {
      lock.unlock();
      selector.wakeup();
    }
  }

  // ---------------------------------------------------------------- the end

  /**
   * Says that this rank takes no more messages, and waits until ranks of other hosts have all that
   * it has sent. To be called when the program has ended; no thread of it sends or receives.
   */
  @Override
  public void finish() {
    control.enterEndpoint(rank, incarnation, 0);
    ringWatch();
    while (!isDelivered()) {
      LockSupport.parkNanos(this, SHORT_TURN_NS);
    }
  }

  private boolean isDelivered() {
    lock.lock();
    try {
      polledNs = System.nanoTime();
      takeIn();
      boolean isAll = true;
      for (Sending sending : outgoing.values()) {
        long endpoint = control.endpoint(sending.destination);
        if (endpoint != 0 && port(endpoint) == 0) {
          continue;
        }
        if (sending.link.isConnected()) {
          flush(sending);
          ask(sending, System.nanoTime(), true);
        }
        isAll &= sending.link.isConfirmed();
      }
      return isAll;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    closed = true;
    lock.lock();
    try {
      LockSupport.unpark(own);
      listener.close();
      for (Sending sending : outgoing.values()) {
        sending.link.disconnect();
      }
      for (IncomingLink link : incoming.values()) {
        link.close();
      }
      ownBell.close();
      selector.close();
      payloads.close();
      bell.close();
    } catch (IOException e) {
      throw new FtmpjException(ErrorCode.INTERNAL, "Cannot close: " + Reason.of(e), e);
    } finally {
      lock.unlock();
    }
  }
}
