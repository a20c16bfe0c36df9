package org.ftmpj.protocol.rank;

import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.Interconnect;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.event.ValueKind;
import org.ftmpj.protocol.thread.Threads;

/**
 * The protocol, as one rank sees it: what its device calls. Each public method is one operation of
 * the program, from its beginning to its end: the marks that it owes are published then, too. How
 * an operation is made of steps that do not wait is in {@link RankCore}.
 *
 * <p>Used by the thread that runs the program's main, and, once {@link #threads} are active, by all
 * that they know. Every method throws {@link FtmpjException} when the rank must not go on; the
 * caller stops it.
 */
public final class RankSession {
  private final RankCore core;
  private final RankStatus status;
  private final Interconnect interconnect;
  private final Threads threads;
  private final TrailKeeper trail;
  private final Gate gate;
  private final Sending sending;
  private final Receiving receiving;
  private final Completion completion;
  private final Deliveries deliveries;
  private final Probing probing;
  private final ExternalValues values;
  private final MatchedMarks marks;
  private final RankStates states;

  /** One that records what timing decides; see the other constructor. */
  public RankSession(Interconnect interconnect, EventLog log, Outside outside) {
    this(interconnect, log, outside, Receptions.NONDETERMINISTIC);
  }

  /**
   * Reads the history and starts in the state that follows from it.
   *
   * @param receptions the same in every incarnation
   */
  public RankSession(
      Interconnect interconnect, EventLog log, Outside outside, Receptions receptions) {
    this(interconnect, log, outside, receptions, new Trail(interconnect.rank(), false), false);
  }

  /**
   * A session that repeats what is recorded and never goes live: behind the end of the record
   * everything new is a divergence.
   *
   * @param interconnect whose {@code awaitArrivals} throws when nothing more can arrive
   * @param receptions as when it was recorded
   * @param trail where divergences are reported from
   */
  public static RankSession verifying(
      Interconnect interconnect,
      EventLog log,
      Outside outside,
      Receptions receptions,
      Trail trail) {
    return new RankSession(interconnect, log, outside, receptions, trail, true);
  }

  private RankSession(
      Interconnect interconnect,
      EventLog log,
      Outside outside,
      Receptions receptions,
      Trail trail,
      boolean verifying) {
    this.interconnect = interconnect;
    core = new RankCore(interconnect, log, outside, receptions, trail, verifying);
    status = new RankStatus(core);
    threads = core.threads;
    gate = core.gate;
    sending = core.sending;
    receiving = core.receiving;
    completion = core.completion;
    probing = core.probing;
    values = core.values;
    marks = core.marks;
    states = core.states;
    this.trail = new TrailKeeper(trail, states, core.clock);
    deliveries = new Deliveries(threads, this.trail, completion, marks);
  }

  RankCore core() {
    return core;
  }

  /** How far the rank has come. */
  public RankStatus status() {
    return status;
  }

  /** The threads of the rank. */
  public Threads threads() {
    return threads;
  }

  /** What they wait for, if for long. */
  public LongWaits longWaits() {
    return core.waits;
  }

  public int rank() {
    return interconnect.rank();
  }

  public int size() {
    return interconnect.size();
  }

  /**
   * Sends a message, or recognises it as already sent.
   *
   * @param fixed static part of the payload, from its position; left unchanged
   * @param dynamic dynamic part; null if {@code dynamicLength} is 0
   * @return {@link Operation#COMPLETED_SEND}, or the operation to wait for if the send is
   *     synchronous
   */
  public Operation send(
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
    threads.enter();
    try {
      trail.next(
          synchronous ? Trail.Kind.SYNCHRONOUS_SEND : Trail.Kind.SEND, destination, context, tag);
      Envelope envelope =
          sending.begin(
              context,
              tag,
              synchronous,
              type,
              elements,
              fixed,
              fixedLength,
              dynamic,
              dynamicLength);
      gate.await();
      Operation sent = sending.finish(destination, envelope, fixed, dynamic);
      marks.publish();
      return sent;
    } finally {
      threads.leave(null);
    }
  }

  /**
   * Posts a receive.
   *
   * @param source a rank or {@link Receive#ANY_SOURCE}
   * @param tag a tag or {@link Receive#ANY_TAG}
   */
  public Receive post(int source, int context, int tag) {
    threads.enter();
    try {
      trail.next(Trail.Kind.RECEIVE, source, context, tag);
      Receive receive = receiving.post(source, context, tag);
      marks.publish();
      return receive;
    } finally {
      threads.leave(null);
    }
  }

  /**
   * The operation is complete, the program has what came of it, and nobody looks at the object any
   * more: it may serve another operation. To be called at most once for each; who does not call it
   * leaves the object to the garbage collector.
   */
  public void free(Operation operation) {
    threads.hold();
    try {
      if (!operation.isComplete()) {
        throw new FtmpjException(ErrorCode.INTERNAL, operation + " is freed, but not complete");
      }
      if (operation instanceof Receive receive) {
        receiving.free(receive);
      } else if (operation instanceof SynchronousSend send) {
        marks.free(send);
      }
    } finally {
      threads.release();
    }
  }

  /** Waits until the operation is complete. */
  public void await(Operation operation) {
    threads.hold();
    try {
      trail.await(operation);
      completion.await(operation);
      marks.publish();
    } finally {
      threads.release();
    }
  }

  /**
   * Waits for one of several operations; null elements are inactive.
   *
   * @return the index of one that is complete; -1 if all are inactive
   */
  public int awaitAny(Operation[] operations) {
    return deliveries.awaitAny(operations);
  }

  /**
   * Waits for at least one of several operations; null elements are inactive.
   *
   * @param completed as long as {@code operations}; its first elements will be the indices of those
   *     complete, ascending
   * @return how many are; 0 if all are inactive
   */
  public int awaitSome(Operation[] operations, int[] completed) {
    return deliveries.awaitSome(operations, completed);
  }

  /** Whether the operation is complete. */
  public boolean test(Operation operation) {
    return deliveries.test(operation);
  }

  /** Whether all operations are complete; null elements are inactive. */
  public boolean testAll(Operation[] operations) {
    return deliveries.testAll(operations);
  }

  /** The index of one operation that is complete, -1 if none is; null elements are inactive. */
  public int testAny(Operation[] operations) {
    return deliveries.testAny(operations);
  }

  /**
   * Finds all operations that are complete; null elements are inactive.
   *
   * @param completed as long as {@code operations}; its first elements will be their indices,
   *     ascending
   * @return how many are
   */
  public int testSome(Operation[] operations, int[] completed) {
    return deliveries.testSome(operations, completed);
  }

  /**
   * Waits for a message that fits, and leaves it where it is.
   *
   * @return valid until the calling thread's next operation
   */
  public Arrival.Message probe(int source, int context, int tag) {
    threads.enter();
    try {
      trail.next(Trail.Kind.PROBE, source, context, tag);
      Arrival.Message found = probing.probe(source, context, tag);
      marks.publish();
      return found(found);
    } finally {
      threads.leave(null);
    }
  }

  /**
   * A message that fits and has arrived, null if there is none; leaves it where it is.
   *
   * @return valid until the calling thread's next operation
   */
  public Arrival.Message iprobe(int source, int context, int tag) {
    threads.enter();
    try {
      trail.next(Trail.Kind.IPROBE, source, context, tag);
      Arrival.Message found = probing.iprobe(source, context, tag);
      marks.publish();
      return found(found);
    } finally {
      threads.leave(null);
    }
  }

  /** What a probe has found; of several threads another one may receive it at once. */
  private Arrival.Message found(Arrival.Message message) {
    return message != null && threads.areActive() ? message.copy() : message;
  }

  /**
   * Copies the payload of a message that a receive of this rank matched; see {@link
   * Interconnect#copy}.
   */
  public void copy(Arrival.Message message, ByteBuffer fixed, byte[] dynamic) {
    threads.hold();
    try {
      interconnect.copy(message, fixed, dynamic);
    } finally {
      threads.release();
    }
  }

  /** Reads a number from outside MPI, or repeats what was read before. */
  public long value(ValueKind kind, LongSupplier actual) {
    threads.enter();
    try {
      trail.nextRead(kind);
      long value = values.read(kind, actual);
      marks.publish();
      return value;
    } finally {
      threads.leave(null);
    }
  }

  /** Reads something else from outside MPI, or repeats what was read before. */
  public byte[] data(ValueKind kind, Supplier<byte[]> actual) {
    threads.enter();
    try {
      trail.nextRead(kind);
      byte[] bytes = values.readData(kind, actual);
      marks.publish();
      return bytes;
    } finally {
      threads.leave(null);
    }
  }

  /**
   * Looks at something that another thread changes, once and for good, or repeats what was seen.
   *
   * @return whether it is so; in replay it may become so only soon
   */
  public boolean observe(BooleanSupplier now) {
    threads.enter();
    try {
      return completion.observe(now);
    } finally {
      threads.leave(null);
    }
  }

  /** The gate before an output: a send to the outside (protocol rule OUTPUT). */
  public void commitOutput() {
    threads.hold();
    try {
      trail.output();
      gate.await();
      states.advance();
      marks.publish();
    } finally {
      threads.release();
    }
  }

  /** The rank must not go on: no state follows. */
  public void fail(String why) {
    states.fail(why);
  }
}
