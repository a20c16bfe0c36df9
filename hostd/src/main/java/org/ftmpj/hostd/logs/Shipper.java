package org.ftmpj.hostd.logs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.life.OwnThreads;
import org.ftmpj.common.life.Pulse;
import org.ftmpj.network.Content;
import org.ftmpj.network.Session;
import org.ftmpj.network.Topic;
import org.ftmpj.transport.channel.OutgoingLog;
import org.ftmpj.transport.channel.OutgoingLogs;

/**
 * Sends the records of this host's channel logs for the ranks of another host, in a thread of its
 * own, which sleeps at a doorbell like a receiver. It sends the records of each log in order, and
 * the large payloads of each source one after the other. It remembers places in logs, not bytes.
 */
final class Shipper {
  /**
   * The largest number of contents that wait for the gate, and are sent before the logs are read
   * again.
   */
  private static final int MOST_WAITING = 64;

  /** The number of pieces of a payload that are sent before other logs have their turn. */
  private static final int MOST_PIECES = 16;

  /** The pause until more of an unfinished payload may be written. */
  private static final long REST_NS = 50_000;

  /**
   * The number of pauses without a piece after which the sender counts as dead: its next
   * incarnation will ring.
   */
  private static final int MOST_RESTS = 100;

  private final OutgoingLogs logs;
  private final Session session;
  private final EdgeGate gate;
  private final ArrivedMessages arrived;
  private final Consumer<Throwable> failed;

  /** The payload of each source that is on its way. */
  private final Map<Integer, Payload> payloads = new HashMap<>();

  /** Logs whose next record has to wait for the payload of another one of the same source. */
  private final Queue<OutgoingLog> waiting = new ArrayDeque<>();

  private final List<Content> contents = new ArrayList<>();
  private final Pulse pulse = new Pulse();

  /** The last message that the other host has, of channels whose first messages it has. */
  private final Map<Channel, Long> mirrored = new HashMap<>();

  /** The number of records that the other host has, of channels whose first records it has. */
  private final Map<Channel, Long> taken = new HashMap<>();

  /** Logs that begin after their first message, which the other host is told. */
  private final Set<OutgoingLog> begun = new HashSet<>();

  /** Changes of the logs, for this thread. */
  private final Queue<Runnable> changes = new ConcurrentLinkedQueue<>();

  private int rests;
  private volatile boolean closed;

  private record Channel(int source, int destination) {}

  /** The session has ended, which the session itself reports to its owner. */
  private static final class SessionEnded extends RuntimeException {
    private static final long serialVersionUID = 1;

    SessionEnded(FtmpjException why) {
      super(why);
    }
  }

  /**
   * @param there the number of records of each log that the other host has already
   * @param arrived is told what the other host has
   */
  Shipper(
      OutgoingLogs logs,
      Session session,
      EdgeGate gate,
      List<ReceivedRecords> there,
      ArrivedMessages arrived,
      Consumer<Throwable> failed) {
    there.forEach(
        one -> {
          if (one.message() > 0) {
            logs.beginAfter(
                one.source(), one.destination(), one.records(), one.message(), one.marks());
          } else {
            taken.put(new Channel(one.source(), one.destination()), one.records());
          }
        });
    this.logs = logs;
    this.arrived = arrived;
    this.session = session;
    this.gate = gate;
    this.failed = failed;
  }

  /** Starts its thread. */
  Thread start(String name) {
    return OwnThreads.all().start(name, pulse, this::run);
  }

  private void run() {
    try {
      while (!closed) {
        pulse.works();
        for (Runnable change = changes.poll(); change != null; change = changes.poll()) {
          change.run();
        }
        if (shipRecords() | shipPieces()) {
          rests = 0;
        } else if (payloads.isEmpty() || rests >= MOST_RESTS) {
          pulse.waits();
          logs.sleep(() -> hasPieces() || !changes.isEmpty());
        } else {
          rests++;
          LockSupport.parkNanos(REST_NS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SessionEnded e) {
      closed = true;
    } catch (RuntimeException | Error e) {
      if (!closed) {
        failed.accept(e);
      }
    }
  }

  /** Makes the thread end as soon as it is interrupted, or checks. Any thread. */
  void end() {
    closed = true;
    logs.end();
  }

  /**
   * Adds the logs of these ranks; see {@link OutgoingLogs#add}. Any thread.
   *
   * @param there what the other host has of them
   */
  void add(int[] sources, int[] destinations, List<MirroredChannel> there) {
    changes.add(
        () -> {
          there.forEach(
              channel ->
                  mirrored.put(
                      new Channel(channel.source(), channel.destination()), channel.last()));
          logs.add(sources, destinations);
        });
    logs.wake();
  }

  /** Whether the other host has the log's current message. */
  private boolean isMirrored(OutgoingLog log) {
    Long last = mirrored.get(new Channel(log.source(), log.destination()));
    return last != null && log.sequence() <= last;
  }

  private void send(Content content) throws InterruptedException {
    try {
      session.send(Topic.CHANNELS, content);
    } catch (FtmpjException e) {
      throw new SessionEnded(e);
    }
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
    pulse.waits();
    gate.pass();
    for (Content content : contents) {
      send(content);
    }
    pulse.works();
    contents.clear();
  }

  /** Takes records of the log, but not so many that other logs wait for long. */
  private void take(OutgoingLog log) {
    Payload payload = payloads.get(log.source());
    if (payload != null && payload.log() == log) {
      // The following records come after it.
      logs.suspend(log);
      return;
    }
    Records records = null;
    while (log.hasRecord()) {
      if (log.begin() > 0 && begun.add(log)) {
        contents.add(new Beginning(log));
      }
      if (isTaken(log)) {
        log.take();
        continue;
      }
      if (log.isBulk()) {
        begin(log);
        return;
      } else if (records == null) {
        records = new Records(log, arrived);
        contents.add(records);
      } else if (records.hasRoom()) {
        records.add();
      } else {
        return;
      }
      log.take();
    }
  }

  /** Whether the other host has the log's current record. */
  private boolean isTaken(OutgoingLog log) {
    if (taken.isEmpty()) {
      return false;
    }
    Channel channel = new Channel(log.source(), log.destination());
    if (log.number() > taken.getOrDefault(channel, 0L)) {
      taken.remove(channel);
      return false;
    }
    return true;
  }

  private void begin(OutgoingLog log) {
    logs.suspend(log);
    if (payloads.containsKey(log.source())) {
      if (!waiting.contains(log)) {
        waiting.add(log);
      }
      return;
    }
    Payload payload = new Payload(log, logs.payloads(log.source()), isMirrored(log), arrived);
    payloads.put(log.source(), payload);
    log.take();
    Content first = payload.next();
    if (first != null) {
      contents.add(first);
    }
  }

  /**
   * Sends pieces of payloads. The first piece passes the gate, at this point unless it did so
   * before; the others were sent by the same operation.
   *
   * @return whether there were some
   */
  private boolean shipPieces() throws InterruptedException {
    boolean found = false;
    for (Iterator<Payload> each = payloads.values().iterator(); each.hasNext(); ) {
      Payload payload = each.next();
      boolean isFirst = !payload.isBegun();
      Content piece = null;
      for (int i = 0; i < MOST_PIECES && (piece = payload.next()) != null; i++) {
        pulse.waits();
        if (isFirst) {
          gate.pass();
          isFirst = false;
        }
        send(piece);
        pulse.works();
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
