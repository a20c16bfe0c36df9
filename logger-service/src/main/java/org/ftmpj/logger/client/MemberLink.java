package org.ftmpj.logger.client;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.handshake.Connecting;
import org.ftmpj.common.handshake.NotProven;
import org.ftmpj.common.handshake.Protocol;
import org.ftmpj.common.handshake.Seals;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.wire.FrameBuffer;
import org.ftmpj.logger.wire.Join;
import org.ftmpj.logger.wire.Message;
import org.ftmpj.logger.wire.Outbox;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to one of several event loggers, which is opened again and again while it is lost.
 * It never blocks, so an interrupt does not close it. One thread at a time.
 */
final class MemberLink {
  private static final Logger LOG = LoggerFactory.getLogger(MemberLink.class);
  private static final long SHORTEST_PAUSE_NS = 10_000_000L;
  private static final long LONGEST_PAUSE_NS = 500_000_000L;

  /** The state of a connection. */
  enum State {
    AWAY,
    CONNECTING,
    /** The connection is open; the handshake is under way, or the JOIN was sent. */
    JOINING,
    JOINED
  }

  private final HostPort address;
  private final Secret secret;
  private final Join join;
  private final Selector selector;
  private State state = State.AWAY;
  private SocketChannel channel;
  private SelectionKey key;
  private FrameBuffer in;
  private Outbox out;
  private long nextAttemptNs;
  private long pauseNs = SHORTEST_PAUSE_NS;
  private long heardNs;

  /** The handshake; null when it is over. */
  private Connecting handshake;

  private boolean isChallenged;

  /** The part of the next message of the handshake that has come. */
  private ByteBuffer awaited;

  /**
   * @param join sent on each connection
   */
  MemberLink(HostPort address, Secret secret, Join join, Selector selector, long nowNs) {
    this.address = address;
    this.secret = secret;
    this.join = join;
    this.selector = selector;
    nextAttemptNs = nowNs;
    heardNs = nowNs;
  }

  HostPort address() {
    return address;
  }

  State state() {
    return state;
  }

  /** Whether the logger's side has accepted the connection. */
  boolean isThere() {
    return state == State.JOINING || state == State.JOINED;
  }

  boolean isDue(long nowNs) {
    return state == State.AWAY && nowNs - nextAttemptNs >= 0;
  }

  /** The time when the logger was last heard, or last asked nothing. */
  long heardNs() {
    return heardNs;
  }

  /** Records that the logger had nothing to answer until now. */
  void isQuiet(long nowNs) {
    heardNs = nowNs;
  }

  /** Begins to connect. */
  void open(long nowNs) throws IOException {
    // By name each time: a logger may come back at another address.
    InetSocketAddress to = new InetSocketAddress(address.host(), address.port());
    if (to.isUnresolved()) {
      throw new IOException("Unknown host " + address.host());
    }
    in = new FrameBuffer(false, 64 << 10);
    out = new Outbox(false, 8 << 10);
    handshake = new Connecting(Protocol.LOGGERS, secret);
    isChallenged = false;
    awaited = ByteBuffer.allocate(Protocol.LOGGERS.challengeLength());
    heardNs = nowNs;
    channel = SocketChannel.open();
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    state = channel.connect(to) ? State.JOINING : State.CONNECTING;
    int interest = state == State.JOINING ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT;
    key = channel.register(selector, interest, this);
  }

  /** Finishes to connect; throws if the attempt has failed. */
  void connected() throws IOException {
    channel.finishConnect();
    if (channel.getLocalAddress().equals(channel.getRemoteAddress())) {
      // While no process listens on a port of the ephemeral range, TCP may connect it with itself.
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      throw new IOException("No process listens on port " + address.port());
    }
    state = State.JOINING;
    key.interestOps(SelectionKey.OP_READ);
  }

  /** Handles the answer to JOIN. */
  void joined() {
    state = State.JOINED;
    pauseNs = SHORTEST_PAUSE_NS;
  }

  /** Ends the connection; another one is opened in a while. */
  void lose(long nowNs) {
    close();
    nextAttemptNs = nowNs + pauseNs;
    pauseNs = Math.min(2 * pauseNs, LONGEST_PAUSE_NS);
  }

  void close() {
    state = State.AWAY;
    if (channel == null) {
      return;
    }
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("Cannot close the connection to the event logger at {}", address, e);
    }
    channel = null;
  }

  /** Reads input; returns whether there was any. */
  boolean fill(long nowNs) throws IOException {
    int read = channel.read(handshake == null ? in.space() : awaited);
    if (read < 0) {
      throw new EOFException("The event logger has closed the connection");
    }
    if (read > 0) {
      heardNs = nowNs;
    }
    return read > 0;
  }

  /**
   * The next frame; null if none has come.
   *
   * @throws NotProven if the handshake fails
   */
  Message next() throws IOException {
    if (handshake == null) {
      return in.next();
    }
    if (!awaited.hasRemaining()) {
      goOn(awaited.flip());
    }
    return null;
  }

  /** Takes a message of the handshake; nothing after it has been read. */
  private void goOn(ByteBuffer message) throws NotProven {
    if (!isChallenged) {
      isChallenged = true;
      handshake.challenged(message);
      boolean mayBeClear = channel.socket().getInetAddress().isLoopbackAddress();
      out.add(handshake.hello(ByteBuffer.allocate(0), mayBeClear));
      awaited = ByteBuffer.allocate(Protocol.LOGGERS.answerLength());
      return;
    }
    Optional<Seals> seals = handshake.conclude(message);
    handshake = null;
    out.seal(seals);
    in.open(seals);
    out.add(join);
  }

  /** Adds a frame to the output. */
  void add(Message message) {
    out.add(message);
  }

  /** The number of bytes to be sent. */
  int unsent() {
    return out.size();
  }

  /**
   * Sends as much as the connection takes now.
   *
   * @param isListenedTo whether input wakes the waiting thread
   */
  void flush(boolean isListenedTo) throws IOException {
    if (!out.isEmpty()) {
      out.writeTo(channel);
    }
    int reading = isListenedTo ? SelectionKey.OP_READ : 0;
    int interest = reading | (out.isEmpty() ? 0 : SelectionKey.OP_WRITE);
    if (key.interestOps() != interest) {
      key.interestOps(interest);
    }
  }
}
