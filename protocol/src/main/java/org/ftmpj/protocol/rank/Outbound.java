package org.ftmpj.protocol.rank;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.Interconnect;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;

/**
 * The sends of this rank. A send that the channel log already holds is compared with the record and
 * dropped (protocol rule 2); any other is appended. One thread.
 */
final class Outbound {
  private final Interconnect interconnect;
  private final long[] sequences;
  private final CRC32C crc = new CRC32C();
  private long held;
  private long sent;
  private long sentBytes;

  Outbound(Interconnect interconnect) {
    this.interconnect = interconnect;
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
    difference(differences, "payload digest", was.digest(), envelope.digest());
    throw new FtmpjException(
        ErrorCode.DIVERGED,
        "Rank "
            + interconnect.rank()
            + " at clock "
            + clock
            + " sends to rank "
            + destination
            + " another message than before the failure: "
            + String.join(", ", differences)
            + "; "
            + CallSite.ofProgram());
  }

  private static void difference(List<String> to, String what, Object was, Object is) {
    if (!was.equals(is)) {
      to.add(what + " was " + was + " and is " + is);
    }
  }
}
