package org.ftmpj.protocol.send;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.OutboundLogs;
import org.ftmpj.protocol.report.DivergedException;
import org.ftmpj.protocol.report.OperationHistory;

/**
 * A send that differs from the one in the channel log.
 *
 * @param old the next recorded message of that destination
 */
record DivergedSend(
    OutboundLogs logs, int destination, Arrival.Message old, long sequence, Envelope envelope) {

  /** Reports the difference, with the content as far as it can be compared. */
  DivergedException report(
      OperationHistory operations, long clock, ByteBuffer fixed, byte[] dynamic) {
    List<String> differences = kind();
    final boolean same = differences.isEmpty();
    differences.addAll(lengths());
    final boolean onlyContent = differences.isEmpty();
    difference(differences, "payload digest", digest(old.envelope()), digest(envelope));
    if (same) {
      content(fixed, dynamic).ifPresent(differences::add);
    }
    return operations.diverged(
        clock,
        "to rank " + destination + " goes " + text(old.sequence(), old.envelope()),
        "sends to rank "
            + destination
            + " "
            + text(sequence, envelope)
            + " ("
            + String.join(", ", differences)
            + ")",
        cause(onlyContent));
  }

  private List<String> kind() {
    Envelope was = old.envelope();
    List<String> differences = new ArrayList<>();
    difference(differences, "sequence", old.sequence(), sequence);
    difference(differences, "context", was.context(), envelope.context());
    difference(differences, "tag", was.tag(), envelope.tag());
    difference(differences, "synchronous", was.synchronous(), envelope.synchronous());
    difference(differences, "element type", was.type(), envelope.type());
    return differences;
  }

  private List<String> lengths() {
    Envelope was = old.envelope();
    List<String> differences = new ArrayList<>();
    difference(differences, "elements", was.elements(), envelope.elements());
    difference(differences, "static bytes", was.fixedLength(), envelope.fixedLength());
    difference(differences, "dynamic bytes", was.dynamicLength(), envelope.dynamicLength());
    return differences;
  }

  /** The first difference of the contents; empty if the recorded content cannot be read. */
  private Optional<String> content(ByteBuffer fixed, byte[] dynamic) {
    ByteBuffer was = ByteBuffer.allocate(old.envelope().fixedLength()).order(fixed.order());
    byte[] wasDynamic = new byte[old.envelope().dynamicLength()];
    try {
      if (!logs.copyRecorded(destination, was, wasDynamic)) {
        return Optional.empty();
      }
    } catch (FtmpjException e) {
      return Optional.of("the recorded content cannot be read: " + e.getMessage());
    }
    ByteBuffer is =
        fixed
            .duplicate()
            .limit(fixed.position() + envelope.fixedLength())
            .slice()
            .order(fixed.order());
    byte[] isDynamic = envelope.dynamicLength() == 0 ? new byte[0] : dynamic;
    return Optional.of(ContentDifference.of(was, is, wasDynamic, isDynamic));
  }

  private static String cause(boolean onlyContent) {
    return onlyContent
        ? "the content depends on a value that is not recorded, on the order of a hash table by"
            + " identity, on a file that changed, or on another thread"
        : "the program took another way than before: it depends on a value that is not"
            + " recorded, on a file that changed, or on another thread";
  }

  /** Describes a message. */
  static String text(long sequence, Envelope envelope) {
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
