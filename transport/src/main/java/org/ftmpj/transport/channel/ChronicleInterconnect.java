package org.ftmpj.transport.channel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.ReadPosition;
import org.ftmpj.protocol.channel.RestorableInterconnect;
import org.ftmpj.transport.bell.AdaptiveSpin;
import org.ftmpj.transport.bell.Doorbell;
import org.ftmpj.transport.bell.PollPace;
import org.ftmpj.transport.bulk.BulkReader;
import org.ftmpj.transport.bulk.BulkWriter;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.journal.RetainedPositions;
import org.ftmpj.transport.journal.SegmentRules;

/**
 * Channel logs on Chronicle Queue, for ranks of one host. Logs are opened when they are first
 * written or seen; the channel from a rank to itself is like any other (protocol rule
 * SELF_MESSAGE). No thread of its own.
 *
 * <p>Whether something has arrived is learnt from the control block; because it only has hints, the
 * logs themselves are looked at every 100 ms too. Take all arrivals before waiting: a wait ends at
 * once while there are some.
 */
public final class ChronicleInterconnect implements RestorableInterconnect {
  private static final long LONGEST_BETWEEN_LOOKS_NS = Doorbell.LONGEST_SLEEP_MS * 1_000_000L;

  /** The number of failed polls in a row between two looks at the clock. */
  private static final int POLLS_BETWEEN_CLOCKS = 256;

  private final JobLayout layout;
  private final int rank;
  private final int size;
  private final ControlBlock control;
  private final Doorbell bell;

  /** The connections with ranks of other hosts; null if there are none. */
  private final RemoteLinks links;

  private final BooleanSupplier rung;
  private final AdaptiveSpin spin;
  private final PollPace pace;

  /** Whether the last sleep brought no message, so that the next one begins without a spin. */
  private boolean idle;

  private final BooleanSupplier arrived = this::hasArrivals;
  private final BulkWriter bulk;

  /** The rank's own bulk log as earlier incarnations wrote it. */
  private final BulkReader inherited;

  private final OutboundChannel[] outbound;
  private final InboundChannel[] inbound;

  private final Unreadable[] unreadable;

  private final Hints hints;

  /** The source that {@link #next} reads first; 0 when a pass over all begins. */
  private int polled;

  private long lookedNs = System.nanoTime();
  private int emptyPolls;

  private ChronicleInterconnect(
      JobLayout layout,
      int rank,
      int incarnation,
      int segment,
      MessageRetention needed,
      ControlBlock control,
      Doorbell bell,
      RemoteLinks links) {
    this.layout = layout;
    this.links = links;
    this.rung = bell::await;
    this.rank = rank;
    this.size = control.size();
    this.control = control;
    this.bell = bell;
    // Of a container, or of what taskset leaves, not of the machine.
    int cores = Runtime.getRuntime().availableProcessors();
    int processes = control.localProcesses(rank);
    this.spin = AdaptiveSpin.of(processes, cores);
    this.pace = PollPace.of(size, processes, cores);
    BulkPlaces places = new BulkPlaces(needed, size);
    this.bulk = new BulkWriter(layout.bulk(rank), incarnation, places);
    this.inherited = new BulkReader(layout.bulk(rank));
    this.outbound = new OutboundChannel[size];
    this.inbound = new InboundChannel[size];
    this.unreadable = new Unreadable[size];
    this.hints = new Hints(control, rank);
    for (int peer = 0; peer < size; peer++) {
      int destination = peer;
      outbound[peer] =
          new OutboundChannel(
              rank,
              peer,
              layout.channel(rank, peer),
              incarnation,
              places,
              bulk,
              inherited,
              new SegmentRules(segment, () -> needed.from(destination)),
              bytes -> published(destination, bytes),
              () -> ring(destination));
      inbound[peer] = InboundChannel.live(layout, peer, rank);
      unreadable[peer] = new Unreadable(layout.channel(peer, rank));
    }
  }

  /**
   * Opens the channels of a rank. Its earlier incarnations have ended.
   *
   * @param layout where the job is, with its control block
   * @param incarnation of this rank, from 1
   * @throws FtmpjException {@code LOG_NOT_WRITABLE}, {@code LOG_VERSION}, {@code LOG_CORRUPT},
   *     {@code NO_LOOPBACK}
   */
  public static ChronicleInterconnect open(JobLayout layout, int rank, int size, int incarnation) {
    return open(layout, rank, size, incarnation, MessageRetention.ALL);
  }

  /**
   * Opens the channels of a rank with logs that are pruned.
   *
   * @param needed the messages of the rank that may still be read
   */
  public static ChronicleInterconnect open(
      JobLayout layout, int rank, int size, int incarnation, MessageRetention needed) {
    return open(layout, rank, size, incarnation, needed, RemoteLinks.NONE);
  }

  /**
   * Opens the channels of a rank that is connected with ranks of other hosts.
   *
   * @param remote opens the connections, if there are any
   */
  public static ChronicleInterconnect open(
      JobLayout layout,
      int rank,
      int size,
      int incarnation,
      MessageRetention needed,
      RemoteLinks.Opener remote) {
    int segment = SegmentRules.usual().size();
    return open(layout, rank, size, incarnation, segment, needed, remote);
  }

  /**
   * Opens the channels of a rank with channel logs of another segment size.
   *
   * @param segment see {@link SegmentRules}
   */
  static ChronicleInterconnect open(
      JobLayout layout, int rank, int size, int incarnation, int segment, MessageRetention needed) {
    return open(layout, rank, size, incarnation, segment, needed, RemoteLinks.NONE);
  }

  private static ChronicleInterconnect open(
      JobLayout layout,
      int rank,
      int size,
      int incarnation,
      int segment,
      MessageRetention needed,
      RemoteLinks.Opener remote) {
    ControlBlock control = ControlBlock.open(layout.control());
    if (control.size() != size || rank < 0 || rank >= size || incarnation < 1) {
      throw new FtmpjException(
          ErrorCode.BAD_OPTIONS,
          "Rank %d of %d, incarnation %d, in a job of %d ranks"
              .formatted(rank, size, incarnation, control.size()));
    }
    try {
      OnlyUser.directories(layout.channels());
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE,
          "Cannot create " + layout.channels() + ": " + Reason.of(e),
          e);
    }
    Doorbell bell = Doorbell.open();
    try {
      RemoteLinks links = remote.open(control).orElse(null);
      ChronicleInterconnect interconnect =
          new ChronicleInterconnect(
              layout, rank, incarnation, segment, needed, control, bell, links);
      control.enter(rank, incarnation, links == null ? bell.port() : links.bellPort());
      interconnect.announceInherited();
      return interconnect;
    } catch (RuntimeException | Error e) {
      bell.close();
      throw e;
    }
  }

  /**
   * Gives receivers the hints that an incarnation did not give because it died between append and
   * doorbell.
   */
  private void announceInherited() {
    for (int peer = 0; peer < size; peer++) {
      if (outbound[peer].isInherited()) {
        control.publish(rank, peer);
        ring(peer);
      }
    }
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void send(
      int destination, long sequence, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
    outbound[destination].send(sequence, envelope, fixed, dynamic);
    ring(destination);
  }

  @Override
  public void mark(int destination, long sequence) {
    outbound[destination].mark(sequence);
    ring(destination);
  }

  /** Makes a record visible that was appended to the log to a rank, and counts its bytes. */
  private void published(int destination, int bytes) {
    control.publish(rank, destination);
    control.logged(rank, bytes);
    if (control.areThrottled()) {
      // A slowed sender would begin its next segment late; pruning now lets it speed up sooner.
      outbound[destination].prune();
    }
  }

  private void ring(int destination) {
    if (links != null && links.isRemote(destination)) {
      links.send(destination);
    } else {
      control.wake(destination, bell);
    }
  }

  @Override
  public Arrival next() {
    if (links != null && polled == 0) {
      links.poll();
    }
    for (int source = hints.ready(polled); source >= 0; source = hints.ready(source + 1)) {
      Arrival arrival = poll(source);
      if (arrival != null) {
        polled = source;
        return arrival;
      }
    }
    polled = 0;
    foundNothing();
    return null;
  }

  private Arrival poll(int source) {
    int hint = control.hint(rank, source);
    InboundChannel channel = inbound[source];
    long before = channel.recordsRead();
    Arrival arrival = channel.poll();
    if (arrival != null) {
      hints.read(source, (int) (channel.recordsRead() - before));
      emptyPolls = 0;
      unreadable[source].foundMore();
    } else {
      long published = control.published(source, rank);
      hints.readAll(source, hint);
      unreadable[source].foundNothing(
          appended(source, published), channel.recordsRead(), System.nanoTime());
    }
    return arrival;
  }

  /**
   * The number of records appended at least: every later incarnation has counted the inherited ones
   * once more.
   */
  private long appended(int source, long published) {
    return published - Math.max(0, control.incarnation(source) - 1);
  }

  /** Makes a program that only polls find messages without a hint, too. */
  private void foundNothing() {
    if (++emptyPolls >= POLLS_BETWEEN_CLOCKS) {
      emptyPolls = 0;
      lookEverywhereIfTime();
    }
  }

  @Override
  public ReadPosition read(int source) {
    return inbound[source].read();
  }

  @Override
  public void readAfter(int source, ReadPosition position) {
    if (hasMoved(rank)) {
      // Not all records that it has read are of this log, and some may have been removed before.
      unreadable[source].beginLater();
    }
    if (position.isByNumber()) {
      inbound[source].leave(left(source));
    } else {
      hints.read(source, (int) position.records());
    }
    inbound[source].readAfter(position);
  }

  /**
   * The first message that remains in the log of that source, or in its mirror, while earlier ones
   * may be removed. 0 if nothing is removed, or if this rank may need all of it, as it has moved to
   * this host and has read another log of that source. The incarnation with which a source came to
   * its host is known once its needed positions are.
   */
  private long left(int source) {
    RetainedPositions own = RetainedPositions.find(layout.retention(rank), size);
    RetainedPositions its = RetainedPositions.find(layout.retention(source), size);
    boolean isPruned = own != null && its != null && its.sent(rank) > 0;
    return isPruned && own.readOf(source) >= its.cameAs() ? own.received(source) : 0;
  }

  private boolean hasMoved(int other) {
    return Files.exists(layout.moved(other));
  }

  @Override
  public void copy(Arrival.Message message, ByteBuffer fixed, byte[] dynamic) {
    Objects.requireNonNull(fixed);
    if (message.position() == Arrival.Message.BY_NUMBER) {
      copyWhenItComes(message, fixed, dynamic);
      return;
    }
    inbound[message.source()].copy(message, fixed, dynamic);
  }

  /** Copies a message of a checkpoint of another host as soon as the log on this host has it. */
  private void copyWhenItComes(Arrival.Message message, ByteBuffer fixed, byte[] dynamic) {
    try (PayloadByNumber payload = new PayloadByNumber(layout, rank, message)) {
      int hint = control.hint(rank, message.source());
      while (!payload.copy(fixed, dynamic)) {
        int before = hint;
        sleep(() -> control.hint(rank, message.source()) != before);
        hint = control.hint(rank, message.source());
      }
    }
  }

  @Override
  public boolean hasArrivals() {
    return hints.ready(0) >= 0;
  }

  @Override
  public void awaitArrivals() {
    if (hasArrivals() || !idle && spinForArrivals()) {
      idle = false;
      return;
    }
    lookEverywhereIfTime();
    sleep(arrived);
    idle = !hasArrivals();
    if (idle) {
      // Slept to the end, or rung because of a death: the logs may have more than the hints say.
      lookEverywhere();
    }
  }

  private void sleep(BooleanSupplier isThere) {
    if (links == null) {
      control.sleep(rank, rung, isThere);
    } else {
      links.sleep(isThere);
    }
  }

  @Override
  public void wake() {
    bell.ring(control.port(rank));
  }

  /**
   * Waits until the ranks of other hosts have all that this rank has sent them, and takes no more
   * messages. To be called when the program has ended.
   */
  public void finish() {
    if (links != null) {
      links.finish();
    }
  }

  @Override
  public void rest(long failedPolls) {
    if (pace.isToBeAsked(failedPolls) && pace.isTooFast(System.nanoTime()) && !hasArrivals()) {
      LockSupport.parkNanos(PollPace.REST_NS);
      pace.rested(System.nanoTime());
    }
  }

  private boolean spinForArrivals() {
    long budgetNs = spin.nextNs();
    if (budgetNs == 0) {
      return false;
    }
    long startNs = System.nanoTime();
    long nowNs = startNs;
    boolean found;
    do {
      Thread.onSpinWait();
      if (links != null) {
        links.poll();
      }
      found = hasArrivals();
      long beforeNs = nowNs;
      nowNs = System.nanoTime();
      // To take in a large message takes longer.
      boolean tookIn = links != null && found;
      if (!tookIn && nowNs - beforeNs >= AdaptiveSpin.WITHOUT_CORE_NS) {
        spin.lostCore();
        return found || hasArrivals();
      }
    } while (!found && nowNs - startNs < budgetNs);
    if (found) {
      spin.helped();
    } else {
      spin.failed();
    }
    return found;
  }

  private void lookEverywhereIfTime() {
    if (System.nanoTime() - lookedNs >= LONGEST_BETWEEN_LOOKS_NS) {
      lookEverywhere();
    }
  }

  private void lookEverywhere() {
    hints.doubtAll();
    lookedNs = System.nanoTime();
  }

  @Override
  public void sendAfter(int destination, long sequence) {
    outbound[destination].sendAfter(sequence);
  }

  @Override
  public Arrival.Message recorded(int destination) {
    return outbound[destination].recorded();
  }

  /** Copies it by another reader of the log. */
  @Override
  public boolean copyRecorded(int destination, ByteBuffer fixed, byte[] dynamic) {
    long sequence = recorded(destination).sequence();
    try (RecordedChannel log = RecordedChannel.after(layout, rank, destination, sequence - 1)) {
      return log.copy(sequence, fixed, dynamic);
    }
  }

  @Override
  public void skipRecorded(int destination) {
    outbound[destination].skipRecorded();
  }

  @Override
  public void progress(long clock) {
    control.progress(rank, clock);
  }

  @Override
  public void close() {
    if (links != null) {
      links.close();
    }
    for (int peer = 0; peer < size; peer++) {
      outbound[peer].close();
      inbound[peer].close();
    }
    bulk.close();
    inherited.close();
    bell.close();
  }
}
