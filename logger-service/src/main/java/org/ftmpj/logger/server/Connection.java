package org.ftmpj.logger.server;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.handshake.Accepting;
import org.ftmpj.common.handshake.NotProven;
import org.ftmpj.common.handshake.Protocol;
import org.ftmpj.common.handshake.Refusal;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.server.ConnectionPhase.Admitted;
import org.ftmpj.logger.server.ConnectionPhase.Coordinating;
import org.ftmpj.logger.server.ConnectionPhase.Forgetting;
import org.ftmpj.logger.server.ConnectionPhase.Leaving;
import org.ftmpj.logger.server.ConnectionPhase.Proven;
import org.ftmpj.logger.server.ConnectionPhase.Proving;
import org.ftmpj.logger.store.ReplicaStore;
import org.ftmpj.logger.wire.Coordinate;
import org.ftmpj.logger.wire.Done;
import org.ftmpj.logger.wire.Enrol;
import org.ftmpj.logger.wire.Farewell;
import org.ftmpj.logger.wire.FrameBuffer;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.logger.wire.Join;
import org.ftmpj.logger.wire.Joined;
import org.ftmpj.logger.wire.MalformedMessage;
import org.ftmpj.logger.wire.Message;
import org.ftmpj.logger.wire.Outbox;
import org.ftmpj.logger.wire.Prune;
import org.ftmpj.logger.wire.Query;
import org.ftmpj.logger.wire.QueryReply;
import org.ftmpj.logger.wire.ReadRecords;
import org.ftmpj.logger.wire.Refused;
import org.ftmpj.logger.wire.Write;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A client from its connection to its end. Used by the event loop's thread. */
final class Connection {
  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
  private static final long BEGIN_WITHIN_NS = 5_000_000_000L;
  private static final long LEAVE_WITHIN_NS = 2_000_000_000L;

  private final SocketChannel channel;
  private final SelectionKey key;
  private final StoreRegistry store;
  private final Server server;
  private final FrameBuffer in = new FrameBuffer(true, 16 << 10);
  private final Outbox out = new Outbox(true, 4 << 10);
  private final long acceptedNs;
  private ConnectionPhase phase;

  /** The server of a connection. */
  interface Server {
    /** The counters of the server. */
    ServerCounters counters();

    /** Called when the connection has something to send. */
    void ready(Connection connection);

    /** Ends every other connection that is admitted for the same rank of the same job. */
    void admitted(Connection connection);

    /** Ends every connection of that job. */
    void ended(String job);

    /** The parts of this logger in the agreements of its jobs. */
    Coordinators coordinators();

    /** Called for each refusal of a client that has not proven its identity. */
    void unknown(String what);
  }

  Connection(
      SocketChannel channel,
      SelectionKey key,
      StoreRegistry store,
      Secret secret,
      Server server,
      long nowNs) {
    this.channel = channel;
    this.key = key;
    this.store = store;
    this.server = server;
    this.acceptedNs = nowNs;
    boolean mayBeClear = channel.socket().getInetAddress().isLoopbackAddress();
    Accepting side = new Accepting(Protocol.LOGGERS, secret, ByteBuffer.allocate(0), mayBeClear);
    ByteBuffer hello = ByteBuffer.allocate(Protocol.LOGGERS.helloLength());
    phase = new Proving(side, hello, nowNs + BEGIN_WITHIN_NS);
    out.add(side.challenge());
  }

  /** Reads input. */
  void read() throws IOException {
    Proving proving = phase instanceof Proving one ? one : null;
    if (channel.read(proving == null ? in.space() : proving.hello()) < 0) {
      throw new EOFException("The client has closed the connection");
    }
    if (proving != null) {
      prove(proving);
      return;
    }
    if (phase instanceof Leaving) {
      in.drop();
      return;
    }
    try {
      for (Message message = in.next(); message != null; message = in.next()) {
        handle(message);
      }
    } catch (RefusedException e) {
      refuse(e.refused());
    } catch (MalformedMessage e) {
      refuse(new Refused(Refused.Code.MALFORMED, e.getMessage()));
    }
  }

  /** Continues the handshake with the hello; nothing but that has been read. */
  private void prove(Proving proving) {
    if (proving.hello().hasRemaining()) {
      return;
    }
    try {
      Accepting side = proving.side();
      side.admit(proving.hello().flip());
      out.add(side.welcome());
      out.seal(side.seals());
      in.open(side.seals());
      phase = new Proven(proving.untilNs());
    } catch (NotProven e) {
      server.unknown("Refused %s: %s: %s".formatted(this, e.why(), e.getMessage()));
      server.counters().refused(e.why());
      phase = new Leaving(System.nanoTime() + LEAVE_WITHIN_NS);
      if (e.why() != Refusal.FOREIGN) {
        out.add(proving.side().refusal(e.why()));
      }
    }
  }

  private void handle(Message message) throws RefusedException {
    if (phase instanceof Leaving) {
      return;
    }
    if (phase instanceof Proven) {
      begin(message);
    } else if (phase instanceof Coordinating one && message instanceof Query ask) {
      one.asking().ask(ask);
    } else if (phase instanceof Admitted one && message instanceof Write write) {
      one.records().write(write);
    } else if (phase instanceof Admitted one && message instanceof ReadRecords wanted) {
      one.records().read(wanted, out);
    } else if (phase instanceof Admitted one && message instanceof Prune prune) {
      one.records().prune(prune);
    } else {
      throw unexpected(message);
    }
  }

  /** Handles the first frame of a client: its identity and its request. */
  private void begin(Message message) throws RefusedException {
    if (message instanceof Farewell bye) {
      forget(bye.job());
    } else if (message instanceof Join join) {
      join(join);
    } else if (message instanceof Enrol enrol) {
      enrol(enrol);
    } else if (message instanceof Coordinate ask) {
      phase = new Coordinating(new CoordinatedClient(ask.job(), server.coordinators(), this::tell));
    } else {
      throw unexpected(message);
    }
  }

  private static RefusedException unexpected(Message message) {
    return new RefusedException(
        Refused.Code.MALFORMED, message.getClass().getSimpleName() + " is not expected now");
  }

  private static RefusedException cannotServe(Incarnation who, FtmpjException why) {
    if (why.code() == ErrorCode.LOG_NOT_WRITABLE) {
      throw why;
    }
    // One damaged store: the others can go on.
    LOG.error("Cannot serve {}", who, why);
    return new RefusedException(Refused.Code.LOST_RECORDS, why.getMessage());
  }

  private void join(Join join) throws RefusedException {
    ReplicaStore records;
    try {
      records = store.join(join.incarnation(), join.session());
    } catch (FtmpjException e) {
      throw cannotServe(join.incarnation(), e);
    }
    ReplicaClient client = new ReplicaClient(records, join.incarnation(), server.counters());
    phase = new Admitted(client, join);
    LOG.debug("{} has come, it finds {}", join.incarnation(), client.shape());
    out.add(new Joined(client.shape(), client.first(), client.isComplete()));
    server.admitted(this);
  }

  private void enrol(Enrol enrol) throws RefusedException {
    store.enrol(enrol.job(), enrol.member(), enrol.isResumed());
    phase = new Leaving(System.nanoTime() + LEAVE_WITHIN_NS);
    out.add(new Done());
  }

  private void tell(QueryReply told) {
    if (phase instanceof Coordinating) {
      out.add(told);
      server.ready(this);
    }
  }

  private void forget(String job) {
    server.ended(job);
    phase = new Forgetting();
    server
        .coordinators()
        .forget(
            job,
            () -> {
              try {
                forgetRecords(job);
              } catch (RefusedException e) {
                refuse(e.refused());
              }
              server.ready(this);
            });
  }

  private void forgetRecords(String job) throws RefusedException {
    try {
      store.forget(job);
    } catch (FtmpjException e) {
      // The other jobs can continue.
      LOG.error("Cannot forget job {}", job, e);
      throw new RefusedException(Refused.Code.NOT_FORGOTTEN, e.what());
    }
    LOG.debug("Job {} has ended", job);
    phase = new Leaving(System.nanoTime() + LEAVE_WITHIN_NS);
    out.add(new Done());
  }

  /** Ends the connection with a reason. */
  void refuse(Refused refused) {
    String what = "Refused %s: %s: %s".formatted(this, refused.code(), refused.reason());
    LOG.warn("{}", what);
    server.counters().refused(refused.code());
    leaveStore();
    in.drop();
    phase = new Leaving(System.nanoTime() + LEAVE_WITHIN_NS);
    out.add(refused);
  }

  /** Sends output, as far as the client takes it: one acknowledgement for all writes. */
  void write() throws IOException {
    if (!channel.isOpen()) {
      return;
    }
    if (phase instanceof Admitted one && one.records().isDue()) {
      one.records().acknowledge(out);
    }
    if (!out.isEmpty()) {
      out.writeTo(channel);
    }
    if (out.isEmpty() && phase instanceof Leaving) {
      channel.shutdownOutput();
    }
    int interest = SelectionKey.OP_READ | (out.isEmpty() ? 0 : SelectionKey.OP_WRITE);
    if (key.interestOps() != interest) {
      key.interestOps(interest);
    }
  }

  boolean isOverdue(long nowNs) {
    return phase.isOverdue(nowNs);
  }

  /** The time when the connection was made. */
  long acceptedNs() {
    return acceptedNs;
  }

  boolean isAdmitted() {
    return phase.isAdmitted();
  }

  /** Whether the client has proven that it knows the secret. */
  boolean isKnown() {
    return phase.isKnown();
  }

  /** Whether both are admitted for the same rank. */
  boolean isOfSameRankAs(Connection other) {
    if (!isAdmitted() || !other.isAdmitted()) {
      return false;
    }
    Incarnation mine = phase.client().incarnation();
    Incarnation its = other.phase.client().incarnation();
    return mine.rank() == its.rank() && mine.job().equals(its.job());
  }

  /** Whether the connection is that of a rank of that job. */
  boolean isOf(String job) {
    return phase.client() != null && phase.client().incarnation().job().equals(job);
  }

  /** Whether both connections are those of one process. */
  boolean isSameProcessAs(Connection other) {
    return phase.client() != null && phase.client().equals(other.phase.client());
  }

  void close() {
    leaveStore();
    phase = new Leaving(System.nanoTime());
    key.cancel();
    if (channel.isOpen()) {
      server.counters().closed();
    }
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("Cannot close {}", this, e);
    }
  }

  private void leaveStore() {
    if (phase instanceof Admitted one) {
      store.leave(one.client().incarnation());
    }
  }

  @Override
  public String toString() {
    String who = isAdmitted() ? phase.client().incarnation() + " at " : "";
    return who + channel.socket().getRemoteSocketAddress();
  }
}
