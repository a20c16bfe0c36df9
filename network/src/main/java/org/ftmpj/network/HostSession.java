package org.ftmpj.network;

import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.network.frame.MalformedFrame;
import org.ftmpj.network.path.ConnectReply;
import org.ftmpj.network.path.Opening;
import org.ftmpj.network.path.PathConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session. Contents to be sent go through its {@link Outgoing} and {@link Sender}; arrived ones
 * go through its {@link Reception} and {@link Incoming} to a thread that delivers them. {@link
 * Health} checks the paths.
 */
final class HostSession implements Session {
  private static final Logger LOG = LoggerFactory.getLogger(HostSession.class);

  private static final Duration FAREWELL = Duration.ofSeconds(1);

  /** The longest wait for a call: a call that does not end does not block its waiter for ever. */
  private static final Duration LONGEST_CALL = Duration.ofSeconds(10);

  private final int peer;
  private final NetworkOptions options;
  private final Ticker ticker;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition room = lock.newCondition();
  private final Condition changed = lock.newCondition();
  private final PathTable paths = new PathTable(lock);
  private final Outgoing outgoing;
  private final Incoming incoming;
  private final Sender sender;
  private final Reception reception;
  private final Health health;
  private final Neighbour neighbour;
  private final CallsOut calls = new CallsOut();
  private FrameDelivery delivery; // set before there is a connection

  /** A number chosen at random by the connecting side; written before there is a connection. */
  private volatile long epoch;

  /** The key of the accepting process; 0 as long as it is not known. */
  private long key;

  private long highestOfPeer;
  private boolean established;
  private boolean closing;
  private volatile SessionEvents events;
  private volatile FtmpjException over;
  private volatile long told;

  HostSession(int peer, NetworkOptions options, Ticker ticker) {
    this.peer = peer;
    this.options = options;
    this.ticker = ticker;
    outgoing = new Outgoing(options.window(), options.detection().toNanos());
    incoming = new Incoming(options.window());
    sender = new Sender(this, outgoing, incoming, options.checkSum());
    reception = new Reception(this, outgoing, incoming);
    health = new Health(this, outgoing, incoming, options);
    neighbour = new Neighbour(lock, health, ticker);
  }

  /**
   * Sets the processes between which the session is.
   *
   * @param chosen the number that the connecting side has chosen at random
   * @param accepting the key of the process that accepts; 0 if it is not known yet
   */
  void identify(long chosen, long accepting) {
    lock.lock();
    try {
      epoch = chosen;
      key = accepting;
    } finally {
      lock.unlock();
    }
  }

  /** Starts to deliver contents and to check the paths; before there is a connection. */
  void start(Admission.Admitted admitted) {
    events = admitted.events();
    delivery = new FrameDelivery(this, incoming, admitted.receivers(), options.window());
    delivery.start();
    ticker.add(health);
  }

  @Override
  public int peer() {
    return peer;
  }

  @Override
  public void send(Topic topic, Content content) throws InterruptedException {
    Objects.requireNonNull(topic);
    lock.lockInterruptibly();
    try {
      while (over == null && !outgoing.hasRoom()) {
        room.await();
      }
      if (over != null) {
        throw new FtmpjException(over.code(), over.what(), over);
      }
      outgoing.add(topic, content);
    } finally {
      lock.unlock();
    }
    traffic();
    sender.pump();
  }

  @Override
  public void close() {
    drain();
    end(
        new FtmpjException(
            ErrorCode.SESSION_CLOSED, "The session with " + this + " was closed here"));
    if (!calls.end(LONGEST_CALL)) {
      LOG.warn("The session with {} is closed while something of it is still in use", this);
    }
  }

  /** Waits a moment for contents that can leave at once. */
  private void drain() {
    Deadline deadline = Deadline.in(FAREWELL);
    lock.lock();
    try {
      closing = true;
      while (over == null && outgoing.isWaiting() && paths.links().findAny().isPresent()) {
        if (deadline.isOver()) {
          return;
        }
        changed.awaitNanos(deadline.leftNs());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  /** Records that nothing waits to be sent. With the lock. */
  void drained() {
    if (closing) {
      changed.signalAll();
    }
  }

  /** Ends the session and informs its owner. */
  void fail(Throwable cause) {
    FtmpjException why =
        cause instanceof FtmpjException coded
            ? coded
            : new FtmpjException(
                ErrorCode.INTERNAL, "The session with " + this + " has failed: " + cause, cause);
    if (end(why)) {
      Ticker.daemon(() -> events.lost(why), "ftmpj-lost-" + peer);
    }
  }

  /** Ends the session; returns whether it had not ended before. */
  private boolean end(FtmpjException why) {
    List<SessionConnection> last;
    lock.lock();
    try {
      if (over != null) {
        return false;
      }
      over = why;
      room.signalAll();
      changed.signalAll();
      last = paths.links().toList();
      last.forEach(link -> link.wants(SessionConnection.ControlFrame.CLOSE));
    } finally {
      lock.unlock();
    }
    ticker.remove(health);
    incoming.stop();
    last.forEach(link -> link.connection.endSoon());
    sender.pump();
    return true;
  }

  /** Takes a new connection in place of an earlier one on its path. */
  void begun(SessionConnection link, PathConnection connection, Opening theirs) {
    boolean first;
    lock.lock();
    try {
      link.connection = connection;
      if (over != null) {
        connection.close();
        return;
      }
      key = theirs.key() == 0 ? key : theirs.key();
      outgoing.narrow(theirs.window());
      SessionConnection before = link.path.link;
      link.path.link = link;
      link.path.endedByPeer = false;
      link.path.connections.increment();
      if (before != null) {
        if (before.left) {
          link.path.taken.increment();
        }
        outgoing.abandoned(before);
        before.connection.close();
      }
      link.wants(SessionConnection.ControlFrame.ACKNOWLEDGE);
      askWhatIsMissing();
      first = !established;
      established = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    LOG.info("Path {} to {} is there: {}", link.path.index, this, connection);
    if (first) {
      events.established();
    }
    traffic();
    sender.pump();
  }

  /** Waits until all connections have ended, after the session has. */
  void awaitEnd(Deadline deadline) throws InterruptedException {
    lock.lock();
    try {
      while (paths.links().findAny().isPresent() && !deadline.isOver()) {
        changed.awaitNanos(deadline.leftNs());
      }
    } finally {
      lock.unlock();
    }
  }

  void ended(SessionConnection link, IOException why) {
    lock.lock();
    try {
      if (link.path.link != link) {
        return;
      }
      link.path.link = null;
      link.path.endedByPeer = isOfPeer(why);
      link.path.endedUnused = link.seen == 0;
      outgoing.abandoned(link);
      askWhatIsMissing();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (why instanceof MalformedFrame) {
      link.path.corrupt.increment();
    }
    if (over == null) {
      LOG.info("Path {} to {} has ended: {}", link.path.index, this, String.valueOf(why));
      traffic();
      sender.pump();
    }
  }

  /** Whether the operating system of the other side has answered for a process that is gone. */
  private static boolean isOfPeer(IOException why) {
    String message = why == null ? "" : String.valueOf(why.getMessage());
    return why instanceof EOFException
        || message.contains("reset")
        || message.contains("Broken pipe");
  }

  /** Asks on all healthy paths which contents are missing. With the lock. */
  void askWhatIsMissing() {
    if (outgoing.isAwaited()) {
      paths
          .links()
          .filter(link -> !link.left)
          .forEach(link -> link.wants(SessionConnection.ControlFrame.PROBE));
    }
  }

  @Override
  public void ask() {
    neighbour.ask(true);
  }

  /**
   * Called by the ticker when the other side becomes suspected, or no longer is. Called by the
   * ticker.
   */
  void suspicionChanged() {
    ticker.suspicionChanged();
  }

  /** Records that something is under way, so that checks become frequent. */
  void traffic() {
    if (health.traffic()) {
      ticker.wake();
    }
  }

  /**
   * Waits while that path has nothing to do.
   *
   * @return false if the session has ended
   */
  boolean awaitNeedOf(PathUse path) throws InterruptedException {
    lock.lock();
    try {
      while (over == null && path.link != null && !health.isHopeless(path.link)) {
        changed.await();
      }
      return over == null;
    } finally {
      lock.unlock();
    }
  }

  /** Records that nothing answered, or that the connection was refused. */
  void notReached(PathUse path, boolean refused) {
    lock.lock();
    try {
      path.endedByPeer = refused;
    } finally {
      lock.unlock();
    }
  }

  /** Whether the other side has closed the session, though some contents may be undelivered. */
  boolean isClosedByPeer() {
    return incoming.isEndKnown();
  }

  /** The first message of this side on a connection. */
  Opening opening(ConnectReply verdict) {
    lock.lock();
    try {
      return new Opening(verdict, options.window(), options.checkSum(), key);
    } finally {
      lock.unlock();
    }
  }

  boolean isEstablished() {
    lock.lock();
    try {
      return established;
    } finally {
      lock.unlock();
    }
  }

  ReentrantLock lock() {
    return lock;
  }

  Condition room() {
    return room;
  }

  Condition changed() {
    return changed;
  }

  PathTable paths() {
    return paths;
  }

  /** The highest number that the other side has announced. With the lock. */
  long highestOfPeer() {
    return highestOfPeer;
  }

  void highestOfPeer(long number) {
    highestOfPeer = Math.max(highestOfPeer, number);
  }

  /** Records that the other side is being informed of the delivery up to this number. */
  void told(long delivered) {
    told = delivered;
  }

  long told() {
    return told;
  }

  /** Sets the paths on which the other side hears nothing. */
  void unheardByPeer(int those) {
    if (those == paths.unheardByPeer()) {
      return;
    }
    lock.lock();
    try {
      paths.unheardByPeer(those);
      health.leaveUnheard();
    } finally {
      lock.unlock();
    }
  }

  long epoch() {
    return epoch;
  }

  boolean isOver() {
    return over != null;
  }

  SessionEvents events() {
    return events;
  }

  Neighbour neighbour() {
    return neighbour;
  }

  CallsOut calls() {
    return calls;
  }

  FrameDelivery delivery() {
    return delivery;
  }

  Sender sender() {
    return sender;
  }

  Reception reception() {
    return reception;
  }

  @Override
  public String toString() {
    return peer < 0 ? "a host that has joined" : "host " + peer;
  }
}
