package org.ftmpj.protocol.rank;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.Interconnect;
import org.ftmpj.protocol.config.Receptions;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;
import org.ftmpj.protocol.event.DeterminantCodec;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.event.ValueKind;
import org.ftmpj.protocol.thread.Threads;

/**
 * The protocol, as one rank sees it: what its device calls. Each public method is one operation of
 * the program. One that may wait is made of steps that do not: it begins, is attempted until it is
 * done, and settles. Who runs many ranks in one thread takes these steps itself.
 *
 * <p>Used by the thread that runs the program's main, and, once {@link #threads} are active, by all
 * that they know. Every method throws {@link FtmpjException} when the rank must not go on; the
 * caller stops it.
 */
public final class RankSession {
  private final Interconnect interconnect;
  private final Trail trail;
  private final OperationClock clock = new OperationClock();
  private final ReplayCursor cursor;
  private final Recorder recorder;
  private final Gate gate;
  private final Outbound outbound;
  private final MatchedMarks marks;
  private final Matching matching;
  private final RankStates states;
  private final Progress progress;
  private final Completion completion;
  private final Probing probing;
  private final ExternalValues values;
  private final Threads threads;

  /** Of the message that is being sent. */
  private final Envelope sending = new Envelope();

  /** Receives that are over. */
  private final Spares<Receive> spares = new Spares<>();

  /** Room for a single operation; null if it is in use. */
  private Operation[] single = new Operation[1];

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
    this.trail = trail;
    cursor = new ReplayCursor(trail);
    long last = log.history(record -> DeterminantCodec.decode(record, cursor::add));
    recorder = new Recorder(log, last);
    gate = new Gate(log, recorder);
    outbound = new Outbound(interconnect, trail, verifying);
    marks = new MatchedMarks(interconnect, gate);
    boolean recovers =
        verifying || !cursor.isExhausted() || !outbound.isPastHeld() || outside.holdsMoreOutput();
    matching =
        new Matching(
            interconnect.size(),
            receptions,
            cursor,
            !recovers,
            MatchRecorder.of(receptions, recorder, marks, outside));
    states =
        new RankStates(
            interconnect.rank(),
            recovers ? RankState.REPLAYING : RankState.RECORDING,
            verifying ? RankState.RECORD_END : RankState.RECORDING,
            cursor,
            outbound::isPastHeld,
            outside,
            () -> {
              matching.goLive();
              outside.live(statistics());
            });
    threads = new Threads(cursor.turns(), new ThreadedRank(clock, cursor, recorder, states));
    states.threads(threads);
    progress = new Progress(interconnect, matching, marks, states, threads, verifying);
    completion = new Completion(clock, cursor, recorder, states, progress);
    probing = new Probing(clock, cursor, recorder, states, progress, matching, threads);
    values = new ExternalValues(clock, cursor, recorder, states);
    if (recovers) {
      states.advance();
    } else {
      outside.live(statistics());
    }
  }

  /** The threads of the rank. */
  public Threads threads() {
    return threads;
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
      note(
          synchronous ? Trail.Kind.SYNCHRONOUS_SEND : Trail.Kind.SEND,
          clock.now() + 1,
          destination,
          context,
          tag);
      Envelope envelope =
          beginSend(
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
      Operation sent = finishSend(destination, envelope, fixed, dynamic);
      settle();
      return sent;
    } finally {
      threads.leave(null);
    }
  }

  /** Returns an envelope that is valid until the next send begins. */
  Envelope beginSend(
      int context,
      int tag,
      boolean synchronous,
      int type,
      int elements,
      ByteBuffer fixed,
      int fixedLength,
      byte[] dynamic,
      int dynamicLength) {
    tick();
    int digest = outbound.digest(fixed, fixedLength, dynamic, dynamicLength);
    return sending.set(
        context, tag, synchronous, type, elements, fixedLength, dynamicLength, digest);
  }

  /** To be called when the gate is open. */
  Operation finishSend(int destination, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
    long sequence = outbound.send(destination, envelope, fixed, dynamic, clock.now());
    Operation sent =
        envelope.synchronous() ? marks.sent(destination, sequence) : Operation.COMPLETED_SEND;
    states.advance();
    return sent;
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
      Receive receive = beginPost(source, context, tag);
      settle();
      return receive;
    } finally {
      threads.leave(null);
    }
  }

  Receive beginPost(int source, int context, int tag) {
    long now = tick();
    note(Trail.Kind.RECEIVE, now, source, context, tag);
    Receive spare = spares.take();
    Receive receive =
        (spare == null ? new Receive() : spare).post(now, source, context, tag, cursor.match(now));
    matching.post(receive);
    states.advance();
    return receive;
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
        receive.clear();
        spares.add(receive);
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
      noteWait(operation);
      completion.await(operation);
      settle();
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
    return first(Trail.Kind.WAITANY, operations, Completion::beginAwaitAny);
  }

  /**
   * Waits for at least one of several operations; null elements are inactive.
   *
   * @param completed as long as {@code operations}; its first elements will be the indices of those
   *     complete, ascending
   * @return how many are; 0 if all are inactive
   */
  public int awaitSome(Operation[] operations, int[] completed) {
    return some(Trail.Kind.WAITSOME, operations, Completion::beginAwaitSome, completed);
  }

  /** Whether the operation is complete. */
  public boolean test(Operation operation) {
    threads.enter();
    try {
      Operation[] only = single == null ? new Operation[1] : single;
      single = null;
      only[0] = operation;
      boolean complete = all(Trail.Kind.TEST, only);
      only[0] = null;
      single = only;
      return complete;
    } finally {
      threads.leave(null);
    }
  }

  /** Whether all operations are complete; null elements are inactive. */
  public boolean testAll(Operation[] operations) {
    threads.enter();
    try {
      return all(Trail.Kind.TESTALL, operations);
    } finally {
      threads.leave(null);
    }
  }

  /** The index of one operation that is complete, -1 if none is; null elements are inactive. */
  public int testAny(Operation[] operations) {
    return first(Trail.Kind.TESTANY, operations, Completion::beginTestAny);
  }

  /**
   * Finds all operations that are complete; null elements are inactive.
   *
   * @param completed as long as {@code operations}; its first elements will be their indices,
   *     ascending
   * @return how many are
   */
  public int testSome(Operation[] operations, int[] completed) {
    return some(Trail.Kind.TESTSOME, operations, Completion::beginTestSome, completed);
  }

  /**
   * Waits for a message that fits, and leaves it where it is.
   *
   * @return valid until the calling thread's next operation
   */
  public Arrival.Message probe(int source, int context, int tag) {
    threads.enter();
    try {
      note(Trail.Kind.PROBE, clock.now() + 1, source, context, tag);
      Arrival.Message found = probing.probe(source, context, tag);
      settle();
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
      note(Trail.Kind.IPROBE, clock.now() + 1, source, context, tag);
      Arrival.Message found = probing.iprobe(source, context, tag);
      settle();
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
      noteRead(kind);
      long value = values.read(kind, actual);
      settle();
      return value;
    } finally {
      threads.leave(null);
    }
  }

  /** Reads something else from outside MPI, or repeats what was read before. */
  public byte[] data(ValueKind kind, Supplier<byte[]> actual) {
    threads.enter();
    try {
      noteRead(kind);
      byte[] bytes = values.readData(kind, actual);
      settle();
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

  ExternalValues values() {
    return values;
  }

  RankStates states() {
    return states;
  }

  /** The gate before an output: a send to the outside (protocol rule 12). */
  public void commitOutput() {
    threads.handOvers().requireNoEvent("writes output"); // It holds the lock of its stream.
    threads.hold();
    try {
      note(Trail.Kind.OUTPUT, clock.now());
      gate.await();
      finishCommit();
      settle();
    } finally {
      threads.release();
    }
  }

  /** To be called when the gate is open. */
  void finishCommit() {
    states.advance();
  }

  Completion completion() {
    return completion;
  }

  Probing probing() {
    return probing;
  }

  /** Whether what comes next may leave the rank. */
  boolean isGateOpen() {
    return gate.isOpen();
  }

  /**
   * The end of an operation, in steps: publishes the marks that are owed if the gate is open.
   *
   * @return whether the operation has settled
   */
  boolean trySettle() {
    return marks.tryPublish();
  }

  /** The end of an operation: the marks that are owed go out, through the gate. */
  private void settle() {
    marks.publish();
  }

  private interface Begin {
    Delivery delivery(Completion by, Operation[] operations);
  }

  private int first(Trail.Kind kind, Operation[] operations, Begin begin) {
    threads.enter();
    try {
      Delivery delivery = deliver(kind, operations, begin);
      int first = delivery.first();
      completion.free(delivery);
      return first;
    } finally {
      threads.leave(null);
    }
  }

  private int some(Trail.Kind kind, Operation[] operations, Begin begin, int[] completed) {
    threads.enter();
    try {
      Delivery delivery = deliver(kind, operations, begin);
      int count = delivery.count();
      System.arraycopy(delivery.indices(), 0, completed, 0, count);
      completion.free(delivery);
      return count;
    } finally {
      threads.leave(null);
    }
  }

  private boolean all(Trail.Kind kind, Operation[] operations) {
    Delivery delivery = deliver(kind, operations, Completion::beginTestAll);
    boolean ofAll = delivery.isOfAll();
    completion.free(delivery);
    return ofAll;
  }

  private Delivery deliver(Trail.Kind kind, Operation[] operations, Begin begin) {
    note(kind, clock.now() + 1);
    Delivery delivery = begin.delivery(completion, operations);
    completion.await(delivery);
    settle();
    return delivery;
  }

  /** The rank must not go on: no state follows. */
  public void fail(String why) {
    states.fail(why);
  }

  public RankState state() {
    return states.current();
  }

  public RecoveryStatistics statistics() {
    return new RecoveryStatistics(cursor.replayed(), progress.matchedInReplay(), outbound.held());
  }

  /** What this incarnation has done so far. */
  public RankCounters counters() {
    return new RankCounters(
        clock.now(),
        cursor.replayed(),
        recorder.outcomes(),
        recorder.determinants(),
        recorder.bytes(),
        recorder.records(),
        outbound.sent(),
        outbound.sentBytes(),
        outbound.held(),
        gate.waits());
  }

  /** How many determinants the history had. */
  public long recordedDeterminants() {
    return cursor.recorded();
  }

  /** What comes next of that which is recorded and was not repeated yet; empty if all was. */
  public Optional<String> unrepeated() {
    return cursor.unrepeated().or(outbound::unrepeated);
  }

  /** The operation clock. */
  public long clock() {
    return clock.now();
  }

  private void noteRead(ValueKind kind) {
    if (!states.isRecording()) {
      trail.noteRead(clock.now() + 1, kind);
    }
  }

  private void noteWait(Operation operation) {
    if (states.isRecording()) {
      return;
    }
    if (operation instanceof Receive receive) {
      receive.noteWait(trail);
    } else {
      trail.note(Trail.Kind.WAIT, clock.now());
    }
  }

  private void note(Trail.Kind kind, long at) {
    if (!states.isRecording()) {
      trail.note(kind, at);
    }
  }

  private void note(Trail.Kind kind, long at, int peer, int context, int tag) {
    if (!states.isRecording()) {
      trail.note(kind, at, peer, context, tag);
    }
  }

  private long tick() {
    long now = clock.tick();
    interconnect.progress(now);
    return now;
  }
}
