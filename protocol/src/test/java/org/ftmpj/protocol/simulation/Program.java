package org.ftmpj.protocol.simulation;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.event.ValueKind;
import org.ftmpj.protocol.rank.Operation;
import org.ftmpj.protocol.rank.RankState;
import org.ftmpj.protocol.rank.Receive;
import org.ftmpj.protocol.rank.Stepwise;
import org.ftmpj.protocol.thread.LogicalThread;

/**
 * The program of one rank, run once; or one thread of it, which has a state of its own. Its state
 * is a running hash of everything that it has seen; that hash is what it sends and prints, and
 * decides what it does next, so that another replay sends and prints something else.
 */
final class Program {

  /** What a program is run in: a simulated job, or the check of its result. */
  interface Surroundings {
    /** The program is about to begin that operation, numbered from 0, having seen {@code hash}. */
    void begins(int operation, long hash);

    /** A thread puts out a line. */
    void print(int thread, long line);

    /** A value from outside, from 0 to below {@code bound}. */
    long outsideValue(int bound);

    /** The program takes a checkpoint here, if it likes. */
    void checkpoint(int operation);

    /** The program has received a message, with the receive posted by that operation. */
    void received(Request request, Arrival.Message message);

    /** The program has found a synchronous send complete. */
    void completed(Request request, boolean live);

    /** Whether that mistake is to be made. */
    boolean makes(Mutation mistake);

    void count(Rule rule);

    boolean isTold();

    void tell(String what);
  }

  /** A pending request as the program knows it. */
  static final class Request {
    Operation operation;
    int operationIndex;
    int peer;
    int tag;
    int context;
    int classes;
    long sequence;

    boolean isReceive() {
      return operation instanceof Receive;
    }

    /** Whether it was not complete when its call returned. */
    boolean isOpen() {
      return operation != Operation.COMPLETED_SEND;
    }
  }

  private static final int CONTEXTS = 100;

  final int rank;
  final Plan plan;
  final Stepwise calls;
  final Surroundings surroundings;
  private final Dice text;
  private final ByteBuffer outgoing = ByteBuffer.allocate(8);
  private final ByteBuffer incoming = ByteBuffer.allocate(8);
  private final Shared shared;
  private final Program parent;
  private long hash;
  private long lastPayload;
  private int context = CONTEXTS;

  /** The index of the operation that it has begun last. */
  private int operation;

  private final Background background;
  private final Listening listening;

  /** Before each segment, and behind the last, come a phase of each of these. */
  private int nextPart;

  private Part part;
  private boolean saidAll;
  private boolean ended;
  private boolean live;
  private boolean replaying;
  private boolean readsData;

  /** What threads share. */
  private static final class Shared {
    final long[] sentTo;
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
    this.background = new Background(this);
    this.listening = new Listening(this);
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
    this.background = null;
    this.listening = null;
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

  /**
   * Says the next operation. The last two of the thread that runs main are outputs: a line, and the
   * exit record.
   *
   * @return false if there is none
   */
  boolean begin() {
    while (part == null || !part.begin()) {
      if (parent != null) {
        ended = true;
        tell("has ended");
        return false;
      }
      part = nextPart();
      if (part == null) {
        commit();
        return true;
      }
    }
    return true;
  }

  /** Null behind the last one. */
  private Part nextPart() {
    int boundary = nextPart / 3;
    switch (nextPart++ % 3) {
      case 0:
        return background.at(boundary);
      case 1:
        return listening.at(boundary);
      default:
        return boundary < plan.size() ? part(plan.segment(boundary)) : null;
    }
  }

  /** The operation begins. With several threads only that of events has an order. */
  private void begins() {
    RankState state = calls.session().status().state();
    live = state instanceof RankState.Recording;
    replaying = state instanceof RankState.Replaying;
    shared.begun++;
    boolean several = calls.session().threads().areActive();
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

  private Part part(Plan.Segment next) {
    switch (next.kind()) {
      case EXCHANGE:
        return new Exchange(this, next);
      case CREW:
        return new Crew(this, next).main(this);
      case SCRIPT:
        return new Script(this, next);
      default:
        return new Farm(this, next);
    }
  }

  /** The operation that was begun is done. */
  void done() {
    if (part != null) {
      part.done();
    } else if (!saidAll) {
      print();
      saidAll = true;
    } else {
      ended = true;
    }
  }

  /** Whether only the exit record is left to do. */
  boolean isAtExit() {
    return saidAll && !ended;
  }

  boolean hasEnded() {
    return ended;
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

  long lastPayload() {
    return lastPayload;
  }

  void send(int destination, int inContext, int tag, boolean synchronous) {
    if (destination == rank) {
      surroundings.count(Rule.SELF);
    }
    if (surroundings.isTold()) {
      tell(
          (synchronous ? "sends synchronously to " : "sends to ")
              + destination
              + " #"
              + (shared.sentTo[destination] + 1)
              + " (context "
              + inContext
              + ", tag "
              + tag
              + ")");
    }
    outgoing.clear().putLong(0, hash);
    byte[] more =
        (hash >>> 60 & 3) == 0 ? new byte[] {(byte) hash, (byte) (hash >> 8), (byte) tag} : null;
    calls.send(destination, inContext, tag, synchronous, outgoing, more);
  }

  /** The request of the send that is done. */
  Request sent(int destination) {
    long sequence = ++shared.sentTo[destination];
    Request request = new Request();
    request.operation = calls.sent();
    request.operationIndex = operation;
    request.peer = destination;
    request.sequence = sequence;
    return request;
  }

  void post(int source, int inContext, int tag) {
    if (surroundings.isTold()) {
      tell(
          "posts a receive from "
              + (source < 0 ? "any" : source)
              + " (context "
              + inContext
              + ", tag "
              + (tag < 0 ? "any" : tag)
              + ")");
    }
    calls.post(source, inContext, tag);
  }

  /** The request of the receive that was posted. */
  Request posted(int source, int inContext, int tag) {
    Request request = new Request();
    posted(request, source, inContext, tag);
    return request;
  }

  void posted(Request request, int source, int inContext, int tag) {
    if (source == Receive.ANY_SOURCE) {
      if (calls.isReplayed()) {
        surroundings.count(Rule.MATCH_FORCED);
      } else if (!live) {
        surroundings.count(Rule.WILDCARD_HELD);
      }
    }
    request.operation = calls.posted();
    request.operationIndex = operation;
    request.peer = source;
    request.tag = tag;
    request.context = inContext;
  }

  void await(Request request) {
    tell("waits for one");
    calls.await(request.operation);
  }

  /** Six ways to wait for, or test, several requests; null ones are inactive. */
  void deliver(int way, Request[] requests) {
    Operation[] all = new Operation[requests.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = requests[i] == null ? null : requests[i].operation;
    }
    switch (way) {
      case 0:
        tell("does a Waitany");
        calls.awaitAny(all);
        break;
      case 1:
        tell("does a Waitsome");
        calls.awaitSome(all);
        break;
      case 2:
        tell("does a Testany");
        calls.testAny(all);
        break;
      case 3:
        tell("does a Testsome");
        calls.testSome(all);
        break;
      default:
        tell("does a Testall");
        calls.testAll(all);
        break;
    }
  }

  /** What the delivery has found: indices of the requests. */
  int[] delivered() {
    int[] found = calls.completed();
    mix(found.length);
    if (found.length == 0) {
      if (replaying) {
        surroundings.count(Rule.POLL_REPLAYED);
      }
    } else if (calls.isReplayed()) {
      surroundings.count(Rule.DELIVERY_REPLAYED);
    }
    if (surroundings.isTold()) {
      tell("  finds " + Arrays.toString(found));
    }
    for (int index : found) {
      mix(index);
    }
    return found;
  }

  /** A request is complete and the program knows it: takes in what it brings. */
  Arrival.Message take(Request request) {
    if (request.operation == Operation.COMPLETED_SEND) {
      mix(19);
      return null;
    }
    if (!(request.operation instanceof Receive receive)) {
      mix(17);
      surroundings.completed(request, live);
      tell("  has sent synchronously, to " + request.peer + " #" + request.sequence);
      return null;
    }
    Arrival.Message message = receive.message();
    int dynamic = message.envelope().dynamicLength();
    byte[] more = dynamic == 0 ? null : new byte[dynamic];
    calls.copy(message, incoming, more);
    lastPayload = incoming.getLong(0);
    mix(message.source() * 8L + message.envelope().tag());
    mix(lastPayload);
    mix(Arrays.hashCode(more));
    surroundings.received(request, message);
    if (surroundings.isTold()) {
      tell("  receives from " + message.source() + " #" + message.sequence());
    }
    return message;
  }

  void probe(int source, int inContext, int tag) {
    tell("probes");
    calls.probe(source, inContext, tag);
  }

  void iprobe(int source, int inContext, int tag) {
    tell("does an Iprobe");
    calls.iprobe(source, inContext, tag);
  }

  /** What the probe has found; null if nothing. */
  Arrival.Message probed() {
    Arrival.Message found = calls.probed();
    if (found == null) {
      mix(3);
      if (replaying) {
        surroundings.count(Rule.POLL_REPLAYED);
      }
    } else {
      mix(found.source() * 8L + found.envelope().tag());
      mix(found.sequence());
      if (calls.isReplayed()) {
        surroundings.count(Rule.PROBE_REPLAYED);
      }
      if (surroundings.isTold()) {
        tell("  finds a message from " + found.source() + " #" + found.sequence());
      }
    }
    return found;
  }

  void value() {
    readsData = choose(4) == 0;
    if (readsData) {
      tell("reads random bytes");
      calls.data(ValueKind.UUID, () -> new byte[] {(byte) surroundings.outsideValue(1 << 8)});
    } else {
      tell("reads a clock");
      // Some values come again and again: they make runs.
      boolean often = choose(2) == 0;
      calls.value(
          often ? ValueKind.CURRENT_TIME_MILLIS : ValueKind.NANO_TIME,
          () -> surroundings.outsideValue(often ? 2 : 1 << 20));
    }
  }

  void hasValue() {
    if (calls.isReplayed()) {
      surroundings.count(Rule.VALUE_REPLAYED);
    }
    mix(readsData ? calls.data()[0] : calls.value());
  }

  /** The gate before an output or a checkpoint; {@link #print} comes behind it. */
  void commit() {
    tell("passes the gate to the outside");
    if (part != null && surroundings.makes(Mutation.OUTPUT_WITHOUT_GATE)) {
      calls.pass();
    } else {
      calls.commit();
    }
  }

  void print() {
    surroundings.print(number(), hash);
  }

  void checkpoint() {
    surroundings.checkpoint(shared.operations);
  }

  void persistent() {
    surroundings.count(Rule.PERSISTENT);
  }

  // What threads do with each other.

  /** Brings forth a thread. */
  void bear(Function<Program, Part> task, Consumer<Program> child) {
    tell("starts a thread");
    calls.bear(
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

  private void tell(String what) {
    if (surroundings.isTold()) {
      surroundings.tell(parent == null ? what : calls.thread().name() + " " + what);
    }
  }
}
