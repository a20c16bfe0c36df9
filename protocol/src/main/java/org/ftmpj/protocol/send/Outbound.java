package org.ftmpj.protocol.send;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.OutboundLogs;
import org.ftmpj.protocol.channel.PayloadDigest;
import org.ftmpj.protocol.report.OperationHistory;

/**
 * The sends of this rank. A send that the channel log already contains is compared with the record
 * and dropped (protocol rule RESEND); any other is appended. One thread.
 */
public final class Outbound {
  private final OutboundLogs logs;
  private final OperationHistory operations;
  private final boolean verifying;
  private final long[] sequences;
  private final PayloadDigest digest = new PayloadDigest();
  private long dropped;
  private long sent;
  private long sentBytes;

  /**
   * The state of the sends.
   *
   * @param sequences sequence number of the last message to each destination
   */
  public record Snapshot(List<Long> sequences, long dropped, long sent, long sentBytes) {}

  /**
   * @param operations the history of operations for reports of divergences
   * @param verifying whether a send that the log does not contain is a divergence
   */
  public Outbound(OutboundLogs logs, OperationHistory operations, boolean verifying) {
    this.logs = logs;
    this.operations = operations;
    this.verifying = verifying;
    this.sequences = new long[logs.size()];
  }

  public Snapshot snapshot() {
    return new Snapshot(Arrays.stream(sequences).boxed().toList(), dropped, sent, sentBytes);
  }

  /** Restores the state in a new object. */
  public void restore(Snapshot from) {
    Arrays.setAll(sequences, from.sequences()::get);
    dropped = from.dropped();
    sent = from.sent();
    sentBytes = from.sentBytes();
  }

  /**
   * Sends a message, or recognises it as already sent.
   *
   * @param envelope its digest is computed here, or by the log when it copies the payload
   * @return the channel sequence number
   */
  public long send(
      int destination, Envelope envelope, ByteBuffer fixed, byte[] dynamic, long clock) {
    long sequence = ++sequences[destination];
    Arrival.Message old = logs.recorded(destination);
    if (old != null || verifying) {
      envelope.digest(digest.of(envelope, fixed, dynamic));
    }
    if (old == null) {
      if (verifying) {
        throw operations.pastRecord(
            clock, "sends to rank " + destination + " " + DivergedSend.text(sequence, envelope));
      }
      logs.send(destination, sequence, envelope, fixed, dynamic);
      sent++;
      sentBytes += (long) envelope.fixedLength() + envelope.dynamicLength();
    } else {
      if (differs(old, sequence, envelope)) {
        throw new DivergedSend(logs, destination, old, sequence, envelope)
            .report(operations, clock, fixed, dynamic);
      }
      logs.sendAgain(destination, sequence, envelope, fixed, dynamic);
      dropped++;
    }
    return sequence;
  }

  private static boolean differs(Arrival.Message old, long sequence, Envelope envelope) {
    return old.sequence() != sequence || !old.envelope().equals(envelope);
  }

  /** Whether every channel log is past what earlier incarnations wrote. */
  public boolean isPastLogs() {
    for (int destination = 0; destination < sequences.length; destination++) {
      if (logs.recorded(destination) != null) {
        return false;
      }
    }
    return true;
  }

  /** The first message in a log that was not sent again yet, in words; empty if there is none. */
  public Optional<String> unrepeated() {
    for (int destination = 0; destination < sequences.length; destination++) {
      Arrival.Message next = logs.recorded(destination);
      if (next != null) {
        return Optional.of(
            "a send to rank "
                + destination
                + ": "
                + DivergedSend.text(next.sequence(), next.envelope()));
      }
    }
    return Optional.empty();
  }

  /** The number of sends dropped because the logs contained them. */
  public long dropped() {
    return dropped;
  }

  /** The number of messages appended to the logs. */
  public long sent() {
    return sent;
  }

  /** The bytes of the payloads of these messages. */
  public long sentBytes() {
    return sentBytes;
  }
}
