package org.ftmpj.protocol.rank;

import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Interconnect;
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

  private StepwiseOperation operation;
  private boolean begun;
  private boolean settling;
  private boolean atGate;
  private Waiting waiting;

  // The last of each kind.
  private StepwiseSend send;
  private StepwisePost post;
  private StepwiseDelivery delivery;
  private StepwiseProbe probe;
  private StepwiseRead<Determinant.Value, Long> value;
  private StepwiseRead<Determinant.Data, byte[]> data;

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
    send = say(new StepwiseSend(core, destination, context, tag, synchronous, fixed, more));
  }

  public void post(int source, int context, int tag) {
    post = say(new StepwisePost(core, source, context, tag));
  }

  public void await(Operation waitedFor) {
    say(new StepwiseWait(core, waitedFor));
  }

  public void awaitAny(Operation[] operations) {
    deliver(completion -> completion.beginAwaitAny(operations));
  }

  public void awaitSome(Operation[] operations) {
    deliver(completion -> completion.beginAwaitSome(operations));
  }

  public void testAny(Operation[] operations) {
    deliver(completion -> completion.beginTestAny(operations));
  }

  public void testSome(Operation[] operations) {
    deliver(completion -> completion.beginTestSome(operations));
  }

  public void testAll(Operation[] operations) {
    deliver(completion -> completion.beginTestAll(operations));
  }

  private void deliver(Function<Completion, Delivery> begin) {
    delivery = say(new StepwiseDelivery(core, begin));
  }

  public void probe(int source, int context, int tag) {
    probe = say(new StepwiseProbe(core, source, context, tag));
  }

  public void iprobe(int source, int context, int tag) {
    probe = say(new StepwiseIprobe(core, source, context, tag));
  }

  public void value(ValueKind kind, LongSupplier actual) {
    value = say(StepwiseRead.value(core, kind, actual));
  }

  public void data(ValueKind kind, Supplier<byte[]> actual) {
    data = say(StepwiseRead.data(core, kind, actual));
  }

  /** Nothing. */
  public void pass() {
    handOver(() -> true, () -> {}, false);
  }

  /** The gate before an output. */
  public void commit() {
    say(new StepwiseCommit(core));
  }

  /**
   * Waits until another thread has made something so, and has an effect that others may see: an
   * event.
   *
   * @param inOrder whether its order is recorded
   */
  public void handOver(BooleanSupplier isReady, Runnable effect, boolean inOrder) {
    say(new StepwiseHandOver(isReady, effect, inOrder));
  }

  /** Brings forth a thread: an event. There are several from now on. */
  public void bear(Consumer<LogicalThread> effect, boolean inOrder) {
    if (!order.isActive()) {
      thread = order.activate();
    }
    handOver(() -> true, () -> effect.accept(order.bear(thread)), inOrder);
  }

  private <O extends StepwiseOperation> O say(O said) {
    operation = said;
    begun = false;
    settling = false;
    atGate = false;
    waiting = null;
    return said;
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
      switch (operation.attempt()) {
        case AT_GATE:
          atGate = true;
          return false;
        case BLOCKED:
          // Before it waits for arrivals, a rank publishes the marks it owes.
          atGate = !core.marks.tryPublish();
          return waitsFor(Waiting.FOR_THE_RANK);
        default:
          settling = true;
          break;
      }
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
    boolean ordered = order.isActive() && operation.isEvent();
    if (ordered && !order.isTurnOf(thread)) {
      return waitsFor(Waiting.FOR_ITS_TURN);
    }
    if (ordered && !order.permits(thread)) {
      return waitsFor(Waiting.FOR_THE_RANK);
    }
    if (!operation.isReady()) {
      return waitsFor(Waiting.FOR_A_CHANGE);
    }
    if (ordered) {
      order.count(thread);
    }
    begun = true;
    onBegin.run();
    operation.begin();
    return true;
  }

  private boolean waitsFor(Waiting what) {
    waiting = what;
    return false;
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
    return begun && order.isReplaying() && operation.isOpen();
  }

  /** What the operation that is not done waits for, unless it is at the gate. */
  public Waiting waiting() {
    return waiting;
  }

  /** Whether the operation, which has begun, is an event that others cannot precede any more. */
  public boolean isEvent() {
    return operation.isEvent();
  }

  /** Whether the outcome was taken from the history. */
  public boolean isReplayed() {
    return begun && operation.isReplayed();
  }

  public Operation sent() {
    return send.sent();
  }

  public Receive posted() {
    return post.posted();
  }

  public Arrival.Message probed() {
    return probe.found();
  }

  public long value() {
    return value.value();
  }

  public byte[] data() {
    return data.value();
  }

  /** What the delivery that is done has found; its indices. */
  public int[] completed() {
    return delivery.completed();
  }

  public void copy(Arrival.Message message, ByteBuffer to, byte[] more) {
    session.copy(message, to, more);
  }
}
