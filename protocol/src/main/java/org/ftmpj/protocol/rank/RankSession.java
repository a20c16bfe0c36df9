package org.ftmpj.protocol.rank;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Interconnect;
import org.ftmpj.protocol.channel.RestorableInterconnect;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.event.ValueKind;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.match.Receive;
import org.ftmpj.protocol.match.SynchronousSend;
import org.ftmpj.protocol.replay.RankListener;
import org.ftmpj.protocol.report.DivergedException;
import org.ftmpj.protocol.report.OperationHistory;
import org.ftmpj.protocol.report.WaitReports;
import org.ftmpj.protocol.thread.LogicalThread;
import org.ftmpj.protocol.thread.Threads;

/**
 * The protocol of one rank, for its device. Most methods make one {@link Operation} and return when
 * it is done.
 *
 * <p>Used by the thread that runs the program's main and, once {@link #threads} are active, by all
 * known threads. Every method throws {@link FtmpjException} when the rank must not go on; the
 * caller stops it.
 */
public final class RankSession {
  private final RankCore core;
  private volatile boolean finalized;
  private final RankProgress status;
  private final Threads threads;
  private final WaitReports longWaits;
  private final Driver driver;
  private final Operations<Send> sends;
  private final Operations<Post> posts;
  private final Operations<Wait> waits;
  private final Operations<Delivery> deliveries;
  private final Operations<Probe> probes;
  private final Operations<Probe> iprobes;
  private final Operations<NumberRead> numbers;
  private final Operations<DataRead> data;
  private final Operations<Observation> observations;
  private final Operations<Commit> commits;
  private final Operations<TakeCheckpoint> checkpoints;

  /** Creates a session that records only what timing decides; see the other constructor. */
  public RankSession(Interconnect interconnect, EventLog log, RankListener outside) {
    this(interconnect, log, outside, Receptions.NONDETERMINISTIC);
  }

  /**
   * Reads the history and starts in the resulting state.
   *
   * @param receptions the same in every incarnation
   */
  public RankSession(
      Interconnect interconnect, EventLog log, RankListener outside, Receptions receptions) {
    this(
        interconnect,
        log,
        outside,
        receptions,
        new OperationHistory(interconnect.rank(), false),
        false);
  }

  /**
   * Creates a session that repeats the record and never goes live: anything new after the end of
   * the record is a divergence.
   *
   * @param interconnect whose {@code awaitArrivals} throws when nothing more can arrive
   * @param receptions as when it was recorded @param operations the history of operations for
   *     reports of divergences
   */
  public static RankSession verifying(
      Interconnect interconnect,
      EventLog log,
      RankListener outside,
      Receptions receptions,
      OperationHistory operations) {
    return new RankSession(interconnect, log, outside, receptions, operations, true);
  }

  /**
   * Creates a verifying session that starts from a checkpoint and repeats the record after it.
   *
   * @param outside where it was when the checkpoint was taken
   * @param from what {@link #checkpoint} gave, of the same rank
   */
  public static RestoredRank verifying(
      RestorableInterconnect interconnect,
      EventLog log,
      RankListener outside,
      Receptions receptions,
      OperationHistory operations,
      RankCheckpoint from) {
    return restored(interconnect, log, outside, receptions, operations, true, from);
  }

  /**
   * Creates a session that goes on from a checkpoint of an earlier incarnation. Reads only what the
   * event log has after the checkpoint.
   *
   * @param interconnect none of whose methods was called yet
   * @param outside where it was when the checkpoint was taken
   * @param receptions the same in every incarnation
   * @param from what {@link #checkpoint} gave, of the same rank
   */
  public static RestoredRank restored(
      RestorableInterconnect interconnect,
      EventLog log,
      RankListener outside,
      Receptions receptions,
      RankCheckpoint from) {
    OperationHistory operations = new OperationHistory(interconnect.rank(), false);
    return restored(interconnect, log, outside, receptions, operations, false, from);
  }

  private static RestoredRank restored(
      RestorableInterconnect interconnect,
      EventLog log,
      RankListener outside,
      Receptions receptions,
      OperationHistory operations,
      boolean verifying,
      RankCheckpoint from) {
    if (from.rank() != interconnect.rank() || from.sent().size() != interconnect.size()) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          "Rank %d of %d is to go on from a checkpoint of rank %d of %d"
              .formatted(
                  interconnect.rank(), interconnect.size(), from.rank(), from.sent().size()));
    }
    List<PendingRequest> requests = new ArrayList<>();
    RankCore core =
        RankCore.restarted(
            from, interconnect, log, outside, receptions, operations, verifying, requests::add);
    List<LogicalThread> threads = core.threads.order().restore(from.threads());
    Set<Integer> left =
        from.left().stream().map(PendingOperation::thread).collect(Collectors.toSet());
    threads.stream()
        .filter(thread -> left.contains(thread.number()))
        .forEach(core.threads.order()::goesOn);
    // Unsuccessful polls publish nothing, so a newer checkpoint shows that the rank has
    // progressed.
    interconnect.progress(core.clock.now());
    return new RestoredRank(new RankSession(core, verifying), List.copyOf(requests), threads);
  }

  private RankSession(
      Interconnect interconnect,
      EventLog log,
      RankListener outside,
      Receptions receptions,
      OperationHistory operations,
      boolean verifying) {
    this(
        RankCore.started(interconnect, log, outside, receptions, operations, verifying), verifying);
  }

  /**
   * @param verifying as the core was made
   */
  RankSession(RankCore core, boolean verifying) {
    this.core = core;
    status = new RankProgress(core);
    threads = core.threads;
    longWaits = new WaitReports(threads);
    driver = new Driver(core, longWaits, verifying);
    sends = new Operations<>(core, Send::new);
    posts = new Operations<>(core, Post::new);
    waits = new Operations<>(core, Wait::new);
    deliveries = new Operations<>(core, Delivery::new);
    probes = new Operations<>(core, c -> new Probe(c, true));
    iprobes = new Operations<>(core, c -> new Probe(c, false));
    numbers = new Operations<>(core, NumberRead::new);
    data = new Operations<>(core, DataRead::new);
    observations = new Operations<>(core, Observation::new);
    commits = new Operations<>(core, Commit::new);
    checkpoints = new Operations<>(core, TakeCheckpoint::new);
  }

  RankCore core() {
    return core;
  }

  /** The progress of the rank. */
  public RankProgress status() {
    return status;
  }

  /** The threads of the rank. */
  public Threads threads() {
    return threads;
  }

  /** The long waits of the threads. */
  public WaitReports longWaits() {
    return longWaits;
  }

  public int rank() {
    return core.interconnect.rank();
  }

  /**
   * Sends a message, or recognises it as already sent.
   *
   * @param fixed static part of the payload, from its position on; does not change
   * @param dynamic dynamic part; null if {@code dynamicLength} is 0
   * @return {@link PendingRequest#COMPLETED_SEND}, or the request to wait for if the send is
   *     synchronous
   */
  public PendingRequest send(
      int destination,
      int context,
      int tag,
      boolean synchronous,
      int type,
      int elements,
      ByteBuffer fixed,
      int fixedLength,
      byte[] dynamic,
      int dynamicLength) {
    try (Send send = sends.open()) {
      send.to(destination, context, tag, synchronous)
          .of(type, elements, fixed, fixedLength, dynamic, dynamicLength);
      return driver.run(send).sent();
    }
  }

  /**
   * Posts a receive.
   *
   * @param source a rank or {@link Receive#ANY_SOURCE}
   * @param tag a tag or {@link Receive#ANY_TAG}
   */
  public Receive post(int source, int context, int tag) {
    try (Post post = posts.open()) {
      return driver.run(post.of(source, context, tag)).posted();
    }
  }

  /**
   * Posts a receive and waits until it is complete, in one call of the program.
   *
   * @param source a rank or {@link Receive#ANY_SOURCE}
   * @param tag a tag or {@link Receive#ANY_TAG}
   */
  public Receive receive(int source, int context, int tag) {
    Receive receive = post(source, context, tag);
    try (Wait wait = waits.open()) {
      driver.run(wait.in(receive));
    }
    return receive;
  }

  /**
   * Frees a complete request for reuse, when the program has its outcome and nothing refers to the
   * object any more. To be called at most once for each request; objects that are not freed are
   * garbage collected.
   */
  public void free(PendingRequest request) {
    threads.hold();
    try {
      if (!request.isComplete()) {
        throw new FtmpjException(ErrorCode.INTERNAL, request + " is freed, but not complete");
      }
      if (request instanceof Receive receive) {
        core.matching.free(receive);
      } else if (request instanceof SynchronousSend send) {
        core.marks.free(send);
      }
    } finally {
      threads.release();
    }
  }

  /** Waits until the request is complete. */
  public void await(PendingRequest request) {
    try (Wait wait = waits.open()) {
      driver.run(wait.of(request));
    }
  }

  /**
   * Waits for one of several requests; null elements are inactive.
   *
   * @return the index of one that is complete; -1 if all are inactive
   */
  public int awaitAny(PendingRequest[] requests) {
    return first(Delivery.Kind.WAITANY, requests);
  }

  /**
   * Waits for at least one of several requests; null elements are inactive.
   *
   * @param completed as long as {@code requests}; its first elements become the indices of the
   *     complete ones, ascending
   * @return the number of complete ones; 0 if all are inactive
   */
  public int awaitSome(PendingRequest[] requests, int[] completed) {
    return some(Delivery.Kind.WAITSOME, requests, completed);
  }

  private int first(Delivery.Kind kind, PendingRequest[] requests) {
    try (Delivery delivery = deliveries.open()) {
      return driver.run(delivery.of(kind, requests)).first();
    }
  }

  private int some(Delivery.Kind kind, PendingRequest[] requests, int[] completed) {
    try (Delivery delivery = deliveries.open()) {
      return driver.run(delivery.of(kind, requests)).copyTo(completed);
    }
  }

  /** Whether the request is complete. */
  public boolean test(PendingRequest request) {
    try (Delivery delivery = deliveries.open()) {
      return driver.run(delivery.test(request)).isOfAll();
    }
  }

  /** Whether all requests are complete; null elements are inactive. */
  public boolean testAll(PendingRequest[] requests) {
    try (Delivery delivery = deliveries.open()) {
      return driver.run(delivery.of(Delivery.Kind.TESTALL, requests)).isOfAll();
    }
  }

  /** The index of one request that is complete, -1 if none is; null elements are inactive. */
  public int testAny(PendingRequest[] requests) {
    return first(Delivery.Kind.TESTANY, requests);
  }

  /**
   * Finds all requests that are complete; null elements are inactive.
   *
   * @param completed as long as {@code requests}; its first elements become their indices,
   *     ascending
   * @return their number
   */
  public int testSome(PendingRequest[] requests, int[] completed) {
    return some(Delivery.Kind.TESTSOME, requests, completed);
  }

  /**
   * Waits for a message that fits, without receiving it.
   *
   * @return valid until the calling thread's next operation
   */
  public Arrival.Message probe(int source, int context, int tag) {
    try (Probe probe = probes.open()) {
      return driver.run(probe.of(source, context, tag)).found();
    }
  }

  /**
   * A message that fits and has arrived, which is not received; null if there is none.
   *
   * @return valid until the calling thread's next operation
   */
  public Arrival.Message iprobe(int source, int context, int tag) {
    try (Probe probe = iprobes.open()) {
      return driver.run(probe.of(source, context, tag)).found();
    }
  }

  /**
   * Copies the payload of a message that a receive of this rank matched; see {@link
   * Interconnect#copy}.
   */
  public void copy(Arrival.Message message, ByteBuffer fixed, byte[] dynamic) {
    threads.hold();
    try {
      core.interconnect.copy(message, fixed, dynamic);
    } finally {
      threads.release();
    }
  }

  /** Reads a number from outside MPI, or repeats the recorded one. */
  public long value(ValueKind kind, LongSupplier actual) {
    try (NumberRead read = numbers.open()) {
      return driver.run(read.of(kind, actual)).value();
    }
  }

  /** Reads bytes from outside MPI, or repeats the recorded ones. */
  public byte[] data(ValueKind kind, Supplier<byte[]> actual) {
    try (DataRead read = data.open()) {
      return driver.run(read.of(kind, actual)).bytes();
    }
  }

  /**
   * Observes a condition that another thread makes true once and for good, or repeats the recorded
   * outcome.
   *
   * @return the outcome; in replay, a true condition may become true only shortly afterwards
   */
  public boolean observe(BooleanSupplier now) {
    try (Observation observation = observations.open()) {
      return driver.run(observation.of(now)).seen();
    }
  }

  /** The gate before an output: a send to the outside (protocol rule OUTPUT). */
  public void commitOutput() {
    try (Commit commit = commits.open()) {
      driver.run(commit);
    }
  }

  /**
   * Takes a checkpoint of the protocol's state between two operations of the thread that runs main,
   * when all others have ended or their stacks are taken down. Waits until every determinant so far
   * is stable (protocol rule CHECKPOINT_IS_OUTPUT). Takes in no arrivals, so no request completes
   * meanwhile. Not counted as an operation.
   *
   * @param requests the requests that the program can still use, complete or not, each once
   * @param threads the threads that the program's objects stand for or belong to, each once
   * @throws FtmpjException {@code CHECKPOINT_OF_THREADS}; the rank can go on after this
   */
  public RankCheckpoint checkpoint(List<PendingRequest> requests, List<LogicalThread> threads) {
    try (TakeCheckpoint checkpoint = checkpoints.open()) {
      return driver.run(checkpoint.of(requests, threads)).taken();
    }
  }

  /** Performs {@code Finalize}, which is an output, too. */
  public void finish() {
    commitOutput();
    finalized = true;
  }

  /** Whether {@link #finish} was called. Any thread. */
  public boolean isFinalized() {
    return finalized;
  }

  /**
   * Checks at the end of the program that everything recorded was repeated. Waits for what other
   * threads have yet to repeat.
   *
   * @param how the program ends, for the user
   * @param recordedText output of earlier incarnations that this one has not repeated; empty if
   *     that does not matter
   * @throws DivergedException {@code ENDED_EARLY}
   */
  public void requireRepeated(String how, Supplier<Optional<String>> recordedText) {
    if (!status.isRepeating()) {
      return;
    }
    Optional<String> missing =
        threads
            .watch()
            .awaitRepeated()
            .or(core.cursor::unrepeated)
            // Another thread may yet send it: the end of the program does not wait for that.
            .or(() -> threads.living() > 0 ? Optional.empty() : core.outbound.unrepeated())
            .or(recordedText);
    if (missing.isPresent()) {
      core.states.fail("ended early");
      throw core.cursor.operations().endedEarly(core.clock.now(), missing.get(), how);
    }
  }

  /** Stops the rank's protocol for good. */
  public void fail(String why) {
    core.states.fail(why);
  }
}
