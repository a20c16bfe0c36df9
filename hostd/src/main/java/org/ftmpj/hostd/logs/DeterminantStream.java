package org.ftmpj.hostd.logs;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.common.life.OwnThreads;
import org.ftmpj.logger.store.StreamBase;
import org.ftmpj.logger.store.StreamEntry;
import org.ftmpj.logger.store.StreamRecord;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.transport.bell.Doorbell;
import org.ftmpj.transport.control.ControlBlock;

/**
 * The determinants of all ranks of a host on their way to the event logger, as one stream in which
 * none comes before one that it depends on. It is the gate at the host's edge at durability level
 * {@code host}. Before data leaves the host, one of the waiting threads makes a pass over the
 * ranks' logs, for all of them, and takes the determinants that the ranks have recorded.
 *
 * <p>Each batch in the logs has a stamp, which its rank took from the host's control block
 * immediately before the append. A pass first reads the next stamp, then all logs, and takes every
 * batch with an older stamp. If a batch depends on another one, its rank had seen the effect of
 * that before it took the stamp. So the other batch was appended before the pass read the logs,
 * with an older stamp, and is taken first. A batch that is appended late with an old stamp is taken
 * by the next pass; everything that depends on it took its stamp later.
 *
 * <p>Outputs by which a rank itself leaves the host, such as writes to files, wait in the rank: it
 * takes a stamp, rings the doorbell of this stream, and waits until the control block shows a pass
 * that began after that.
 */
public final class DeterminantStream implements EdgeGate, AutoCloseable {
  /** The largest number of bytes taken before the event logger has acknowledged them. */
  private static final int MOST_UNACKNOWLEDGED = 1 << 20;

  private final JobLayout layout;
  private final ControlBlock control;
  private final EventLog log;
  private final StreamPruning pruning;
  private final Consumer<Throwable> failed;
  private final Map<Integer, RankDeterminants> ranks = new TreeMap<>();
  private final PriorityQueue<RankDeterminants> ready =
      new PriorityQueue<>(Comparator.comparingLong(RankDeterminants::stamp));

  /** Rung by ranks whose outputs leave the host by themselves. */
  private final Doorbell bell = Doorbell.open();

  private ByteBuffer record = ByteBuffer.allocate(1024);

  /** The number of the last record of the stream that this object has added; 0 if none. */
  private long last;

  /** The number of passes begun. Guarded by this object, like the following fields. */
  private long begun;

  private long ended;
  private boolean isRunning;
  private Thread idle;
  private boolean isClosed;
  private Throwable failure;

  private DeterminantStream(
      JobLayout layout,
      int[] ranks,
      EventLog log,
      StreamPruning pruning,
      Consumer<Throwable> failed) {
    this.layout = layout;
    this.pruning = pruning;
    this.control = ControlBlock.open(layout.control());
    this.log = log;
    this.failed = failed;
    for (int rank : ranks) {
      RankDeterminants determinants = new RankDeterminants(rank, layout.determinants(rank));
      // Recorded in an earlier run of the job; these are in the streams of other hosts.
      determinants.startAfter(MovedDeterminants.before(layout, rank));
      this.ranks.put(rank, determinants);
    }
  }

  /**
   * The writer of a host's stream, as the event logger knows it.
   *
   * @param incarnation of the host's daemon, from 1
   */
  public static Incarnation writer(String job, Placement placement, int host, int incarnation) {
    return new Incarnation(job, StreamRecord.number(placement.size(), host), incarnation);
  }

  /**
   * Reads the event logger's part of the stream, and begins to add to it.
   *
   * @param layout the job's directory on this host, with its control block; the ranks record there
   *     at level {@code process}, with option {@code stamps}
   * @param host the number of this host
   * @param log the event log for the stream, of the {@link #writer}; closed with this object
   * @param pruning the records that are still required, which the log is told
   * @param failed is called once, by a thread of this object, when nothing may leave any more
   * @throws FtmpjException what {@link StoredStream#read} throws
   */
  public static DeterminantStream open(
      JobLayout layout,
      Placement placement,
      int host,
      EventLog log,
      StreamPruning pruning,
      Consumer<Throwable> failed) {
    DeterminantStream stream =
        new DeterminantStream(layout, placement.ranksOf(host).toArray(), log, pruning, failed);
    try {
      StoredStream.read(log, (number, record, bytes) -> stream.resume(number, record));
    } catch (RuntimeException | Error e) {
      log.close();
      throw e;
    }
    stream.control.enterEdge(stream.bell.port());
    stream.idle = OwnThreads.all().start("ftmpj-determinants", stream::passWhileIdle);
    return stream;
  }

  private void resume(long number, StreamRecord record) {
    if (record instanceof StreamEntry entry) {
      pruning.has(entry, number);
      resume(entry.rank(), entry.batch().last());
    } else if (record instanceof StreamBase base) {
      pruning.has(base);
      base.ranks().forEach(rank -> resume(rank.rank(), rank.first() - 1));
    }
  }

  private void resume(int rank, long last) {
    if (ranks.containsKey(rank)) {
      ranks.get(rank).startAfter(last);
    }
  }

  /**
   * Adds a rank that has come to this host. Before it starts; a repetition changes nothing.
   *
   * @param last the number of its last determinant that the event logger has in the streams of the
   *     hosts where it was before; 0 if there is none
   */
  public synchronized void add(int rank, long last) throws InterruptedException {
    while (isRunning) {
      wait();
    }
    if (isClosed || ranks.containsKey(rank)) {
      return;
    }
    RankDeterminants added = new RankDeterminants(rank, layout.determinants(rank));
    added.startAfter(last);
    ranks.put(rank, added);
  }

  @Override
  public void pass() throws InterruptedException {
    synchronized (this) {
      long mine = begun + 1;
      while (isRunning && ended < mine) {
        wait();
      }
      requireUsable();
      if (ended >= mine) {
        return;
      }
      isRunning = true;
      begun++;
    }
    Throwable why = null;
    try {
      take();
    } catch (RuntimeException | Error e) {
      why = e;
    }
    synchronized (this) {
      failure = why;
      isRunning = false;
      ended = begun;
      notifyAll();
      requireUsable();
    }
  }

  private void requireUsable() {
    if (isClosed) {
      throw new IllegalStateException("The stream of determinants is closed");
    }
    if (failure != null) {
      ErrorCode code = failure instanceof FtmpjException f ? f.code() : ErrorCode.INTERNAL;
      throw new FtmpjException(
          code, "Nothing may leave this host any more: " + failure.getMessage(), failure);
    }
  }

  /** Makes a pass; returns when the event logger has all its determinants. */
  private void take() {
    // First: batches appended from now on have no older stamp, or nothing in this pass depends on
    // them.
    long before = control.nextStamp();
    ready.clear();
    for (RankDeterminants rank : ranks.values()) {
      if (rank.look()) {
        ready.add(rank);
      }
    }
    int unacknowledged = 0;
    while (!ready.isEmpty() && ready.peek().stamp() < before) {
      RankDeterminants rank = ready.remove();
      StreamEntry entry = rank.take();
      append(entry);
      pruning.has(entry, last);
      unacknowledged += entry.length();
      if (unacknowledged > MOST_UNACKNOWLEDGED) {
        log.awaitStable(last);
        unacknowledged = 0;
      }
      if (rank.look()) {
        ready.add(rank);
      }
    }
    log.awaitStable(last);
    control.stableBefore(before);
    prune();
  }

  /** A reader of the stream must know why a part is missing before it is removed. */
  private void prune() {
    Optional<StreamBase> base = pruning.next();
    if (base.isPresent()) {
      append(base.get());
      log.awaitStable(last);
      pruning.drop(base.get());
    }
  }

  private void append(StreamRecord next) {
    if (record.capacity() < next.length()) {
      record = ByteBuffer.allocate(2 * next.length());
    }
    next.encode(record.clear());
    last = log.append(record.flip());
  }

  /** Makes a pass when a rank rings, and also whenever nothing has left for a while. */
  private void passWhileIdle() {
    try {
      long passes = 0;
      while (!isClosed()) {
        if (bell.await() || passes == begun()) {
          pass();
        }
        passes = begun();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      if (!isClosed()) {
        failed.accept(e);
      }
    } finally {
      bell.close();
    }
  }

  private synchronized long begun() {
    return begun;
  }

  private synchronized boolean isClosed() {
    return isClosed;
  }

  /**
   * Ends the stream and the waiting threads: {@link #pass} throws {@link IllegalStateException}.
   * Determinants that have not left by now are not stable.
   */
  @Override
  public void close() {
    synchronized (this) {
      if (isClosed) {
        return;
      }
      isClosed = true;
      notifyAll();
    }
    log.close();
    boolean interrupted = false;
    while (isRunning() || idle.isAlive()) {
      try {
        awaitEnd();
        idle.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    ranks.values().forEach(RankDeterminants::close);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean isRunning() {
    return isRunning;
  }

  private synchronized void awaitEnd() throws InterruptedException {
    while (isRunning) {
      wait();
    }
  }
}
