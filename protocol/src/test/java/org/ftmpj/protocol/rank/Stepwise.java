package org.ftmpj.protocol.rank;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.Interconnect;
import org.ftmpj.protocol.config.Receptions;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.event.ValueKind;
import org.ftmpj.protocol.thread.EventOrder;
import org.ftmpj.protocol.thread.LogicalThread;

/**
 * A {@link RankSession} as one thread of a program uses it, but step by step, so that many ranks
 * with many threads run in one: an operation is said, then attempted until it is done. Between the
 * attempt that begins it and the one that ends it, other threads may go on unless {@link
 * #isAtGate}.
 */
public final class Stepwise {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private enum Kind {
    SEND,
    POST,
    WAIT,
    DELIVERY,
    PROBE,
    IPROBE,
    VALUE,
    DATA,
    COMMIT,
    HAND_OVER,
    NOTHING;

    boolean isEvent() {
      return this != WAIT && this != COMMIT && this != NOTHING;
    }
  }

  /** What an operation waits for that is not done. */
  public enum Waiting {
    FOR_ITS_TURN,
    /** For arrivals, or for the rank to be live. */
    FOR_THE_RANK,
    /** For another thread to change something. */
    FOR_A_CHANGE
  }

  private final RankSession session;
  private final RankCore core;
  private final EventOrder order;
  private LogicalThread thread;
  private Runnable onBegin = () -> {};
  private Kind kind;
  private Runnable first;
  private BooleanSupplier ready;
  private boolean begun;
  private boolean settling;
  private boolean atGate;
  private boolean replayed;
  private Waiting waiting;

  private int destination;
  private Envelope envelope;
  private ByteBuffer fixed;
  private byte[] dynamic;
  private Operation waitedFor;
  private Delivery delivery;
  private long clock;
  private Determinant recorded;
  private Matching.Sought sought;
  private int source;
  private int context;
  private int tag;
  private ValueKind valueKind;
  private LongSupplier actualValue;
  private Supplier<byte[]> actualData;

  private Operation sent;
  private Receive posted;
  private Arrival.Message probed;
  private long value;
  private byte[] data;

  public Stepwise(Interconnect interconnect, EventLog log, Outside outside, Receptions receptions) {
    this(new RankSession(interconnect, log, outside, receptions), null);
  }

  private Stepwise(RankSession session, LogicalThread thread) {
    this.session = session;
    this.core = session.core();
    this.order = session.threads().order();
    this.thread = thread;
  }

  /** One that repeats the record, as the verifier does, and never goes live. */
  public static Stepwise verifying(
      Interconnect interconnect, EventLog log, Outside outside, Receptions receptions) {
    Trail trail = new Trail(interconnect.rank(), false);
    return new Stepwise(RankSession.verifying(interconnect, log, outside, receptions, trail), null);
  }

  /** The same session, as another thread uses it. */
  public Stepwise of(LogicalThread child) {
    return new Stepwise(session, child);
  }

  /** What is done when an operation begins; in a program with threads, when its turn has come. */
  public void onBegin(Runnable action) {
    onBegin = action;
  }

  public RankSession session() {
    return session;
  }

  /** The calling thread; null as long as there is only one. */
  public LogicalThread thread() {
    return thread;
  }

  // ---------------------------------------------------------------- operations

  public void send(
      int destination, int context, int tag, boolean synchronous, ByteBuffer fixed, byte[] more) {
    this.destination = destination;
    this.fixed = fixed;
    dynamic = more;
    int length = more == null ? 0 : more.length;
    say(
        Kind.SEND,
        () ->
            envelope =
                core.sending.begin(
                    context, tag, synchronous, 5, 1, fixed, fixed.remaining(), more, length));
  }

  public void post(int source, int context, int tag) {
    say(
        Kind.POST,
        () -> {
          posted = core.receiving.post(source, context, tag);
          replayed = posted.forced() != null;
        });
  }

  public void await(Operation operation) {
    waitedFor = operation;
    say(Kind.WAIT, () -> {});
  }

  public void awaitAny(Operation[] operations) {
    deliver(() -> core.completion.beginAwaitAny(operations));
  }

  public void awaitSome(Operation[] operations) {
    deliver(() -> core.completion.beginAwaitSome(operations));
  }

  public void testAny(Operation[] operations) {
    deliver(() -> core.completion.beginTestAny(operations));
  }

  public void testSome(Operation[] operations) {
    deliver(() -> core.completion.beginTestSome(operations));
  }

  public void testAll(Operation[] operations) {
    deliver(() -> core.completion.beginTestAll(operations));
  }

  private void deliver(Supplier<Delivery> begin) {
    say(
        Kind.DELIVERY,
        () -> {
          delivery = begin.get();
          replayed = !delivery.isOpen() && delivery.clock() > 0;
        });
  }

  public void probe(int source, int context, int tag) {
    probe(Kind.PROBE, source, context, tag, () -> core.probing.beginProbe(source));
  }

  public void iprobe(int source, int context, int tag) {
    probe(Kind.IPROBE, source, context, tag, () -> core.probing.beginIprobe());
  }

  private void probe(
      Kind how, int fromSource, int inContext, int withTag, Supplier<Determinant> begin) {
    source = fromSource;
    context = inContext;
    tag = withTag;
    probed = null;
    say(
        how,
        () -> {
          recorded = begin.get();
          clock = core.clock.now();
          replayed = recorded != null;
          sought = recorded instanceof Determinant.Probe probe ? core.probing.seek(probe) : null;
        });
  }

  public void value(ValueKind kindOfValue, LongSupplier actual) {
    actualValue = actual;
    read(Kind.VALUE, kindOfValue, () -> core.values.begin(kindOfValue));
  }

  public void data(ValueKind kindOfValue, Supplier<byte[]> actual) {
    actualData = actual;
    read(Kind.DATA, kindOfValue, () -> core.values.beginData(kindOfValue));
  }

  private void read(Kind how, ValueKind kindOfValue, Supplier<Determinant> begin) {
    valueKind = kindOfValue;
    say(
        how,
        () -> {
          recorded = begin.get();
          clock = core.clock.now();
          replayed = recorded != null;
        });
  }

  /** Nothing. */
  public void pass() {
    say(Kind.NOTHING, () -> {});
  }

  /** The gate before an output. */
  public void commit() {
    say(Kind.COMMIT, () -> {});
  }

  /**
   * Waits until another thread has made something so, and has an effect that others may see: an
   * event.
   *
   * @param inOrder whether its order is recorded
   */
  public void handOver(BooleanSupplier isReady, Runnable effect, boolean inOrder) {
    say(inOrder ? Kind.HAND_OVER : Kind.NOTHING, effect);
    ready = isReady;
  }

  /** Brings forth a thread: an event. There are several from now on. */
  public void bear(Consumer<LogicalThread> effect, boolean inOrder) {
    if (!order.isActive()) {
      thread = order.activate();
    }
    handOver(() -> true, () -> effect.accept(order.bear(thread)), inOrder);
  }

  private void say(Kind said, Runnable atBegin) {
    kind = said;
    first = atBegin;
    ready = null;
    begun = false;
    settling = false;
    atGate = false;
    replayed = false;
    waiting = null;
  }

  // ---------------------------------------------------------------- steps

  /** Goes on with the operation that was said, without waiting. Returns whether it is done. */
  public boolean attempt() {
    atGate = false;
    waiting = null;
    if (!begun && !tryBegin()) {
      return false;
    }
    if (!settling) {
      if (!step()) {
        return false;
      }
      settling = true;
    }
    if (!core.marks.tryPublish()) {
      atGate = true;
      return false;
    }
    if (order.isActive()) {
      order.settle();
    }
    return true;
  }

  private boolean tryBegin() {
    boolean ordered = order.isActive() && kind.isEvent();
    if (ordered && !order.isTurnOf(thread)) {
      return waitsFor(Waiting.FOR_ITS_TURN);
    }
    if (ordered && !order.permits(thread)) {
      return waitsFor(Waiting.FOR_THE_RANK);
    }
    if (ready != null && !ready.getAsBoolean()) {
      return waitsFor(Waiting.FOR_A_CHANGE);
    }
    if (ordered) {
      order.count(thread);
    }
    begun = true;
    onBegin.run();
    first.run();
    return true;
  }

  private boolean waitsFor(Waiting what) {
    waiting = what;
    return false;
  }

  private boolean step() {
    switch (kind) {
      case SEND:
        if (!passGate()) {
          return false;
        }
        sent = core.sending.finish(destination, envelope, fixed, dynamic);
        return true;
      case COMMIT:
        if (!passGate()) {
          return false;
        }
        core.states.advance();
        return true;
      case WAIT:
        return core.completion.attempt(waitedFor) || blocked();
      case DELIVERY:
        return core.completion.attempt(delivery) || blocked();
      case PROBE:
        probed =
            sought != null
                ? core.probing.repeat(sought)
                : core.probing.attempt(clock, source, context, tag);
        return probed != null || blocked();
      case IPROBE:
        return tryIprobe() || blocked();
      case VALUE:
        return readValue() || blocked();
      case DATA:
        return readData() || blocked();
      default:
        return true;
    }
  }

  private boolean tryIprobe() {
    if (sought != null) {
      probed = core.probing.repeat(sought);
      return probed != null;
    }
    if (recorded == null) {
      if (core.states.barsNewOutcome(clock, Probing.IPROBE)) {
        return false;
      }
      probed = core.probing.iprobeNow(clock, source, context, tag);
    }
    return true;
  }

  private boolean readValue() {
    if (recorded != null) {
      value = core.values.repeat((Determinant.Value) recorded);
      return true;
    }
    if (core.states.barsNewOutcome(clock, ExternalValues.what(valueKind))) {
      return false;
    }
    value = core.values.readNew(clock, valueKind, actualValue);
    return true;
  }

  private boolean readData() {
    if (recorded != null) {
      data = core.values.repeat((Determinant.Data) recorded);
      return true;
    }
    if (core.states.barsNewOutcome(clock, ExternalValues.what(valueKind))) {
      return false;
    }
    data = core.values.readNewData(clock, valueKind, actualData);
    return true;
  }

  private boolean passGate() {
    atGate = !core.gate.isOpen();
    return !atGate;
  }

  /** Before it waits for arrivals, a rank publishes the marks it owes. */
  private boolean blocked() {
    atGate = !core.marks.tryPublish();
    return waitsFor(Waiting.FOR_THE_RANK);
  }

  // ---------------------------------------------------------------- what has come of it

  /**
   * Whether the last attempt was in vain because determinants are not stable. No other thread can
   * go on meanwhile.
   */
  public boolean isAtGate() {
    return atGate;
  }

  /** Whether the operation has no record, and waits until the rank is live. */
  public boolean isHeldBack() {
    if (!begun || !order.isReplaying()) {
      return false;
    }
    return switch (kind) {
      case DELIVERY -> delivery.isOpen();
      case PROBE, IPROBE, VALUE, DATA -> recorded == null;
      default -> false;
    };
  }

  /** What the operation that is not done waits for, unless it is at the gate. */
  public Waiting waiting() {
    return waiting;
  }

  /** Whether the operation, which has begun, is an event that others cannot precede any more. */
  public boolean isEvent() {
    return kind.isEvent();
  }

  /** Whether the outcome was taken from the history. */
  public boolean isReplayed() {
    return replayed;
  }

  public Operation sent() {
    return sent;
  }

  public Receive posted() {
    return posted;
  }

  public Arrival.Message probed() {
    return probed;
  }

  public long value() {
    return value;
  }

  public byte[] data() {
    return data;
  }

  /** What the delivery that is done has found; its indices. */
  public int[] completed() {
    return Arrays.copyOf(delivery.indices(), delivery.count());
  }

  public void copy(Arrival.Message message, ByteBuffer to, byte[] more) {
    session.copy(message, to == null ? NOTHING : to, more);
  }
}
