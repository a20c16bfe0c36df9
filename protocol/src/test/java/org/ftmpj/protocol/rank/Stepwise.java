package org.ftmpj.protocol.rank;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Interconnect;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.event.ValueKind;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.match.Receive;
import org.ftmpj.protocol.replay.RankListener;
import org.ftmpj.protocol.report.OperationHistory;
import org.ftmpj.protocol.thread.Attempt;
import org.ftmpj.protocol.thread.EventOrder;
import org.ftmpj.protocol.thread.HandOverStep;
import org.ftmpj.protocol.thread.LogicalThread;
import org.ftmpj.protocol.thread.Parked;

/**
 * The simulator's driver of one thread of a program: an operation is said, then attempted until it
 * is done. Between the attempt that begins it and the one that ends it, other threads may go on
 * unless {@link #isAtGate}. So many ranks with many threads run in one.
 */
public final class Stepwise {
  private static final int TYPE = 5;

  private RankSession session;
  private RankCore core;
  private EventOrder order;
  private LogicalThread thread;
  private Runnable onBegin = () -> {};

  /** What was said: one of both. */
  private Operation operation;

  private HandOver handOver;

  /** Makes it. */
  private Function<RankCore, Operation> maker;

  /** What it waits for or tests. */
  private List<PendingRequest> requests;

  /** What it gives to the program when it is done. */
  private Supplier<Object> result;

  private Object outcome;

  /** Whether it is one of the program's. */
  private boolean isOfProgram;

  private Attempt last;

  /** Whether what was said is done, but for payloads that are not in the logs yet. */
  private boolean awaitsPayloads;

  private boolean replayed;

  /** The receive that is waited for was posted in the same call of the program. */
  private Receive.Snapshot inCall;

  /** Whether it is made again after a checkpoint at which it had begun. */
  private boolean isAgain;

  private final Trace trace;

  // The last of each kind.
  private Send send;
  private Post post;
  private Delivery delivery;
  private Probe probe;
  private NumberRead number;
  private DataRead data;
  private TakeCheckpoint checkpoint;

  /** What is between threads. */
  private record HandOver(BooleanSupplier ready, Runnable effect, boolean inOrder) {}

  public Stepwise(
      Interconnect interconnect, EventLog log, RankListener outside, Receptions receptions) {
    this(new RankSession(interconnect, log, outside, receptions), null, new Trace());
  }

  private Stepwise(RankSession session, LogicalThread thread, Trace trace) {
    use(session);
    this.thread = thread;
    this.trace = trace;
    if (trace.isAhead()) {
      order = trace.order();
    }
  }

  /**
   * One that goes on from a checkpoint.
   *
   * @param session that was restored
   * @param trace what the program had done: until it has done that again, by {@link #said}, {@link
   *     #beginAgain} and {@link #endAgain}, the session is not asked
   */
  public static Stepwise retracing(RankSession session, Trace trace) {
    return new Stepwise(session, null, trace);
  }

  private void use(RankSession another) {
    session = another;
    core = another.core();
    order = another.threads().order();
  }

  /**
   * Goes on with another session, which was restored from a snapshot of the one so far: the same
   * thread, and the same operation if one has begun.
   *
   * @param change of what is known of that operation; a mistake, perhaps
   */
  void goOn(RankSession restored, UnaryOperator<Operation.Snapshot> change) {
    LogicalThread.Snapshot self = thread == null ? null : thread.snapshot();
    boolean isPending = operation != null && last != Attempt.DONE && !awaitsPayloads;
    Operation.Snapshot begun = isPending ? operation.snapshot() : null;
    use(restored);
    thread = self == null ? null : order.restored(self);
    if (isPending) {
      requests = requests.stream().map(this::restored).toList();
      operation = maker.apply(core);
      operation.call(thread);
      operation.restore(change.apply(begun));
    }
  }

  /**
   * That request of the session before, in the restored one.
   *
   * @param request null for an inactive one
   */
  public PendingRequest restored(PendingRequest request) {
    return request == null ? null : core.request(request.snapshot());
  }

  /** One that repeats the record, as the verifier does, and never goes live. */
  public static Stepwise verifying(
      Interconnect interconnect, EventLog log, RankListener outside, Receptions receptions) {
    OperationHistory operations = new OperationHistory(interconnect.rank(), false);
    return new Stepwise(
        RankSession.verifying(interconnect, log, outside, receptions, operations),
        null,
        new Trace());
  }

  /** The same session, as another thread uses it. */
  public Stepwise of(LogicalThread child) {
    return new Stepwise(session, child, trace);
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
    say(
        c ->
            send =
                new Send(c)
                    .to(destination, context, tag, synchronous)
                    .of(TYPE, 1, fixed, fixed.remaining(), more, length),
        () -> send.sent());
  }

  public void post(int source, int context, int tag) {
    say(c -> post = new Post(c).of(source, context, tag), () -> post.posted());
  }

  public void await(PendingRequest request) {
    say(c -> new Wait(c).of(requests.get(0)), () -> null, request);
  }

  /** The wait in the call of the program that has posted the receive. */
  public void awaitInCall(Receive receive) {
    say(c -> new Wait(c).in((Receive) requests.get(0)), () -> null, receive);
    inCall = receive.snapshot();
  }

  public void awaitAny(PendingRequest[] several) {
    deliver(Delivery.Kind.WAITANY, several);
  }

  public void awaitSome(PendingRequest[] several) {
    deliver(Delivery.Kind.WAITSOME, several);
  }

  public void testAny(PendingRequest[] several) {
    deliver(Delivery.Kind.TESTANY, several);
  }

  public void testSome(PendingRequest[] several) {
    deliver(Delivery.Kind.TESTSOME, several);
  }

  public void testAll(PendingRequest[] several) {
    deliver(Delivery.Kind.TESTALL, several);
  }

  private void deliver(Delivery.Kind kind, PendingRequest[] several) {
    say(
        c -> delivery = new Delivery(c).of(kind, requests.toArray(PendingRequest[]::new)),
        this::delivered,
        several);
  }

  public void probe(int source, int context, int tag) {
    say(c -> probe = new Probe(c, true).of(source, context, tag), this::found);
  }

  public void iprobe(int source, int context, int tag) {
    say(c -> probe = new Probe(c, false).of(source, context, tag), this::found);
  }

  public void value(ValueKind kind, LongSupplier actual) {
    say(c -> number = new NumberRead(c).of(kind, actual), () -> number.value());
  }

  public void data(ValueKind kind, Supplier<byte[]> actual) {
    say(c -> data = new DataRead(c).of(kind, actual), () -> data.bytes());
  }

  /** Nothing. */
  public void pass() {
    handOver(() -> true, () -> {}, false);
  }

  /** The gate before an output. */
  public void commit() {
    say(Commit::new, () -> null);
  }

  /**
   * A checkpoint, which is not one of the program's operations.
   *
   * @param held the requests that the program holds
   * @param threads those that have not ended, but for main's
   */
  public void checkpoint(PendingRequest[] held, List<LogicalThread> threads) {
    say(
        c -> checkpoint = new TakeCheckpoint(c).of(requests, threads),
        () -> checkpoint.taken(),
        held);
    isOfProgram = false;
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
    result = () -> null;
    begin();
  }

  /** Brings forth a thread: an event. There are several from now on. */
  public void spawn(Consumer<LogicalThread> effect, boolean inOrder) {
    if (!order.isActive()) {
      thread = order.activate();
    }
    handOver(() -> true, () -> effect.accept(order.spawn(thread)), inOrder);
  }

  private void begin() {
    isOfProgram = true;
    outcome = null;
    last = null;
    replayed = false;
    inCall = null;
    isAgain = false;
  }

  private void say(
      Function<RankCore, Operation> said, Supplier<Object> gives, PendingRequest... of) {
    requests = Arrays.asList(of);
    maker = said;
    result = gives;
    handOver = null;
    begin();
    operation = maker.apply(core);
    operation.call(thread);
  }

  // ---------------------------------------------------------------- steps

  /** Goes on with what was said, without waiting. Returns whether it is done. */
  public boolean attempt() {
    if (!awaitsPayloads) {
      last = operation == null ? attemptHandOver() : attemptOperation();
    }
    if (last == Attempt.DONE || awaitsPayloads) {
      awaitsPayloads = isOfProgram && operation != null && !areHere();
      last = awaitsPayloads ? Attempt.NOTHING_ARRIVED : Attempt.DONE;
    }
    if (last == Attempt.DONE) {
      outcome = result.get();
      if (isOfProgram) {
        trace.add(number(), Trace.Kind.DONE, outcome);
      }
    }
    return last == Attempt.DONE;
  }

  private boolean areHere() {
    for (PendingRequest request : requests) {
      if (!isHere(request)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the program can copy what the request has received, if it has. */
  private boolean isHere(PendingRequest request) {
    return !(request instanceof Receive receive)
        || receive.message() == null
        || !(core.interconnect instanceof LatePayloads late)
        || late.isHere(receive.message());
  }

  private int number() {
    return thread == null ? 0 : thread.number();
  }

  private void begins() {
    trace.add(number(), Trace.Kind.BEGUN, null);
    onBegin.run();
  }

  private Attempt attemptOperation() {
    if (operation.hasBegun()) {
      return operation.attempt();
    }
    Attempt may = operation.mayBegin();
    if (may != Attempt.DONE) {
      return may;
    }
    if (isOfProgram && !isAgain) {
      begins();
    }
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
    begins();
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
    return (PendingRequest) outcome;
  }

  public Receive posted() {
    return (Receive) outcome;
  }

  public Arrival.Message probed() {
    return (Arrival.Message) outcome;
  }

  private Arrival.Message found() {
    return probe.found() == null ? null : probe.found().copy();
  }

  public long value() {
    return (Long) outcome;
  }

  public byte[] data() {
    return (byte[]) outcome;
  }

  /** What the delivery that is done has found; its indices. */
  public int[] completed() {
    return (int[]) outcome;
  }

  private int[] delivered() {
    int[] completed = new int[requests.size()];
    return Arrays.copyOf(completed, delivery.copyTo(completed));
  }

  /** The checkpoint that is taken. */
  public RankCheckpoint checkpointed() {
    return (RankCheckpoint) outcome;
  }

  /** The payload of a message that was received; its static part has 8 bytes. */
  public Payload copy(Arrival.Message message) {
    if (trace.isAhead()) {
      return (Payload) trace.next(number(), Trace.Kind.COPIED);
    }
    ByteBuffer fixed = ByteBuffer.allocate(Long.BYTES);
    int length = message.envelope().dynamicLength();
    byte[] dynamic = length == 0 ? null : new byte[length];
    session.copy(message, fixed, dynamic);
    Payload payload = new Payload(fixed.getLong(0), dynamic);
    trace.add(number(), Trace.Kind.COPIED, payload);
    return payload;
  }

  /**
   * The content of a message.
   *
   * @param dynamic null if there is none
   */
  public record Payload(long fixed, byte[] dynamic) {}

  // ---------------------------------------------------------------- checkpoints

  /** The program is about to say its next operation, for the first time or again. */
  public void said() {
    if (trace.isAhead()) {
      trace.next(number(), Trace.Kind.SAID);
    } else {
      trace.add(number(), Trace.Kind.SAID, null);
    }
  }

  /** On the way to where a checkpoint was taken: what was said begins. */
  public void beginAgain() {
    trace.next(number(), Trace.Kind.BEGUN);
    onBegin.run();
    if (operation == null) {
      handOver.effect().run();
    }
  }

  /** On the same way: what was said is done. */
  public void endAgain() {
    outcome = trace.next(number(), Trace.Kind.DONE);
    last = Attempt.DONE;
  }

  /** The program is where its checkpoint was taken. To be called by main's thread. */
  public void arrive() {
    boolean areSeveral = order.isActive();
    order = session.threads().order();
    if (areSeveral != order.hadThreads()) {
      throw new AssertionError("there were several threads: " + areSeveral);
    }
    thread = areSeveral ? order.activate() : null;
  }

  /** The same of another thread, which was in an operation there, and makes that again. */
  void arrive(LogicalThread restored) {
    order = session.threads().order();
    thread = restored;
    makeAgain();
  }

  /** Has each of these threads be where the checkpoint was taken. */
  public static void arrive(List<Stepwise> others, List<LogicalThread> restored) {
    for (Stepwise other : others) {
      int number = other.thread.number();
      other.arrive(
          restored.stream().filter(thread -> thread.number() == number).findFirst().orElseThrow());
    }
  }

  /** Whether it waits in something that can be taken up after a checkpoint, not for a payload. */
  public boolean canBeLeft() {
    if (awaitsPayloads) {
      return false;
    }
    return operation == null
        ? last == Attempt.NOTHING_CHANGED && handOver.inOrder()
        : last == Attempt.NOTHING_ARRIVED && operation.left() != null;
  }

  /** A checkpoint is about to be taken while it waits. */
  public void leave() {
    core.left.add(
        thread, operation == null ? PendingOperations.Left.inHandOver() : operation.left());
    Parked.park(thread);
  }

  /** Makes again what it was in at a checkpoint. */
  public void makeAgain() {
    Parked.putUp(thread);
    if (inCall != null) {
      Post post = new Post(core).of(inCall.source(), inCall.context(), inCall.tag());
      post.call(thread);
      if (post.attempt() != Attempt.DONE) {
        throw new AssertionError("a receive that was posted is not there");
      }
      requests = List.of(post.posted());
    }
    if (operation == null && core.left.have(thread)) {
      core.left.take(thread, PendingOperation.Kind.HAND_OVER, null);
    } else if (operation != null) {
      operation = maker.apply(core);
      operation.call(thread);
      isAgain = true;
    }
  }

  /** Whether the program has started a thread. */
  public boolean areSeveral() {
    return order.isActive();
  }

  /** What the program has been given so far. */
  public Trace trace() {
    return trace;
  }

  /** The program's requests are other objects from now on. */
  public void replaced(Map<Object, Object> requestsByFormer) {
    trace.replace(requestsByFormer);
  }

  /** And so are those that this thread waits for. */
  public void waitsFor(Map<Object, Object> requestsByFormer) {
    if (operation == null) {
      return;
    }
    requests =
        requests.stream()
            .map(request -> (PendingRequest) requestsByFormer.getOrDefault(request, request))
            .toList();
  }
}
