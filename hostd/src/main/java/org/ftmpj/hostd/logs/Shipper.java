package org.ftmpj.hostd.logs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.ftmpj.network.Content;
import org.ftmpj.network.Session;
import org.ftmpj.network.Topic;
import org.ftmpj.transport.channel.OutgoingLog;
import org.ftmpj.transport.channel.OutgoingLogs;

/**
 * Sends what the channel logs of this host hold for the ranks of another one, in a thread of its
 * own, which sleeps at a doorbell as a receiver does. Of each log record after record, of each
 * source one large payload after the other; only what leaves the logs is remembered, not its bytes.
 */
final class Shipper implements Runnable {
  /**
   * So many contents wait for the gate at most, and are sent before the logs are looked at again.
   */
  private static final int MOST_WAITING = 64;

  /** So many pieces of a payload are sent before other logs have their turn. */
  private static final int MOST_PIECES = 16;

  /** How long to rest until more of a payload may be written that is being written. */
  private static final long REST_NS = 50_000;

  /** After so many rests without a piece its sender has died: the next incarnation will ring. */
  private static final int MOST_RESTS = 100;

  private final OutgoingLogs logs;
  private final Session session;
  private final EdgeGate gate;
  private final Consumer<Throwable> failed;

  /** Of each source the payload that is on its way. */
  private final Map<Integer, Payload> payloads = new HashMap<>();

  /** Logs whose next record has to wait for the payload of another one of the same source. */
  private final Queue<OutgoingLog> waiting = new ArrayDeque<>();

  private final List<Content> contents = new ArrayList<>();
  private int rests;
  private volatile boolean closed;

  Shipper(OutgoingLogs logs, Session session, EdgeGate gate, Consumer<Throwable> failed) {
    this.logs = logs;
    this.session = session;
    this.gate = gate;
    this.failed = failed;
  }

  @Override
  public void run() {
    try {
      while (!closed) {
        if (shipRecords() | shipPieces()) {
          rests = 0;
        } else if (payloads.isEmpty() || rests >= MOST_RESTS) {
          logs.sleep(this::hasPieces);
        } else {
          rests++;
          LockSupport.parkNanos(REST_NS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      if (!closed) {
        failed.accept(e);
      }
    }
  }

  /** Lets the thread end as soon as it is interrupted, or finds it. Any thread. */
  void end() {
    closed = true;
    logs.wake();
  }

  /**
   * @return whether there were some
   */
  private boolean shipRecords() throws InterruptedException {
    boolean found = false;
    for (OutgoingLog log = logs.ready(); log != null && !closed; log = logs.ready()) {
      take(log);
      if (!contents.isEmpty() && (gate == EdgeGate.OPEN || contents.size() >= MOST_WAITING)) {
        sendWaiting();
        found = true;
      }
    }
    found |= !contents.isEmpty();
    sendWaiting();
    return found;
  }

  private void sendWaiting() throws InterruptedException {
    if (contents.isEmpty()) {
      return;
    }
    gate.pass();
    for (Content content : contents) {
      session.send(Topic.CHANNELS, content);
    }
    contents.clear();
  }

  /** Takes what the log has, but not so much that others have to wait for long. */
  private void take(OutgoingLog log) {
    Payload payload = payloads.get(log.source());
    if (payload != null && payload.log() == log) {
      // What follows it comes after it.
      logs.suspend(log);
      return;
    }
    Records records = null;
    while (log.hasRecord()) {
      if (log.isBulk()) {
        begin(log);
        return;
      } else if (records == null) {
        records = new Records(log);
        contents.add(records);
      } else if (records.hasRoom()) {
        records.add();
      } else {
        return;
      }
      log.take();
    }
  }

  private void begin(OutgoingLog log) {
    logs.suspend(log);
    if (payloads.containsKey(log.source())) {
      if (!waiting.contains(log)) {
        waiting.add(log);
      }
      return;
    }
    Payload payload = new Payload(log, logs.payloads(log.source()));
    payloads.put(log.source(), payload);
    log.take();
    contents.add(payload.next());
  }

  /**
   * Sends pieces of payloads whose first one has passed the gate: the others were sent by the same
   * operation.
   *
   * @return whether there were some
   */
  private boolean shipPieces() throws InterruptedException {
    boolean found = false;
    for (Iterator<Payload> each = payloads.values().iterator(); each.hasNext(); ) {
      Payload payload = each.next();
      Content piece = null;
      for (int i = 0; i < MOST_PIECES && (piece = payload.next()) != null; i++) {
        session.send(Topic.CHANNELS, piece);
        found = true;
      }
      if (payload.isComplete()) {
        found = true;
        each.remove();
        logs.resume(payload.log());
        resumeWaiting(payload.log().source());
      }
    }
    return found;
  }

  private boolean hasPieces() {
    return payloads.values().stream().anyMatch(Payload::hasNext);
  }

  private void resumeWaiting(int source) {
    for (Iterator<OutgoingLog> each = waiting.iterator(); each.hasNext(); ) {
      OutgoingLog log = each.next();
      if (log.source() == source) {
        each.remove();
        logs.resume(log);
      }
    }
  }
}
