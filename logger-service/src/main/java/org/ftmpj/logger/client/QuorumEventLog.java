package org.ftmpj.logger.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.life.OwnThreads;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.transport.journal.Retention;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The event log of durability levels {@code host} and {@code quorum}: one event logger on another
 * host, or several. A determinant is stable when a majority of them has it. Any minority may be
 * away, stand still, or lose its disk (protocol rules STABLE_BY_MAJORITY and LOST_DISK).
 *
 * <p>The rank's thread sends and waits. A thread of this object works in between: it opens
 * connections again, and sends a logger that is behind what it has missed.
 *
 * <p>While a majority is away, {@link #append} collects records and {@link #awaitStable} waits for
 * ever, which is reported. A logger among several that refuses the rank, or does not know the
 * secret, counts as away. {@link FtmpjException} is thrown, and thrown again by every later call,
 * if this rank must not go on: {@code FENCED}; {@code LOGGER_UNREACHABLE} by {@link #history} of a
 * first incarnation; {@code LOG_CORRUPT}; and {@code WRONG_SECRET}, {@code LOG_VERSION} and what
 * else a logger refuses, if it is the only one.
 *
 * <p>Interrupts neither disturb it nor get lost.
 */
public final class QuorumEventLog implements EventLog {
  private static final Logger LOG = LoggerFactory.getLogger(QuorumEventLog.class);

  /** The bytes of collected records from which on they are sent without a gate. */
  private static final int FLUSH_BYTES = 32 << 10;

  /**
   * The bytes of collected records from which on append waits: a majority has been away for too
   * long.
   */
  private static final long MOST_STORED_BYTES = 256 << 20;

  /**
   * The time after which a starting rank asks another logger, so that one that stands still does
   * not delay it.
   */
  private static final Duration ANOTHER_AFTER = Duration.ofMillis(500);

  /**
   * The pause between turns of this object's thread, in milliseconds; longer while the rank works
   * on its loggers.
   */
  private static final long BUSY_MS = 2;

  private static final long RANK_IS_ACTIVE_MS = 10;
  private static final long IDLE_MS = 100;

  /**
   * The shortest wait of a selector, in milliseconds. A shorter one than the kernel's own timer
   * costs more to set, for each wait, than the wait itself on virtual machines.
   */
  private static final long SHORTEST_SELECT_MS = 5;

  private static final long LONGEST_SELECT_MS = 20;

  /**
   * @param loggers their addresses; the same, in the same order, for all incarnations
   * @param incarnation of this process
   * @param notices is notified of loggers that do not answer
   * @param needed the records that an incarnation may still read, from this one on; loggers drop
   *     the others
   * @param contactTimeoutMs how long {@link #history} of a first incarnation waits until a majority
   *     answers at all, milliseconds; later ones wait for ever
   * @param answerTimeoutMs after how many milliseconds without an answer a connection counts as
   *     lost and is opened again
   */
  public record Settings(
      List<HostPort> loggers,
      Secret secret,
      Incarnation incarnation,
      LoggerNotices notices,
      Retention needed,
      int contactTimeoutMs,
      int answerTimeoutMs) {

    /** Settings with the usual times: 60 s for the first contact, 10 s for an answer. */
    public Settings(
        List<HostPort> loggers,
        Secret secret,
        Incarnation incarnation,
        LoggerNotices notices,
        Retention needed) {
      this(loggers, secret, incarnation, notices, needed, 60_000, 10_000);
    }
  }

  private final Settings settings;
  private final ReentrantLock lock = new ReentrantLock();
  private final Selector selector;
  private final EnsembleConnections members;
  private final CountDownLatch closing = new CountDownLatch(1);
  private boolean historyRead;

  /** The logger that gives the history. */
  private int preferred;

  private int unflushed;
  private volatile long stable;

  /** The time when the rank itself last worked on its loggers. */
  private volatile long activeNs = System.nanoTime();

  private FtmpjException stopped; // guarded by lock

  /** Creates the log without connecting; {@link #history} connects. */
  public QuorumEventLog(Settings settings) {
    this.settings = settings;
    try {
      selector = Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    members = new EnsembleConnections(settings, selector, System.nanoTime());
  }

  /** {@inheritDoc} */
  @Override
  public long history(long first, Consumer<ByteBuffer> record) {
    return history(first, false, (number, bytes) -> record.accept(bytes));
  }

  /** {@inheritDoc} */
  @Override
  public long retainedHistory(NumberedRecord record) {
    return history(1, true, record);
  }

  private long history(long first, boolean mayBeDropped, NumberedRecord record) {
    if (historyRead) {
      throw new IllegalStateException("The history was read before");
    }
    return locked(
        () -> {
          await(() -> members.isOpen(), true);
          long last = members.base();
          if (last < first - 1) {
            throw stop(
                new FtmpjException(
                    ErrorCode.LOG_CORRUPT,
                    "The event loggers have determinants of %s up to %d; those up to %d were there"
                        .formatted(settings.incarnation(), last, first - 1)));
          }
          for (long next = first; next <= last; ) {
            // A logger that comes only now may have dropped more.
            long there = Math.max(next, members.pruned() + 1);
            if (there > next && !mayBeDropped) {
              throw stop(dropped(next));
            }
            next = there <= last ? read(there, last, record) : there;
          }
          stable = last;
          historyRead = true;
          OwnThreads.all().start("ftmpj-loggers", this::keepUp);
          return last;
        });
  }

  private FtmpjException dropped(long wanted) {
    return new FtmpjException(
        ErrorCode.LOG_DROPPED,
        "The event loggers have dropped determinants of %s up to %d; those from %d on are wanted"
            .formatted(settings.incarnation(), members.pruned(), wanted));
  }

  /**
   * Reads some records.
   *
   * @return the number of the next record; {@code first} if loggers have dropped that since
   */
  private long read(long first, long last, NumberedRecord record) {
    while (members.pruned() < first) {
      int holder = members.ask(first, last, preferred);
      if (holder >= 0) {
        Deadline deadline = Deadline.in(ANOTHER_AFTER);
        await(() -> members.hasAnswered() || !members.isAsked() || deadline.isOver(), false);
        Batch batch = members.answer();
        if (batch != null) {
          preferred = holder;
          long[] number = {batch.first()};
          batch.forEach(bytes -> record.accept(number[0]++, bytes));
          return number[0];
        }
        preferred = (holder + 1) % settings.loggers().size();
      } else {
        await(() -> members.isHeld(last), false);
      }
    }
    return first;
  }

  @Override
  public long append(ByteBuffer record) {
    Batch.checkLength(record.remaining());
    return locked(
        () -> {
          requireRead();
          long number = members.append(record);
          unflushed += record.remaining();
          if (unflushed >= FLUSH_BYTES) {
            unflushed = 0;
            turn(0);
            if (members.storedBytes() > MOST_STORED_BYTES) {
              awaitLocked(number);
            }
          }
          return number;
        });
  }

  @Override
  public long stable() {
    return stable;
  }

  /** Whether that logger has all records, and counts. */
  boolean isBackedBy(int logger) {
    return locked(() -> members.isBackedBy(logger) ? 1 : 0) == 1;
  }

  @Override
  public void awaitStable(long number) {
    if (stable >= number) {
      return;
    }
    locked(
        () -> {
          requireRead();
          if (number > members.last()) {
            throw new IllegalArgumentException(
                "Record " + number + ", but the last is " + members.last());
          }
          awaitLocked(number);
          return number;
        });
  }

  private void awaitLocked(long number) {
    unflushed = 0;
    await(() -> members.stable() >= number, false);
  }

  private void requireRead() {
    if (!historyRead) {
      throw new IllegalStateException("The history was not read");
    }
  }

  // Waiting.

  private interface Condition {
    boolean isMet();
  }

  private interface Work {
    long run();
  }

  /** Does some work under the lock; an interrupt neither ends a wait nor gets lost. */
  private long locked(Work work) {
    boolean interrupted = Thread.interrupted();
    lock.lock();
    try {
      requireUsable();
      return work.run();
    } finally {
      lock.unlock();
      if (interrupted | Thread.interrupted()) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void await(Condition condition, boolean isContact) {
    long sinceNs = System.nanoTime();
    boolean hasPatience = !isContact || settings.incarnation().number() > 1;
    long nowNs = sinceNs;
    while (!condition.isMet()) {
      members.listenToAll(nowNs - sinceNs >= Preferred.LATER_NS);
      // Until all loggers have got what those that get it at once have not acknowledged soon.
      turn(nowNs - sinceNs < 2 * Preferred.LATER_NS ? SHORTEST_SELECT_MS : LONGEST_SELECT_MS);
      nowNs = System.nanoTime();
      members.tell(sinceNs, nowNs);
      if (!hasPatience && nowNs - sinceNs > settings.contactTimeoutMs() * 1e6) {
        throw stop(
            new FtmpjException(
                ErrorCode.LOGGER_UNREACHABLE,
                "No majority of the event loggers answers within %d ms: %s"
                    .formatted(settings.contactTimeoutMs(), members.reasons())));
      }
    }
    members.goesOn();
  }

  /** Sends output, and takes the input of that time. */
  private void turn(long waitMs) {
    requireUsable();
    exchange(waitMs);
    activeNs = System.nanoTime();
  }

  /** Sends output, and takes the input of that time; returns whether there was any. */
  private boolean exchange(long waitMs) {
    try {
      boolean moved = members.turn(System.nanoTime());
      // An interrupt would end each wait at once; it is set again at the end.
      boolean interrupted = Thread.interrupted();
      boolean waits = waitMs > 0 && !members.hasTaken();
      int ready = waits ? selector.select(waitMs) : selector.selectNow();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      if (ready > 0) {
        for (SelectionKey key : selector.selectedKeys()) {
          members.handle(key, System.nanoTime());
        }
        selector.selectedKeys().clear();
        members.turn(System.nanoTime());
      }
      stable = Math.max(stable, members.stable());
      return moved || ready > 0;
    } catch (IOException e) {
      throw stop(new FtmpjException(ErrorCode.INTERNAL, "The selector fails: " + e, e));
    } catch (FtmpjException e) {
      throw stop(e);
    }
  }

  /** Keeps the loggers up to date while the rank does other things. */
  private void keepUp() {
    long pauseMs = BUSY_MS;
    while (!isClosing(pauseMs)) {
      pauseMs = IDLE_MS;
      if (System.nanoTime() - activeNs < RANK_IS_ACTIVE_MS * 1_000_000) {
        pauseMs = RANK_IS_ACTIVE_MS;
      } else if (lock.tryLock()) {
        try {
          if (isClosing(0) || stopped != null) {
            return;
          }
          members.listenToAll(true);
          pauseMs = exchange(0) ? BUSY_MS : IDLE_MS;
        } catch (FtmpjException e) {
          // The rank hears of it at its next call.
          LOG.debug("The rank must not go on", e);
          return;
        } finally {
          lock.unlock();
        }
      }
    }
  }

  private boolean isClosing(long withinMs) {
    try {
      return closing.await(withinMs, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      // A program may interrupt every thread that it finds.
      return false;
    }
  }

  private FtmpjException stop(FtmpjException why) {
    if (stopped == null) {
      stopped = why;
    }
    members.close();
    return why;
  }

  private void requireUsable() {
    if (closing.getCount() == 0) {
      throw new IllegalStateException("The event log is closed");
    }
    if (stopped != null) {
      throw new FtmpjException(stopped.code(), "This rank must not go on", stopped);
    }
  }

  /**
   * Ends the connections; records that are not stable by now are not sent any more. Any thread: a
   * thread that waits in another method gets an {@link IllegalStateException}.
   */
  @Override
  public void close() {
    closing.countDown();
    selector.wakeup();
    lock.lock();
    try {
      members.close();
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      lock.unlock();
    }
  }
}
