package org.ftmpj.transport.control;

import static java.lang.invoke.MethodHandles.byteBufferViewVarHandle;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.transport.bell.Doorbell;

/**
 * Memory shared by the ranks of a job on one host and their supervisors. Everything in it is a
 * hint: the logs are authoritative, and a process may be killed between its writes to a log and to
 * this memory. Safe for any number of threads and processes.
 *
 * <p>Little-endian, every part on cache lines of its own:
 *
 * <pre>
 *   0  u64  magic, "FTMPJ-CB"
 *   8  i32  version, 12
 *  12  i32  number of ranks, n
 *  16  i64  stamps given so far
 *  24  i64  how often it was asked to stop the job
 *  32  i32  1 if its launcher does that
 *  36  i32  UDP port of the doorbell at the host's edge on the loopback address, 0 if there is none
 *  40  i64  all determinants whose stamps are less are stable at the event loggers
 *  48  i32  1 while ranks are to send slowly, for the quota of their logs
 *  52  i32  UDP port of the doorbell that a rank rings when its endpoint has changed, 0 if none
 *  64       n blocks of 192 bytes, one of each rank:
 *             +0   i32  sleeping: 1 while the rank waits for its doorbell
 *             +4   i32  UDP port of its doorbell on the loopback address, 0 before it has one
 *             +8   i32  its incarnation
 *             +12  i32  1 if it is on another host
 *             +16  i32  the incarnation that waits after main has finalized MPI, 0 if none
 *             +24  i64  its endpoint: the incarnation that takes connections from other hosts in
 *                       the high half, its TCP port in the low half; 0 before it has one; the port
 *                       is 0 once the rank takes no more messages
 *             +64  i64  its operation clock
 *             +72  i64  how often it had to wait at the gate, in all its incarnations
 *             +80  i64  for how many nanoseconds together
 *             +88  i64  signs of life that its incarnations have given, counted
 *             +96  i64  for how many milliseconds it has given none, if it is suspected; else 0
 *             +104 i64  how often it was suspected
 *             +112 i64  checkpoints of it that were asked for, counted
 *             +120 i32  1 if it takes checkpoints
 *             +128 i64  bytes of records that its incarnations have appended to channel logs
 *  64+192n  n*n counters on 64 bytes each, at [destination * n + source]:
 *             +0   i64  records that the source has appended to its log to the destination,
 *                       or more
 *       +64n*n  n rows, one of each destination, each on cache lines of its own:
 *             +4s  i32  the low half of the counter of source s, so that a look at all sources
 *                       reads little memory
 *           n rows, one of each destination, each on cache lines of its own:
 *             +s/8 bit s%8  whether source s has ever appended to its log to the destination, so
 *                       that a look at all sources skips those that have not
 * </pre>
 */
public final class ControlBlock {
  private static final long MAGIC = 0x42432d4a504d5446L;
  private static final int VERSION = 12;

  /** The incarnation that the control block of this host has of a rank on another host. */
  private static final int FIRST = 1;

  private static final int STAMPS = 16;
  private static final int STOPS_REQUESTED = 24;
  private static final int TAKES_STOPS = 32;
  private static final int EDGE_PORT = 36;
  private static final int STABLE_STAMPS = 40;
  private static final int THROTTLED = 48;
  private static final int ENDPOINTS_PORT = 52;
  private static final int HEADER = 64;
  private static final int LINE = 64;
  private static final int RANK = 3 * LINE;
  private static final int PORT = 4;
  private static final int INCARNATION = 8;
  private static final int REMOTE = 12;
  private static final int FINALIZED = 16;
  private static final int ENDPOINT = 24;
  private static final int CLOCK = LINE;
  private static final int GATE_WAITS = CLOCK + 8;
  private static final int GATE_WAITED_NS = GATE_WAITS + 8;
  private static final int SIGNS = GATE_WAITED_NS + 8;
  private static final int SILENT_MS = SIGNS + 8;
  private static final int SUSPICIONS = SILENT_MS + 8;
  private static final int CHECKPOINTS_REQUESTED = SUSPICIONS + 8;
  private static final int TAKES_CHECKPOINTS = CHECKPOINTS_REQUESTED + 8;
  private static final int LOGGED = 2 * LINE;

  private static final VarHandle INT =
      byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final ByteBuffer block;
  private final int size;

  private ControlBlock(ByteBuffer block, int size) {
    this.block = block;
    this.size = size;
  }

  /**
   * Creates the control block of a job, and replaces an existing one.
   *
   * @throws FtmpjException {@code LOG_NOT_WRITABLE}
   */
  public static ControlBlock create(Path file, int ranks) {
    if (ranks < 1 || length(ranks) > Integer.MAX_VALUE) {
      throw new FtmpjException(ErrorCode.BAD_OPTIONS, "A job cannot have " + ranks + " ranks");
    }
    ByteBuffer header = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    header.putLong(0, MAGIC).putInt(8, VERSION).putInt(12, ranks);
    Path unready = file.resolveSibling(file.getFileName() + ".new");
    try {
      // Zeros are written, not skipped: a hole on a full disk would be a SIGBUS later.
      byte[] content = new byte[(int) length(ranks)];
      header.get(content, 0, header.capacity());
      OnlyUser.write(unready, content);
      Files.move(unready, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, "Cannot create " + file + ": " + Reason.of(e), e);
    }
    return open(file);
  }

  /**
   * Opens the control block of a job.
   *
   * @throws FtmpjException {@code LOG_NOT_WRITABLE}, {@code LOG_VERSION}, {@code LOG_CORRUPT}
   */
  public static ControlBlock open(Path file) {
    return open(
        file, FileChannel.MapMode.READ_WRITE, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  /**
   * Opens it without the right to write: a write throws {@link java.nio.ReadOnlyBufferException}.
   */
  public static ControlBlock openReadOnly(Path file) {
    return open(file, FileChannel.MapMode.READ_ONLY, StandardOpenOption.READ);
  }

  private static ControlBlock open(Path file, FileChannel.MapMode mode, OpenOption... options) {
    ByteBuffer block;
    try (FileChannel channel = FileChannel.open(file, options)) {
      if (channel.size() < HEADER) {
        throw corrupt(file, "has " + channel.size() + " bytes");
      }
      block = channel.map(mode, 0, channel.size());
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, "Cannot open " + file + ": " + Reason.of(e), e);
    }
    block.order(ByteOrder.LITTLE_ENDIAN);
    if (block.getLong(0) != MAGIC) {
      throw corrupt(file, "is no control block");
    }
    if (block.getInt(8) != VERSION) {
      throw new FtmpjException(
          ErrorCode.LOG_VERSION,
          "Version " + block.getInt(8) + " instead of " + VERSION + " in " + file);
    }
    int size = block.getInt(12);
    if (size < 1 || length(size) != block.capacity()) {
      throw corrupt(file, "has " + block.capacity() + " bytes for " + size + " ranks");
    }
    return new ControlBlock(block, size);
  }

  /** The number of ranks. */
  public int size() {
    return size;
  }

  /**
   * Returns a stamp that is unique on this host and greater than all before. A rank appends with it
   * to its determinant log immediately afterwards, so that the order of such appends is known (see
   * protocol page, Several hosts).
   */
  public long takeStamp() {
    return (long) LONG.getAndAdd(block, STAMPS, 1L);
  }

  /** The next stamp: all given so far are less. */
  public long nextStamp() {
    return (long) LONG.getVolatile(block, STAMPS);
  }

  /** Publishes the port of the doorbell of the host's edge. */
  public void enterEdge(int port) {
    INT.setVolatile(block, EDGE_PORT, port);
  }

  /** The UDP port of the doorbell at the host's edge; 0 if there is none. */
  public int edgePort() {
    return (int) INT.getVolatile(block, EDGE_PORT);
  }

  /**
   * Publishes that all determinants with a stamp below that one are stable that were in the logs
   * when it was the next one. To be called by the host's edge only.
   */
  public void stableBefore(long stamp) {
    LONG.setVolatile(block, STABLE_STAMPS, stamp);
  }

  /** The last stamp given to {@link #stableBefore(long)}; 0 if none. */
  public long stableBefore() {
    return (long) LONG.getVolatile(block, STABLE_STAMPS);
  }

  /** Publishes the doorbell of the daemon, which tells other hosts of endpoints. */
  public void enterEndpointWatch(int port) {
    INT.setVolatile(block, ENDPOINTS_PORT, port);
  }

  /** The UDP port of the doorbell to ring when an endpoint has changed; 0 if there is none. */
  public int endpointWatchPort() {
    return (int) INT.getVolatile(block, ENDPOINTS_PORT);
  }

  /**
   * Publishes where a rank takes connections from ranks of other hosts. To be called by the rank,
   * or, for a rank of another host, by the daemon.
   *
   * @param port 0 if the rank takes no more messages
   */
  public void enterEndpoint(int rank, int incarnation, int port) {
    LONG.setVolatile(block, rank(rank) + ENDPOINT, (long) incarnation << Integer.SIZE | port);
  }

  /**
   * The endpoint of a rank: the incarnation in the high half, the TCP port in the low one, 0 if it
   * takes no more messages; 0 if it has none yet.
   */
  public long endpoint(int rank) {
    return (long) LONG.getVolatile(block, rank(rank) + ENDPOINT);
  }

  /** Makes the ranks of this host send slowly, or as fast as they can. */
  public void throttle(boolean isToBe) {
    INT.setVolatile(block, THROTTLED, isToBe ? 1 : 0);
  }

  /** Whether the ranks of this host are to send slowly. */
  public boolean areThrottled() {
    return (int) INT.getVolatile(block, THROTTLED) == 1;
  }

  /** Adds bytes that the rank has appended to a channel log. To be called by the rank only. */
  public void logged(int rank, long bytes) {
    LONG.setOpaque(block, rank(rank) + LOGGED, logged(rank) + bytes);
  }

  /** The bytes that all incarnations of the rank have appended to channel logs, pruned or not. */
  public long logged(int rank) {
    return (long) LONG.getOpaque(block, rank(rank) + LOGGED);
  }

  /** Asks the launcher to stop the job, so that it can be resumed. Any process. */
  public void requestStop() {
    LONG.getAndAdd(block, STOPS_REQUESTED, 1L);
  }

  /** The number of requests to stop, in all runs of the job. */
  public long stopsRequested() {
    return (long) LONG.getVolatile(block, STOPS_REQUESTED);
  }

  /** Records that the launcher stops the job on request from now on. */
  public void takeStops() {
    INT.setVolatile(block, TAKES_STOPS, 1);
  }

  /** Whether the launcher stops the job on request. */
  public boolean takesStops() {
    return (int) INT.getVolatile(block, TAKES_STOPS) == 1;
  }

  /** The operation clock that the rank published last; 0 if none. */
  public long progress(int rank) {
    return (long) LONG.getOpaque(block, rank(rank) + CLOCK);
  }

  /** Publishes the operation clock of a rank. */
  public void progress(int rank, long clock) {
    LONG.setOpaque(block, rank(rank) + CLOCK, clock);
  }

  /** The number of waits of a rank at the gate, in all its incarnations. */
  public long gateWaits(int rank) {
    return (long) LONG.getOpaque(block, rank(rank) + GATE_WAITS);
  }

  /** The nanoseconds of all waits of a rank at the gate together. */
  public long gateWaitedNs(int rank) {
    return (long) LONG.getOpaque(block, rank(rank) + GATE_WAITED_NS);
  }

  /** Counts one wait at the gate. To be called by the rank only. */
  public void waitedAtGate(int rank, long ns) {
    LONG.setOpaque(block, rank(rank) + GATE_WAITS, gateWaits(rank) + 1);
    LONG.setOpaque(block, rank(rank) + GATE_WAITED_NS, gateWaitedNs(rank) + ns);
  }

  /** Notes the values of a rank from the control block of its host. */
  public void note(int rank, long clock, long gateWaits, long gateWaitedNs) {
    progress(rank, clock);
    LONG.setOpaque(block, rank(rank) + GATE_WAITS, gateWaits);
    LONG.setOpaque(block, rank(rank) + GATE_WAITED_NS, gateWaitedNs);
  }

  /** Gives a sign of life. To be called by one thread of the rank. */
  public void giveSign(int rank) {
    LONG.setOpaque(block, rank(rank) + SIGNS, signs(rank) + 1);
  }

  /** The number of signs of life of all incarnations of the rank. */
  public long signs(int rank) {
    return (long) LONG.getOpaque(block, rank(rank) + SIGNS);
  }

  /**
   * Publishes what the supervisor of a rank has seen.
   *
   * @param silentMs milliseconds since the last sign of life; 0 if the rank is not suspected
   * @param suspicions the number of suspicions so far
   */
  public void suspect(int rank, long silentMs, long suspicions) {
    LONG.setOpaque(block, rank(rank) + SILENT_MS, silentMs);
    LONG.setOpaque(block, rank(rank) + SUSPICIONS, suspicions);
  }

  /** The milliseconds since the last sign of life of a suspected rank; else 0. */
  public long silentMs(int rank) {
    return (long) LONG.getOpaque(block, rank(rank) + SILENT_MS);
  }

  /** The number of suspicions of the rank. */
  public long suspicions(int rank) {
    return (long) LONG.getOpaque(block, rank(rank) + SUSPICIONS);
  }

  /**
   * Asks the rank for a checkpoint. Any process.
   *
   * @return the number of this request
   */
  public long requestCheckpoint(int rank) {
    return (long) LONG.getAndAdd(block, rank(rank) + CHECKPOINTS_REQUESTED, 1L) + 1;
  }

  /** The number of the last request for a checkpoint of the rank; 0 if there was none. */
  public long checkpointsRequested(int rank) {
    return (long) LONG.getVolatile(block, rank(rank) + CHECKPOINTS_REQUESTED);
  }

  /** Records that the rank takes checkpoints on request. To be called before it enters. */
  public void takeCheckpoints(int rank) {
    INT.setVolatile(block, rank(rank) + TAKES_CHECKPOINTS, 1);
  }

  /** Whether the rank takes checkpoints; not before it has entered. */
  public boolean takesCheckpoints(int rank) {
    return (int) INT.getVolatile(block, rank(rank) + TAKES_CHECKPOINTS) == 1;
  }

  /**
   * Records whether main has finalized MPI and ended while other threads wait for messages. To be
   * called by the rank.
   */
  public void waitsFinalized(int rank, boolean waits) {
    INT.setVolatile(block, rank(rank) + FINALIZED, waits ? incarnation(rank) : 0);
  }

  /** Whether its present incarnation waits so. */
  public boolean waitsFinalized(int rank) {
    int incarnation = (int) INT.getVolatile(block, rank(rank) + FINALIZED);
    return incarnation != 0 && incarnation == incarnation(rank);
  }

  /** The incarnation that opened its interconnect last; 0 if none has. */
  public int incarnation(int rank) {
    return (int) INT.getAcquire(block, rank(rank) + INCARNATION);
  }

  /** Publishes the port of the rank's doorbell; it does not sleep before that. */
  public void enter(int rank, int incarnation, int port) {
    enter(rank, incarnation, port, 0);
  }

  /** Publishes another port of the rank's doorbell. */
  public void enterBell(int rank, int port) {
    INT.setVolatile(block, rank(rank) + PORT, port);
  }

  /**
   * Enters a rank of another host; to be called by the sender to that host.
   *
   * @param port of the sender's doorbell
   */
  public void enterRemote(int rank, int port) {
    enter(rank, FIRST, port, 1);
  }

  private void enter(int rank, int incarnation, int port, int remote) {
    progress(rank, 0);
    INT.setRelease(block, rank(rank) + INCARNATION, incarnation);
    INT.setRelease(block, rank(rank) + REMOTE, remote);
    INT.setVolatile(block, rank(rank), 0);
    INT.setVolatile(block, rank(rank) + PORT, port);
  }

  /**
   * The number of processes of this host that want a core when all have something to do: the ranks,
   * and the daemon if there are other hosts.
   *
   * @param rank a rank of this host, which may not have entered yet
   */
  public int localProcesses(int rank) {
    int here = 1;
    for (int other = 0; other < size; other++) {
      here += other != rank && !isRemote(other) ? 1 : 0;
    }
    return here == size ? here : here + 1;
  }

  /** Whether the rank is on another host, as far as this host knows. */
  public boolean isRemote(int rank) {
    return (int) INT.getAcquire(block, rank(rank) + REMOTE) == 1;
  }

  /** The UDP port of the rank's doorbell; 0 if it has none yet. */
  public int port(int rank) {
    return (int) INT.getAcquire(block, rank(rank) + PORT);
  }

  /** Counts a record that is in the log already. To be called by the log's writer only. */
  public void publish(int source, int destination) {
    int index = counter(source, destination);
    long records = (long) LONG.get(block, index) + 1;
    if (records == 1) {
      // First, so that whatever is counted is looked at.
      LONG.getAndBitwiseOr(block, sendersAt(source, destination), 1L << source);
    }
    LONG.setRelease(block, index, records);
    INT.setRelease(block, hintAt(source, destination), (int) records);
  }

  /** The number of records that the source has appended to its log to the destination, or more. */
  public long published(int source, int destination) {
    return (long) LONG.getAcquire(block, counter(source, destination));
  }

  /**
   * The low half of {@link #published}, which changes whenever the source has appended; cheaper.
   */
  public int hint(int destination, int source) {
    return (int) INT.getAcquire(block, hintAt(source, destination));
  }

  /**
   * The hints of two neighbouring sources, that of the even one in the low half; 0 for one that
   * does not exist.
   *
   * @param pair the even source, halved
   */
  public long hints(int destination, int pair) {
    return (long) LONG.getAcquire(block, hintAt(2 * pair, destination));
  }

  /**
   * A mask of those among 64 neighbouring sources that have ever published a record for the
   * destination, the first in the lowest bit.
   *
   * @param first the first source, a multiple of 64
   */
  public long senders(int destination, int first) {
    return (long) LONG.getAcquire(block, sendersAt(first, destination));
  }

  /**
   * Sleeps until a record is published for the rank, at most {@link Doorbell#LONGEST_SLEEP_MS}.
   *
   * @param bell waits for a ring of the rank's own doorbell, and returns whether one came
   * @param arrived whether there is something already; called once, after all that publish from
   *     then on have been told to ring
   * @return false if no ring came
   */
  public boolean sleep(int rank, BooleanSupplier bell, BooleanSupplier arrived) {
    int sleeping = rank(rank);
    INT.setVolatile(block, sleeping, 1);
    VarHandle.fullFence();
    boolean rang = arrived.getAsBoolean() || bell.getAsBoolean();
    INT.setVolatile(block, sleeping, 0);
    return rang;
  }

  /**
   * Sleeps until a record is published for one of these ranks, which are on another host. The
   * caller has entered them with the port of this doorbell. Otherwise as {@link #sleep}.
   */
  public boolean sleepForAll(int[] ranks, Doorbell bell, BooleanSupplier arrived) {
    setSleeping(ranks, 1);
    VarHandle.fullFence();
    boolean rang = arrived.getAsBoolean() || bell.await();
    setSleeping(ranks, 0);
    return rang;
  }

  private void setSleeping(int[] ranks, int sleeping) {
    for (int rank : ranks) {
      INT.setOpaque(block, rank(rank), sleeping);
    }
  }

  /**
   * Wakes the rank if it sleeps; to be called after a record was published for it.
   *
   * @param bell any
   */
  public void wake(int rank, Doorbell bell) {
    VarHandle.fullFence();
    int sleeping = rank(rank);
    // Of several callers one rings.
    if ((int) INT.getVolatile(block, sleeping) == 1 && INT.compareAndSet(block, sleeping, 1, 0)) {
      bell.ring(port(rank));
    }
  }

  /**
   * Rings every rank's doorbell, sleeping or not. To be called after a death: the dead rank may
   * have appended and not rung (protocol rule LOST_WAKE_UP).
   */
  public void ringAll() {
    try (Doorbell bell = Doorbell.open()) {
      for (int rank = 0; rank < size; rank++) {
        if (port(rank) != 0) {
          bell.ring(port(rank));
        }
      }
    }
  }

  private int rank(int rank) {
    return HEADER + RANK * Objects.checkIndex(rank, size);
  }

  private int counter(int source, int destination) {
    Objects.checkIndex(source, size);
    Objects.checkIndex(destination, size);
    return HEADER + RANK * size + LINE * (destination * size + source);
  }

  private int hintAt(int source, int destination) {
    Objects.checkIndex(source, size);
    Objects.checkIndex(destination, size);
    return HEADER + RANK * size + LINE * size * size + row(size) * destination + 4 * source;
  }

  private int sendersAt(int source, int destination) {
    Objects.checkIndex(source, size);
    Objects.checkIndex(destination, size);
    return (int) sendersFrom(size) + senders(size) * destination + source / Long.SIZE * Long.BYTES;
  }

  /** Bytes of the hints of one destination. */
  private static int row(int ranks) {
    return lines(4 * ranks);
  }

  /** Bytes of the bits of one destination. */
  private static int senders(int ranks) {
    return lines((ranks + 7) / 8);
  }

  private static int lines(int bytes) {
    return (bytes + LINE - 1) / LINE * LINE;
  }

  private static long sendersFrom(int ranks) {
    return HEADER + (long) RANK * ranks + (long) LINE * ranks * ranks + (long) row(ranks) * ranks;
  }

  private static long length(int ranks) {
    return sendersFrom(ranks) + (long) senders(ranks) * ranks;
  }

  private static FtmpjException corrupt(Path file, String what) {
    return new FtmpjException(ErrorCode.LOG_CORRUPT, "The file " + file + " " + what);
  }
}
