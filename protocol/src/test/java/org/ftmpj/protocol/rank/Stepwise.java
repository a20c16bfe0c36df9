package org.ftmpj.protocol.rank;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Interconnect;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.event.ValueKind;
import org.ftmpj.protocol.thread.Attempt;
import org.ftmpj.protocol.thread.EventOrder;
import org.ftmpj.protocol.thread.HandOverStep;
import org.ftmpj.protocol.thread.LogicalThread;

/**
 * The simulator's driver of one thread of a program: an operation is said, then attempted until it
 * is done. Between the attempt that begins it and the one that ends it, other threads may go on
 * unless {@link #isAtGate}. So many ranks with many threads run in one.
 */
public final class Stepwise {
  private static final int TYPE = 5;

  private final RankSession session;
  private final RankCore core;
  private final EventOrder order;
  private LogicalThread thread;
  private Runnable onBegin = () -> {};

  /** What was said: one of both. */
  private Operation operation;

  private HandOver handOver;

  private Attempt last;
  private boolean replayed;

  // The last of each kind.
  private Send send;
  private Post post;
  private Delivery delivery;
  private int requests;
  private Probe probe;
  private NumberRead number;
  private DataRead data;

  /** What is between threads. */
  private record HandOver(BooleanSupplier ready, Runnable effect, boolean inOrder) {}

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
    int length = more == null ? 0 : more.length;
    send = new Send(core).to(destination, context, tag, synchronous);
    say(send.of(TYPE, 1, fixed, fixed.remaining(), more, length));
  }

  public void post(int source, int context, int tag) {
    post = new Post(core).of(source, context, tag);
    say(post);
  }

  public void await(PendingRequest waitedFor) {
    say(new Wait(core).of(waitedFor));
  }

  public void awaitAny(PendingRequest[] requests) {
    deliver(Delivery.Kind.WAITANY, requests);
  }

  public void awaitSome(PendingRequest[] requests) {
    deliver(Delivery.Kind.WAITSOME, requests);
  }

  public void testAny(PendingRequest[] requests) {
    deliver(Delivery.Kind.TESTANY, requests);
  }

  public void testSome(PendingRequest[] requests) {
    deliver(Delivery.Kind.TESTSOME, requests);
  }

  public void testAll(PendingRequest[] requests) {
    deliver(Delivery.Kind.TESTALL, requests);
  }

  private void deliver(Delivery.Kind kind, PendingRequest[] requests) {
    delivery = new Delivery(core).of(kind, requests);
    this.requests = requests.length;
    say(delivery);
  }

  public void probe(int source, int context, int tag) {
    probe = new Probe(core, true).of(source, context, tag);
    say(probe);
  }

  public void iprobe(int source, int context, int tag) {
    probe = new Probe(core, false).of(source, context, tag);
    say(probe);
  }

  public void value(ValueKind kind, LongSupplier actual) {
    number = new NumberRead(core).of(kind, actual);
    say(number);
  }

  public void data(ValueKind kind, Supplier<byte[]> actual) {
    data = new DataRead(core).of(kind, actual);
    say(data);
  }

  /** Nothing. */
  public void pass() {
    handOver(() -> true, () -> {}, false);
  }

  /** The gate before an output. */
  public void commit() {
    say(new Commit(core));
  }

  /**
   * Waits until another thread has made something so, and has an effect that others may see: an
   * event.
   *
   * @param inOrder whether its order is recorded
   */
  public void handOver(BooleanSupplier isReady, Runnable effect, boolean inOrder) {
    operation = null;
    handOver = new HandOver(isReady, effect, inOrder);
    last = null;
    replayed = false;
  }

  /** Brings forth a thread: an event. There are several from now on. */
  public void bear(Consumer<LogicalThread> effect, boolean inOrder) {
    if (!order.isActive()) {
      thread = order.activate();
    }
    handOver(() -> true, () -> effect.accept(order.bear(thread)), inOrder);
  }

  private void say(Operation said) {
    operation = said;
    handOver = null;
    last = null;
    replayed = false;
    said.call(thread);
  }

  // ---------------------------------------------------------------- steps

  /** Goes on with what was said, without waiting. Returns whether it is done. */
  public boolean attempt() {
    last = operation == null ? attemptHandOver() : attemptOperation();
    return last == Attempt.DONE;
  }

  private Attempt attemptOperation() {
    if (operation.hasBegun()) {
      return operation.attempt();
    }
    Attempt may = operation.mayBegin();
    if (may != Attempt.DONE) {
      return may;
    }
    onBegin.run();
    long before = core.cursor.replayed();
    Attempt attempt = operation.attempt();
    replayed = core.cursor.replayed() > before;
    return attempt;
  }

  private Attempt attemptHandOver() {
    if (order.isActive() && handOver.inOrder()) {
      return new HandOverStep(session.threads(), thread, handOver.ready(), this::handOver)
          .attempt();
    }
    if (!handOver.ready().getAsBoolean()) {
      return Attempt.NOTHING_CHANGED;
    }
    handOver();
    return Attempt.DONE;
  }

  private void handOver() {
    onBegin.run();
    handOver.effect().run();
  }

  // ---------------------------------------------------------------- what has come of it

  /** Why the last attempt could not go on. */
  public Attempt reason() {
    return last;
  }

  /** Whether it was because of the gate: no other thread can go on meanwhile. */
  public boolean isAtGate() {
    return last == Attempt.GATE_CLOSED;
  }

  /** Whether what was said is an event, so that others cannot precede it when it has begun. */
  public boolean isEvent() {
    return operation == null ? handOver.inOrder() : operation.isEvent();
  }

  /** Whether the outcome was taken from the history. */
  public boolean isReplayed() {
    return replayed;
  }

  public PendingRequest sent() {
    return send.sent();
  }

  public Receive posted() {
    return post.posted();
  }

  public Arrival.Message probed() {
    return probe.found();
  }

  public long value() {
    return number.value();
  }

  public byte[] data() {
    return data.bytes();
  }

  /** What the delivery that is done has found; its indices. */
  public int[] completed() {
    int[] completed = new int[requests];
    return Arrays.copyOf(completed, delivery.copyTo(completed));
  }

  public void copy(Arrival.Message message, ByteBuffer to, byte[] more) {
    session.copy(message, to, more);
  }
}
