package org.ftmpj.protocol.rank;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.Interconnect;

/**
 * The sends of this rank. A send that the channel log already holds is compared with the record and
 * dropped (protocol rule 2); any other is appended. One thread.
 */
final class Outbound {
  private final Interconnect interconnect;
  private final Trail trail;
  private final boolean verifying;
  private final long[] sequences;
  private final CRC32C crc = new CRC32C();
  private long held;
  private long sent;
  private long sentBytes;

  /**
   * @param trail where divergences are reported from
   * @param verifying whether a send that the log does not hold is one too many
   */
  Outbound(Interconnect interconnect, Trail trail, boolean verifying) {
    this.interconnect = interconnect;
    this.trail = trail;
    this.verifying = verifying;
    this.sequences = new long[interconnect.size()];
  }

  /** CRC-32C of a payload; leaves the buffer's position unchanged. */
  int digest(ByteBuffer fixed, int fixedLength, byte[] dynamic, int dynamicLength) {
    crc.reset();
    int position = fixed.position();
    int limit = fixed.limit();
    crc.update(fixed.limit(position + fixedLength));
    fixed.limit(limit).position(position);
    if (dynamicLength > 0) {
      crc.update(dynamic, 0, dynamicLength);
    }
    return (int) crc.getValue();
  }

  /**
   * Sends, or recognises as already sent.
   *
   * @return the channel sequence number
   */
  long send(int destination, Envelope envelope, ByteBuffer fixed, byte[] dynamic, long clock) {
    long sequence = ++sequences[destination];
    Arrival.Message old = interconnect.held(destination);
    if (old == null) {
      if (verifying) {
        throw trail.pastRecord(
            clock, "sends to rank " + destination + " " + text(sequence, envelope));
      }
      interconnect.send(destination, sequence, envelope, fixed, dynamic);
      sent++;
      sentBytes += (long) envelope.fixedLength() + envelope.dynamicLength();
    } else {
      compare(old, destination, sequence, envelope, clock);
      interconnect.skipHeld(destination);
      held++;
    }
    return sequence;
  }

  /** Whether every channel log is past what earlier incarnations wrote. */
  boolean isPastHeld() {
    for (int destination = 0; destination < sequences.length; destination++) {
      if (interconnect.held(destination) != null) {
        return false;
      }
    }
    return true;
  }

  /** The first message in a log that was not sent again yet; empty if there is none. */
  Optional<String> unrepeated() {
    for (int destination = 0; destination < sequences.length; destination++) {
      Arrival.Message next = interconnect.held(destination);
      if (next != null) {
        return Optional.of(
            "a send to rank " + destination + ": " + text(next.sequence(), next.envelope()));
      }
    }
    return Optional.empty();
  }

  /** How many sends were dropped because the logs held them. */
  long held() {
    return held;
  }

  /** How many messages were appended to the logs. */
  long sent() {
    return sent;
  }

  /** Bytes of their payloads. */
  long sentBytes() {
    return sentBytes;
  }

  private void compare(
      Arrival.Message old, int destination, long sequence, Envelope envelope, long clock) {
    if (old.sequence() == sequence && old.envelope().equals(envelope)) {
      return;
    }
    Envelope was = old.envelope();
    List<String> differences = new ArrayList<>();
    difference(differences, "sequence", old.sequence(), sequence);
    difference(differences, "context", was.context(), envelope.context());
    difference(differences, "tag", was.tag(), envelope.tag());
    difference(differences, "synchronous", was.synchronous(), envelope.synchronous());
    difference(differences, "element type", was.type(), envelope.type());
    difference(differences, "elements", was.elements(), envelope.elements());
    difference(differences, "static bytes", was.fixedLength(), envelope.fixedLength());
    difference(differences, "dynamic bytes", was.dynamicLength(), envelope.dynamicLength());
    boolean onlyContent = differences.isEmpty();
    difference(differences, "payload digest", digest(was), digest(envelope));
    throw trail.diverged(
        clock,
        "to rank " + destination + " goes " + text(old.sequence(), was),
        "sends to rank "
            + destination
            + " "
            + text(sequence, envelope)
            + " ("
            + String.join(", ", differences)
            + ")",
        onlyContent
            ? "the content depends on a value that is not recorded, on the order of a hash table by"
                + " identity, on a file that changed, or on another thread"
            : "the program took another way than before: it depends on a value that is not"
                + " recorded, on a file that changed, or on another thread");
  }

  private static String text(long sequence, Envelope envelope) {
    return "message "
        + sequence
        + ", tag "
        + envelope.tag()
        + ", context "
        + envelope.context()
        + ", "
        + envelope.length()
        + " bytes, digest "
        + digest(envelope);
  }

  private static String digest(Envelope envelope) {
    return "%08x".formatted(envelope.digest());
  }

  private static void difference(List<String> to, String what, Object was, Object is) {
    if (!was.equals(is)) {
      to.add(what + " was " + was + " and is " + is);
    }
  }
}
