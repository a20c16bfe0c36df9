package org.ftmpj.protocol.rank;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.Interconnect;
import org.ftmpj.protocol.config.Receptions;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.event.ValueKind;

/**
 * A {@link RankSession} whose operations are taken step by step, so that many ranks run in one
 * thread: one operation is begun, then attempted until it is done.
 */
public final class Stepwise {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private enum Kind {
    SEND,
    IMMEDIATE,
    WAIT,
    DELIVERY,
    PROBE,
    REPEATED_IPROBE,
    COMMIT
  }

  private final RankSession session;
  private Kind kind;
  private boolean settling;
  private boolean atGate;
  private boolean replayed;

  private int destination;
  private Envelope envelope;
  private ByteBuffer fixed;
  private byte[] dynamic;
  private Operation waitedFor;
  private Delivery delivery;
  private Determinant.Probe recordedProbe;
  private int source;
  private int context;
  private int tag;

  private Operation sent;
  private Receive posted;
  private Arrival.Message probed;
  private long value;
  private byte[] data;

  public Stepwise(Interconnect interconnect, EventLog log, Outside outside, Receptions receptions) {
    this(new RankSession(interconnect, log, outside, receptions));
  }

  private Stepwise(RankSession session) {
    this.session = session;
  }

  /** One that repeats the record, as the verifier does, and never goes live. */
  public static Stepwise verifying(
      Interconnect interconnect, EventLog log, Outside outside, Receptions receptions) {
    Trail trail = new Trail(interconnect.rank(), false);
    return new Stepwise(RankSession.verifying(interconnect, log, outside, receptions, trail));
  }

  public RankSession session() {
    return session;
  }

  public void send(
      int destination, int context, int tag, boolean synchronous, ByteBuffer fixed, byte[] more) {
    begin(Kind.SEND);
    this.destination = destination;
    this.fixed = fixed;
    dynamic = more;
    int length = more == null ? 0 : more.length;
    envelope =
        session.beginSend(context, tag, synchronous, 5, 1, fixed, fixed.remaining(), more, length);
  }

  public void post(int source, int context, int tag) {
    begin(Kind.IMMEDIATE);
    posted = session.beginPost(source, context, tag);
    replayed = posted.forced() != null;
  }

  public void await(Operation operation) {
    begin(Kind.WAIT);
    waitedFor = operation;
  }

  public void awaitAny(Operation[] operations) {
    begin(Kind.DELIVERY);
    begun(session.completion().beginAwaitAny(operations));
  }

  public void awaitSome(Operation[] operations) {
    begin(Kind.DELIVERY);
    begun(session.completion().beginAwaitSome(operations));
  }

  public void testAny(Operation[] operations) {
    begin(Kind.DELIVERY);
    begun(session.completion().beginTestAny(operations));
  }

  public void testSome(Operation[] operations) {
    begin(Kind.DELIVERY);
    begun(session.completion().beginTestSome(operations));
  }

  public void testAll(Operation[] operations) {
    begin(Kind.DELIVERY);
    begun(session.completion().beginTestAll(operations));
  }

  private void begun(Delivery begun) {
    delivery = begun;
    replayed = begun.isExpecting() && begun.clock() > 0;
  }

  public void probe(int source, int context, int tag) {
    begin(Kind.PROBE);
    this.source = source;
    this.context = context;
    this.tag = tag;
    recordedProbe = session.probing().beginProbe(source);
    replayed = recordedProbe != null;
  }

  public void iprobe(int source, int context, int tag) {
    Determinant recorded = session.probing().beginIprobe();
    replayed = recorded != null;
    if (recorded instanceof Determinant.Probe probe) {
      begin(Kind.REPEATED_IPROBE);
      recordedProbe = probe;
      replayed = true;
    } else {
      begin(Kind.IMMEDIATE);
      if (recorded == null) {
        probed = session.probing().iprobeNow(source, context, tag);
      } else {
        replayed = true;
      }
    }
  }

  public void value(ValueKind valueKind, LongSupplier actual) {
    begin(Kind.IMMEDIATE);
    value = session.beginValue(valueKind, actual);
  }

  public void data(ValueKind valueKind, Supplier<byte[]> actual) {
    begin(Kind.IMMEDIATE);
    data = session.beginData(valueKind, actual);
  }

  /** Nothing. */
  public void pass() {
    begin(Kind.IMMEDIATE);
  }

  /** The gate before an output. */
  public void commit() {
    begin(Kind.COMMIT);
  }

  private void begin(Kind begun) {
    kind = begun;
    settling = false;
    atGate = false;
    replayed = false;
    probed = null;
  }

  /** Goes on with the operation that was begun, without waiting. Returns whether it is done. */
  public boolean attempt() {
    atGate = false;
    if (!settling) {
      if (!step()) {
        return false;
      }
      settling = true;
    }
    if (session.trySettle()) {
      return true;
    }
    atGate = true;
    return false;
  }

  private boolean step() {
    switch (kind) {
      case SEND:
        if (!passGate()) {
          return false;
        }
        sent = session.finishSend(destination, envelope, fixed, dynamic);
        return true;
      case COMMIT:
        if (!passGate()) {
          return false;
        }
        session.finishCommit();
        return true;
      case WAIT:
        return session.completion().attempt(waitedFor) || blocked();
      case DELIVERY:
        return session.completion().attempt(delivery) || blocked();
      case PROBE:
        probed = session.probing().attempt(recordedProbe, source, context, tag);
        return probed != null || blocked();
      case REPEATED_IPROBE:
        probed = session.probing().repeat(recordedProbe);
        return probed != null || blocked();
      default:
        return true;
    }
  }

  private boolean passGate() {
    atGate = !session.isGateOpen();
    return !atGate;
  }

  /** Before it waits for arrivals, a rank publishes the marks it owes. */
  private boolean blocked() {
    atGate = !session.trySettle();
    return false;
  }

  /** Whether the last attempt was in vain because determinants are not stable. */
  public boolean isAtGate() {
    return atGate;
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
