package org.ftmpj.protocol.simulation;

import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.rank.Stepwise;
import org.ftmpj.protocol.replay.RankState;
import org.ftmpj.protocol.thread.LogicalThread;

/**
 * The program of one rank, run once; or one thread of it, which has a state of its own. Its state
 * is a running hash of everything that it has seen; that hash is what it sends and prints, and
 * decides what it does next, so that another replay sends and prints something else.
 */
final class Program {

  private static final int CONTEXTS = 100;

  final int rank;
  final Plan plan;
  final Stepwise calls;
  Surroundings surroundings;
  private final Dice text;
  final Messages messages;
  final Probes probes;
  final Reads reads;
  private final Shared shared;
  private final Program parent;
  private long hash;
  private int context = CONTEXTS;

  /** The index of the operation that it has begun last. */
  private int operation;

  /** Of the thread that runs main; null in every other. */
  private final Main main;

  private final Part part;
  private boolean ended;
  private boolean live;
  private boolean replaying;

  /** What threads share. */
  private static final class Shared {
    final long[] sentTo;

    /** Those that the program waits for, or may. */
    final Set<Request> requests = new LinkedHashSet<>();

    final Consumer<Program> born;
    int operations;
    int events;
    int begun;

    Shared(int ranks, Consumer<Program> born) {
      sentTo = new long[ranks];
      this.born = born;
    }
  }

  /**
   * The thread that runs main.
   *
   * @param born is given every other thread
   */
  Program(
      long seed,
      int rank,
      Plan plan,
      Stepwise calls,
      Surroundings surroundings,
      Consumer<Program> born) {
    this.rank = rank;
    this.plan = plan;
    this.calls = calls;
    this.surroundings = surroundings;
    this.text = new Dice(seed * 64 + rank);
    this.hash = rank;
    this.shared = new Shared(plan.ranks(), born);
    this.parent = null;
    this.messages = new Messages(this, shared.sentTo);
    this.probes = new Probes(this);
    this.reads = new Reads(this);
    this.main = new Main(this);
    this.part = main;
    calls.onBegin(this::begins);
  }

  private Program(Program parent, LogicalThread thread, Function<Program, Part> task) {
    this.rank = parent.rank;
    this.plan = parent.plan;
    this.calls = parent.calls.of(thread);
    this.surroundings = parent.surroundings;
    this.text = new Dice(parent.text.next());
    this.hash = Dice.mix(parent.hash + thread.name().hashCode());
    this.shared = parent.shared;
    this.parent = parent;
    this.messages = new Messages(this, shared.sentTo);
    this.probes = new Probes(this);
    this.reads = new Reads(this);
    this.main = null;
    this.part = task.apply(this);
    calls.onBegin(this::begins);
  }

  long hash() {
    return hash;
  }

  /** The index of the operation that any thread has begun last. */
  int current() {
    return shared.operations - 1;
  }

  /** How many events there were of which the order is recorded. */
  int events() {
    return shared.events;
  }

  /** How many operations all threads have begun. */
  int begun() {
    return shared.begun;
  }

  /** Its number among the threads of the rank. */
  int number() {
    return parent == null ? 0 : calls.thread().number();
  }

  /** Says the next operation; false if there is none. */
  boolean begin() {
    if (!part.begin()) {
      ended = true;
      tell("has ended");
      return false;
    }
    return true;
  }

  /** The operation begins. With several threads only that of events has an order. */
  private void begins() {
    RankState state = calls.session().status().state();
    live = state instanceof RankState.Recording;
    replaying = state instanceof RankState.Replaying;
    shared.begun++;
    boolean several = calls.areSeveral();
    if (several && !calls.isEvent()) {
      return;
    }
    if (several) {
      shared.events++;
      if (replaying) {
        surroundings.count(Rule.EVENT_REPEATED);
      }
    }
    operation = shared.operations++;
    surroundings.begins(operation, hash + 31L * number());
  }

  /** The operation that was begun is done. */
  void done() {
    part.done();
  }

  /** Whether only the exit record is left to do. */
  boolean isAtExit() {
    return main != null && main.isAtExit();
  }

  boolean hasEnded() {
    return ended || main != null && main.hasExited();
  }

  /** Whether the rank was live when the operation began. */
  boolean isLive() {
    return live;
  }

  /** Whether there were records to repeat when the operation began. */
  boolean isReplaying() {
    return replaying;
  }

  /** The index of the operation that this thread has begun last. */
  int operation() {
    return operation;
  }

  /** The rank goes on with a restored session, and other objects for its requests. */
  void goOn() {
    goOn(shared.requests.stream().map(request -> calls.restored(request.operation)).toList());
  }

  private Map<Object, Object> goOn(List<PendingRequest> restored) {
    Map<Object, Object> byFormer = new IdentityHashMap<>();
    Iterator<PendingRequest> others = restored.iterator();
    for (Request request : shared.requests) {
      PendingRequest other = others.next();
      byFormer.put(request.operation, other);
      request.operation = other;
    }
    calls.replaced(byFormer);
    return byFormer;
  }

  /** What it may wait for, or test. */
  PendingRequest[] held() {
    return shared.requests.stream()
        .map(request -> request.operation)
        .toArray(PendingRequest[]::new);
  }

  /**
   * Is where a checkpoint was taken, and goes on from there.
   *
   * @param restored what it held there, in that order
   * @return that by what stood for it so far
   */
  Map<Object, Object> goOn(List<PendingRequest> restored, Surroundings from) {
    goOn(from);
    return goOn(restored);
  }

  /** The same of a thread other than main's. */
  void goOn(Surroundings from) {
    surroundings = from;
  }

  /** The program may wait for that from now on. */
  void holds(Request request) {
    shared.requests.add(request);
  }

  /** And not any more. */
  void hasTaken(Request request) {
    shared.requests.remove(request);
  }

  // What parts do.

  int ranks() {
    return plan.ranks();
  }

  int context(Plan.Segment of) {
    return context + of.index();
  }

  /** All ranks agree on a context, made of what one of them has seen. */
  void agree(long of) {
    context = CONTEXTS * (int) (of & 1023);
    surroundings.count(Rule.COMMUNICATOR);
  }

  /** A choice that depends on all that the program has seen. */
  int choose(int bound) {
    return (int) ((Dice.mix(text.next() ^ hash) >>> 33) * bound >>> 31);
  }

  void mix(long seen) {
    hash = Long.rotateLeft(hash * 0x9E3779B97F4A7C15L + seen, 23);
  }

  /** The gate before an output; {@link #print} comes after it. */
  void commit() {
    if (surroundings.makes(Mutation.OUTPUT_WITHOUT_GATE)) {
      tellOfGate();
      calls.pass();
    } else {
      commitLast();
    }
  }

  /** The gate before one of the last outputs of the program. */
  void commitLast() {
    tellOfGate();
    calls.commit();
  }

  private void tellOfGate() {
    tell("passes the gate to the outside");
  }

  void print() {
    surroundings.print(number(), hash);
  }

  void persistent() {
    surroundings.count(Rule.PERSISTENT);
  }

  // What threads do with each other.

  /** Brings forth a thread. */
  void spawn(Function<Program, Part> task, Consumer<Program> child) {
    tell("starts a thread");
    calls.spawn(
        thread -> {
          Program born = new Program(this, thread, task);
          child.accept(born);
          shared.born.accept(born);
          surroundings.count(parent == null ? Rule.THREAD_BORN : Rule.THREAD_OF_A_THREAD);
        },
        !surroundings.makes(Mutation.BIRTHS_NOT_ORDERED));
  }

  /** Waits until something is so that other threads change, and changes something. */
  void handOver(BooleanSupplier ready, Runnable effect) {
    calls.handOver(ready, effect, !surroundings.makes(Mutation.HAND_OVERS_NOT_ORDERED));
  }

  /** Waits until a thread has ended. */
  void join(Program child) {
    tell("waits for the end of " + child.calls.thread());
    calls.handOver(child::hasEnded, () -> mix(child.hash), false);
  }

  void tell(String what) {
    if (surroundings.isTold()) {
      surroundings.tell(parent == null ? what : calls.thread().name() + " " + what);
    }
  }
}
