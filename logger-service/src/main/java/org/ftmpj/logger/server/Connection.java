package org.ftmpj.logger.server;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.secret.Nonce;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.store.ReplicaStore;
import org.ftmpj.logger.wire.Ack;
import org.ftmpj.logger.wire.Append;
import org.ftmpj.logger.wire.Ask;
import org.ftmpj.logger.wire.Challenge;
import org.ftmpj.logger.wire.Coordinate;
import org.ftmpj.logger.wire.Coordinated;
import org.ftmpj.logger.wire.Enrol;
import org.ftmpj.logger.wire.Enrolled;
import org.ftmpj.logger.wire.Farewell;
import org.ftmpj.logger.wire.Forgotten;
import org.ftmpj.logger.wire.FrameBuffer;
import org.ftmpj.logger.wire.Hello;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.logger.wire.Join;
import org.ftmpj.logger.wire.Joined;
import org.ftmpj.logger.wire.MalformedFrame;
import org.ftmpj.logger.wire.Message;
import org.ftmpj.logger.wire.ReadRecords;
import org.ftmpj.logger.wire.Refused;
import org.ftmpj.logger.wire.Told;
import org.ftmpj.logger.wire.Welcome;
import org.ftmpj.logger.wire.Write;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client, from its connection to its end: admitted when its store says so, acknowledged what
 * its store says is stable. Used by the event loop's thread.
 */
final class Connection implements StoreClient {
  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
  private static final long HELLO_WITHIN_NS = 5_000_000_000L;
  private static final long LEAVE_WITHIN_NS = 2_000_000_000L;

  /** Where a connection stands. */
  private sealed interface Phase {
    /** The challenge is sent. */
    record Challenged(Challenge challenge, long untilNs) implements Phase {}

    /** The client has proven who it is; its store fences older incarnations. */
    record Fencing(Challenge challenge, Hello hello) implements Phase {}

    /** The client is admitted. */
    record Admitted(RankRecords records, Hello hello) implements Phase {}

    /** The client is admitted; this is one of several loggers of its rank. */
    record Replicating(ReplicaClient client, Join join) implements Phase {}

    /** The client asks what the loggers of its job agree on. */
    record Coordinating(CoordinatedClient client) implements Phase {}

    /** The client has said farewell; what the job has here is being closed. */
    record Forgetting() implements Phase {}

    /**
     * The client was refused, or has said farewell; what it still sends is dropped, so that it can
     * read why.
     */
    record Leaving(long untilNs) implements Phase {}
  }

  private final SocketChannel channel;
  private final SelectionKey key;
  private final DeterminantStore store;
  private final Secret secret;
  private final Server server;
  private final FrameBuffer in = new FrameBuffer(true, 16 << 10, Hello.MAX_LENGTH);
  private final Outbox out = new Outbox();
  private final long acceptedNs;
  private Phase phase;
  private HistoryFeed feed;

  /** Number of the last record that the store has told to be stable. */
  private long stable;

  /** Number of the last record that the client has sent, or knew of when it came. */
  private long received;

  private boolean ackDue;

  /** What a connection asks of its server. */
  interface Server {
    /** Counts what the server does. */
    ServerCounters counters();

    /** The connection has something to send. */
    void ready(Connection connection);

    /** Every other connection that is admitted for the same rank of the same job must end. */
    void admitted(Connection connection);

    /** Every connection of that job must end. */
    void ended(String job);

    /** What the loggers of jobs agree on. */
    Coordinators coordinators();

    /** Something was refused to a client that has not proven who it is. */
    void unknown(String what);
  }

  Connection(
      SocketChannel channel,
      SelectionKey key,
      DeterminantStore store,
      Secret secret,
      Server server,
      long nowNs) {
    this.channel = channel;
    this.key = key;
    this.store = store;
    this.secret = secret;
    this.server = server;
    this.acceptedNs = nowNs;
    Challenge challenge = new Challenge(Nonce.random());
    phase = new Phase.Challenged(challenge, nowNs + HELLO_WITHIN_NS);
    out.add(challenge);
  }

  /** Takes what has arrived. */
  void read() throws IOException {
    if (channel.read(in.space()) < 0) {
      throw new EOFException("The client has closed the connection");
    }
    if (phase instanceof Phase.Leaving) {
      in.drop();
      return;
    }
    try {
      for (Message message = in.next(); message != null; message = in.next()) {
        handle(message);
      }
    } catch (RefusedException e) {
      refuse(e.refused());
    } catch (MalformedFrame e) {
      refuse(new Refused(e.code(), e.getMessage()));
    }
  }

  private void handle(Message message) throws RefusedException {
    if (phase instanceof Phase.Leaving) {
      return;
    }
    if (phase instanceof Phase.Challenged challenged && message instanceof Hello hello) {
      admit(challenged.challenge(), hello);
    } else if (phase instanceof Phase.Challenged challenged && message instanceof Farewell bye) {
      forget(challenged.challenge(), bye);
    } else if (phase instanceof Phase.Challenged challenged && message instanceof Join join) {
      join(challenged.challenge(), join);
    } else if (phase instanceof Phase.Challenged challenged && message instanceof Enrol enrol) {
      enrol(challenged.challenge(), enrol);
    } else if (phase instanceof Phase.Challenged challenged && message instanceof Coordinate ask) {
      coordinate(challenged.challenge(), ask);
    } else if (phase instanceof Phase.Coordinating one && message instanceof Ask ask) {
      one.client().ask(ask);
    } else if (phase instanceof Phase.Replicating one && message instanceof Write write) {
      one.client().write(write);
    } else if (phase instanceof Phase.Replicating one && message instanceof ReadRecords wanted) {
      one.client().read(wanted, out);
    } else if (phase instanceof Phase.Admitted admitted && message instanceof Append append) {
      received = Math.max(received, append.batch().last());
      admitted.records().append(append.batch());
    } else {
      throw new RefusedException(
          Refused.Code.MALFORMED, message.getClass().getSimpleName() + " is not expected now");
    }
  }

  private void admit(Challenge challenge, Hello hello) throws RefusedException {
    require(hello.isProven(challenge, secret));
    phase = new Phase.Fencing(challenge, hello);
    try {
      store.admit(hello.incarnation(), hello.session(), this);
    } catch (FtmpjException e) {
      throw cannotServe(hello.incarnation(), e);
    }
  }

  private static RefusedException cannotServe(Incarnation who, FtmpjException why) {
    if (why.code() == ErrorCode.LOG_NOT_WRITABLE) {
      throw why;
    }
    // One damaged store: the others can go on.
    LOG.error("Cannot serve {}", who, why);
    return new RefusedException(Refused.Code.LOST_RECORDS, why.getMessage());
  }

  @Override
  public void admitted(RankRecords records) {
    if (!(phase instanceof Phase.Fencing fencing)) {
      // The client has gone meanwhile.
      records.close();
      return;
    }
    Hello hello = fencing.hello();
    phase = new Phase.Admitted(records, hello);
    stable = records.stable();
    received = stable;
    LOG.debug("{} has come, its last record is {}", hello.incarnation(), stable);
    out.add(Welcome.to(hello, fencing.challenge(), secret, stable));
    if (hello.firstWanted() > 0) {
      feed = new HistoryFeed(records, hello.firstWanted());
    }
    in.accept(Message.MAX_BODY);
    server.admitted(this);
    server.ready(this);
  }

  @Override
  public void stable(long last) {
    if (phase instanceof Phase.Admitted) {
      stable = Math.max(stable, last);
      ackDue = true;
      server.ready(this);
    }
  }

  @Override
  public void refused(Refused why) {
    if (hello() != null) {
      refuse(why);
      server.ready(this);
    }
  }

  private static void require(boolean proven) throws RefusedException {
    if (!proven) {
      throw new RefusedException(
          Refused.Code.WRONG_SECRET, "the event logger was started with another secret");
    }
  }

  private void join(Challenge challenge, Join join) throws RefusedException {
    require(join.isProven(challenge, secret));
    ReplicaStore records;
    try {
      records = store.join(join.incarnation(), join.session());
    } catch (FtmpjException e) {
      throw cannotServe(join.incarnation(), e);
    }
    ReplicaClient client = new ReplicaClient(records, join.incarnation(), server.counters());
    phase = new Phase.Replicating(client, join);
    LOG.debug("{} has come, it finds {}", join.incarnation(), client.shape());
    out.add(Joined.to(join, challenge, secret, client.shape(), client.isComplete()));
    in.accept(Message.MAX_BODY);
    server.admitted(this);
  }

  private void enrol(Challenge challenge, Enrol enrol) throws RefusedException {
    require(enrol.isProven(challenge, secret));
    store.enrol(enrol.job(), enrol.member());
    phase = new Phase.Leaving(System.nanoTime() + LEAVE_WITHIN_NS);
    out.add(Enrolled.to(enrol, challenge, secret));
  }

  private void coordinate(Challenge challenge, Coordinate ask) throws RefusedException {
    require(ask.isProven(challenge, secret));
    CoordinatedClient client = new CoordinatedClient(ask.job(), server.coordinators(), this::tell);
    phase = new Phase.Coordinating(client);
    out.add(Coordinated.to(ask, challenge, secret));
    in.accept(Message.MAX_BODY);
  }

  private void tell(Told told) {
    if (phase instanceof Phase.Coordinating) {
      out.add(told);
      server.ready(this);
    }
  }

  private void forget(Challenge challenge, Farewell farewell) throws RefusedException {
    require(farewell.isProven(challenge, secret));
    server.ended(farewell.job());
    phase = new Phase.Forgetting();
    server
        .coordinators()
        .forget(
            farewell.job(),
            () -> {
              try {
                forgetRecords(challenge, farewell);
              } catch (RefusedException e) {
                refuse(e.refused());
              }
              server.ready(this);
            });
  }

  private void forgetRecords(Challenge challenge, Farewell farewell) throws RefusedException {
    try {
      store.forget(farewell.job());
    } catch (FtmpjException e) {
      // The other jobs can go on.
      LOG.error("Cannot forget job {}", farewell.job(), e);
      throw new RefusedException(Refused.Code.NOT_FORGOTTEN, e.what());
    }
    LOG.debug("Job {} has ended", farewell.job());
    phase = new Phase.Leaving(System.nanoTime() + LEAVE_WITHIN_NS);
    out.add(Forgotten.to(farewell, challenge, secret));
  }

  /** Ends the connection with a reason. */
  void refuse(Refused refused) {
    String what = "Refused %s: %s: %s".formatted(this, refused.code(), refused.reason());
    if (isAdmitted()) {
      LOG.warn("{}", what);
    } else {
      server.unknown(what);
    }
    server.counters().refused(refused.code());
    leaveStore();
    ackDue = false;
    in.drop();
    phase = new Phase.Leaving(System.nanoTime() + LEAVE_WITHIN_NS);
    out.add(refused);
  }

  /** Sends what is due, as far as the client takes it: one acknowledgement for all appends. */
  void write() throws IOException {
    if (!channel.isOpen()) {
      return;
    }
    do {
      if (out.isEmpty() && ackDue) {
        // Not what the client had sent over an earlier connection, and will send again.
        out.add(new Ack(Math.min(stable, received)));
        ackDue = false;
      }
      if (phase instanceof Phase.Replicating one && one.client().isDue()) {
        one.client().acknowledge(out);
      }
      fillFromHistory();
      if (!out.isEmpty()) {
        out.writeTo(channel);
      }
    } while (out.isEmpty() && (feed != null || ackDue));
    if (out.isEmpty() && phase instanceof Phase.Leaving) {
      channel.shutdownOutput();
    }
    int interest = SelectionKey.OP_READ | (out.isEmpty() ? 0 : SelectionKey.OP_WRITE);
    if (key.interestOps() != interest) {
      key.interestOps(interest);
    }
  }

  private void fillFromHistory() {
    if (feed == null) {
      return;
    }
    try {
      if (!feed.fill(out)) {
        endFeed();
      }
    } catch (FtmpjException e) {
      boolean dropped = e.code() == ErrorCode.LOG_DROPPED;
      refuse(
          dropped
              ? new Refused(Refused.Code.DROPPED, e.what())
              : new Refused(Refused.Code.LOST_RECORDS, e.getMessage()));
    }
  }

  boolean isOverdue(long nowNs) {
    if (phase instanceof Phase.Challenged challenged) {
      return nowNs - challenged.untilNs() > 0;
    }
    return phase instanceof Phase.Leaving leaving && nowNs - leaving.untilNs() > 0;
  }

  /** When the connection was made. */
  long acceptedNs() {
    return acceptedNs;
  }

  boolean isAdmitted() {
    return phase instanceof Phase.Admitted || phase instanceof Phase.Replicating;
  }

  /** Whether the client has proven that it knows the secret. */
  boolean isKnown() {
    return incarnation() != null
        || phase instanceof Phase.Coordinating
        || phase instanceof Phase.Forgetting;
  }

  /** Whether both are admitted for the same rank. */
  boolean isOfSameRankAs(Connection other) {
    if (!isAdmitted() || !other.isAdmitted()) {
      return false;
    }
    Incarnation mine = incarnation();
    Incarnation its = other.incarnation();
    return mine.rank() == its.rank() && mine.job().equals(its.job());
  }

  /** Whether it is that of a rank of that job. */
  boolean isOf(String job) {
    return incarnation() != null && incarnation().job().equals(job);
  }

  /** Whether both are connections of the same process. */
  boolean isSameProcessAs(Connection other) {
    return incarnation() != null
        && other.incarnation() != null
        && session() == other.session()
        && incarnation().equals(other.incarnation());
  }

  /** Who the client has proven to be; null if it has not, or leaves. */
  private Incarnation incarnation() {
    if (phase instanceof Phase.Replicating one) {
      return one.join().incarnation();
    }
    return hello() == null ? null : hello().incarnation();
  }

  private long session() {
    return phase instanceof Phase.Replicating one ? one.join().session() : hello().session();
  }

  /** What the client has proven to be; null if it has not, or leaves. */
  private Hello hello() {
    if (phase instanceof Phase.Fencing fencing) {
      return fencing.hello();
    }
    return phase instanceof Phase.Admitted admitted ? admitted.hello() : null;
  }

  void close() {
    leaveStore();
    phase = new Phase.Leaving(System.nanoTime());
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
    endFeed();
    if (phase instanceof Phase.Admitted admitted) {
      admitted.records().close();
    } else if (phase instanceof Phase.Replicating) {
      server.counters().left();
    }
  }

  private void endFeed() {
    if (feed != null) {
      feed.close();
      feed = null;
    }
  }

  @Override
  public String toString() {
    String who = isAdmitted() ? incarnation() + " at " : "";
    return who + channel.socket().getRemoteSocketAddress();
  }
}
