package org.ftmpj.logger.client;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.logger.wire.Ack;
import org.ftmpj.logger.wire.Append;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.logger.wire.Hello;
import org.ftmpj.logger.wire.History;
import org.ftmpj.logger.wire.HistoryEnd;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.logger.wire.Message;
import org.ftmpj.logger.wire.Prune;
import org.ftmpj.logger.wire.Welcome;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.transport.journal.Needed;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The event log of durability level {@code host}: an event logger elsewhere; a determinant is
 * stable when it has acknowledged it. Has no thread of its own: the rank's thread sends and waits.
 *
 * <p>While the logger is away, {@link #append} keeps records and {@link #awaitStable} waits, for
 * ever; what is not acknowledged is sent again when it is back. {@link FtmpjException} is thrown,
 * and thrown again by every later call, if this rank must not go on: {@code FENCED}, {@code
 * WRONG_SECRET}, {@code LOG_VERSION}, {@code LOG_CORRUPT} (the logger has lost what it
 * acknowledged).
 *
 * <p>Interrupts neither disturb it nor get lost.
 */
public final class RemoteEventLog implements EventLog {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteEventLog.class);

  /** Records that no gate asked for are sent when they are that many bytes. */
  private static final int FLUSH_BYTES = 32 << 10;

  /** Bytes of records in one frame, unless a single one is longer. */
  private static final int FRAME_BYTES = 64 << 10;

  /** Not more than the kernel's buffers take even if the logger hangs: writes do not block. */
  private static final int IN_FLIGHT_BYTES = 128 << 10;

  /**
   * A logger seems to have another version when what it says was changed on its way, but not so
   * often in a row.
   */
  private static final int REFUSALS = 3;

  /** When that much is kept, append waits: the logger has been away for too long. */
  private static final int KEPT_BYTES = 256 << 20;

  /**
   * @param incarnation of this process
   * @param needed which records an incarnation may still read, from this one on; the logger drops
   *     the others
   * @param contactTimeoutMs how long {@link #history} of a first incarnation waits until an event
   *     logger answers at all, milliseconds; later incarnations wait for ever, as there was one
   * @param silenceTimeoutMs the same if something listens there and only does not answer: an event
   *     logger on a starved machine
   * @param answerTimeoutMs after how many milliseconds without an answer a connection counts as
   *     lost and is opened again
   */
  public record Settings(
      String host,
      int port,
      Secret secret,
      Incarnation incarnation,
      Needed needed,
      int contactTimeoutMs,
      int silenceTimeoutMs,
      int answerTimeoutMs) {

    /** Of which all may be read, with the usual times. */
    public Settings(String host, int port, Secret secret, Incarnation incarnation) {
      this(host, port, secret, incarnation, Needed.ALL);
    }

    /**
     * With the usual times: 10 s for the first contact, 60 s if it is silent, 10 s for an answer.
     */
    public Settings(String host, int port, Secret secret, Incarnation incarnation, Needed needed) {
      this(host, port, secret, incarnation, needed, 10_000, 60_000, 10_000);
    }

    String address() {
      return host + ":" + port;
    }
  }

  private final Settings settings;
  private final long session = ThreadLocalRandom.current().nextLong();
  private final Unacknowledged records = new Unacknowledged();
  private final Outage outage;
  private volatile Link link;
  private volatile boolean closed;
  private boolean historyRead;
  private int refusals;
  private volatile long stable;

  /** The first record that the logger had, and has to have while that is needed. */
  private long kept;

  /** Up to which record the logger was told, over this connection, that none is needed. */
  private long pruned;

  private FtmpjException stopped;

  /** Does not connect yet; {@link #history} does. */
  public RemoteEventLog(Settings settings) {
    this(settings, "Rank " + settings.incarnation().rank());
  }

  /**
   * The same with a name.
   *
   * @param who how the user is told who waits for the event logger
   */
  public RemoteEventLog(Settings settings, String who) {
    this.settings = settings;
    outage = new Outage(who, settings.address());
  }

  /**
   * {@inheritDoc}
   *
   * @throws FtmpjException also {@code LOGGER_UNREACHABLE}
   */
  @Override
  public long history(long first, Consumer<ByteBuffer> record) {
    return read(first, (number, bytes) -> record.accept(bytes));
  }

  /**
   * {@inheritDoc}
   *
   * @throws FtmpjException also {@code LOGGER_UNREACHABLE}
   */
  @Override
  public long historyKept(NumberedRecord record) {
    return read(Hello.KEPT, record);
  }

  private long read(long first, NumberedRecord record) {
    if (historyRead) {
      throw new IllegalStateException("The history was read before");
    }
    long next = first;
    boolean complete = false;
    boolean contact = settings.incarnation().number() > 1;
    while (!complete) {
      requireUsable();
      try {
        Welcome welcome = open(next);
        if (next == Hello.KEPT) {
          next = welcome.first();
        }
        kept = welcome.first();
        requireRecordsUpTo(next - 1, welcome.stable());
        contact = true;
        Message message = link.receive();
        while (message instanceof History h) {
          next = hand(h.batch(), next, record);
          message = link.receive();
        }
        requireHistoryEnd(Link.as(HistoryEnd.class, message), next - 1);
        complete = true;
      } catch (RefusedByLogger e) {
        refused(e);
      } catch (IOException e) {
        pauseAfter(e);
        if (!contact) {
          requirePatience(e);
        }
      }
    }
    answered();
    records.startAt(next);
    stable = next - 1;
    historyRead = true;
    return stable;
  }

  private void requirePatience(IOException e) {
    int patienceMs =
        e instanceof SocketTimeoutException
            ? settings.silenceTimeoutMs()
            : settings.contactTimeoutMs();
    if (outage.lengthNs(System.nanoTime()) > patienceMs * 1e6) {
      throw new FtmpjException(
          ErrorCode.LOGGER_UNREACHABLE,
          "No event logger answers at %s within %d ms (%s)"
              .formatted(settings.address(), patienceMs, Outage.describe(e)),
          e);
    }
  }

  private void requireRecordsUpTo(long before, long has) {
    if (has < before) {
      throw stop(
          new FtmpjException(
              ErrorCode.LOG_CORRUPT,
              "The event logger at %s has determinants of %s up to %d; those up to %d were there"
                  .formatted(settings.address(), settings.incarnation(), has, before)));
    }
  }

  private static long hand(Batch batch, long next, NumberedRecord record) throws IOException {
    if (batch.first() != next) {
      throw new IOException("The history has " + batch + " instead of those from " + next + " on");
    }
    long[] number = {next};
    batch.forEach(bytes -> record.accept(number[0]++, bytes));
    return number[0];
  }

  private static void requireHistoryEnd(HistoryEnd end, long last) throws IOException {
    if (end.last() != last) {
      throw new IOException("The history ends at " + end.last() + " after " + last);
    }
  }

  @Override
  public long append(ByteBuffer record) {
    requireUsable();
    if (!historyRead) {
      throw new IllegalStateException("The history was not read");
    }
    long number = records.add(record);
    if (records.unsentBytes() >= FLUSH_BYTES) {
      sendWithoutWaiting();
      if (records.size() > KEPT_BYTES) {
        awaitStable(number);
      }
    }
    return number;
  }

  @Override
  public long stable() {
    return stable;
  }

  @Override
  public void awaitStable(long number) {
    if (number > records.last()) {
      throw new IllegalArgumentException(
          "Record " + number + ", but the last is " + records.last());
    }
    while (stable < number) {
      requireUsable();
      try {
        if (link == null) {
          reopen();
        }
        sendInWindow();
        if (stable < number) {
          acknowledged(link.expect(Ack.class));
        }
      } catch (RefusedByLogger e) {
        refused(e);
      } catch (IOException e) {
        pauseAfter(e);
      }
    }
  }

  private void sendWithoutWaiting() {
    if (link == null) {
      return;
    }
    try {
      for (Message message = link.poll(); message != null; message = link.poll()) {
        acknowledged(Link.as(Ack.class, message));
      }
      sendInWindow();
    } catch (RefusedByLogger e) {
      throw stop(e.stop(settings));
    } catch (IOException e) {
      LOG.debug("Lost the event logger", e);
      drop();
    }
  }

  private void sendInWindow() throws IOException {
    long last = settings.needed().from() - 1;
    if (last > pruned) {
      pruned = last;
      link.send(new Prune(last));
    }
    while (records.unsentBytes() > 0 && records.sentBytes() < IN_FLIGHT_BYTES) {
      link.send(new Append(records.send(FRAME_BYTES)));
    }
  }

  private void acknowledged(Ack ack) throws IOException {
    if (ack.stable() < stable || ack.stable() > records.lastSent()) {
      throw new IOException(
          "Record "
              + ack.stable()
              + " is acknowledged, not one of "
              + stable
              + ".."
              + records.lastSent());
    }
    records.acknowledge(ack.stable());
    stable = ack.stable();
    answered();
  }

  private void reopen() throws IOException, RefusedByLogger {
    Welcome welcome = open(0);
    requireNotDropped(welcome.first());
    long has = welcome.stable();
    if (has < stable || has > records.last()) {
      throw stop(
          new FtmpjException(
              ErrorCode.LOG_CORRUPT,
              "The event logger at "
                  + settings.address()
                  + " came back with "
                  + has
                  + " determinants of "
                  + settings.incarnation()
                  + "; it had acknowledged "
                  + stable
                  + " of "
                  + records.last()));
    }
    records.acknowledge(has);
    records.resend();
    stable = has;
    if (has == records.last()) {
      answered();
    }
  }

  /** Its store may not begin with a later record than this process knows to be needed. */
  private void requireNotDropped(long first) {
    kept = Math.max(kept, settings.needed().from());
    if (first > kept) {
      throw stop(
          new FtmpjException(
              ErrorCode.LOG_CORRUPT,
              "The event logger at %s came back with determinants of %s from %d on; those from %d on are needed"
                  .formatted(settings.address(), settings.incarnation(), first, kept)));
    }
  }

  private Welcome open(long firstWanted) throws IOException, RefusedByLogger {
    drop();
    Link.Opened opened = Link.open(settings, session, firstWanted);
    link = opened.link();
    pruned = 0;
    if (closed) {
      // It was closed meanwhile, and close() may not have seen this link.
      drop();
    }
    requireUsable();
    refusals = 0;
    return opened.welcome();
  }

  private void answered() {
    if (outage.isPresent()) {
      outage.over(System.nanoTime());
    }
  }

  private void refused(RefusedByLogger e) {
    refusals++;
    if (!e.mayBeDamage() || refusals == REFUSALS) {
      throw stop(e.stop(settings));
    }
    pauseAfter(new IOException(e.getMessage(), e));
  }

  /** An interrupt must not end the wait at the gate, and must not get lost. */
  private void pauseAfter(IOException why) {
    drop();
    requireUsable();
    Deadline end = Deadline.in(Duration.ofMillis(outage.failed(why, System.nanoTime())));
    boolean interrupted = false;
    while (!end.isOver() && !closed) {
      try {
        TimeUnit.NANOSECONDS.sleep(end.leftNs());
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private FtmpjException stop(FtmpjException why) {
    stopped = why;
    drop();
    return why;
  }

  private void requireUsable() {
    if (closed) {
      throw new IllegalStateException("The event log is closed");
    }
    if (stopped != null) {
      throw new FtmpjException(stopped.code(), "This rank must not go on", stopped);
    }
  }

  private void drop() {
    close(link);
    link = null;
  }

  private static void close(Link link) {
    if (link == null) {
      return;
    }
    try {
      link.close();
    } catch (IOException e) {
      LOG.debug("Cannot close the connection to the event logger", e);
    }
  }

  /**
   * Ends the connection; what is not stable by now is not sent any more. Any thread: one that waits
   * in another method gets an {@link IllegalStateException}.
   */
  @Override
  public void close() {
    closed = true;
    close(link);
  }
}
