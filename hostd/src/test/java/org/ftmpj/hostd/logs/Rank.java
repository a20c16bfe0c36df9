package org.ftmpj.hostd.logs;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.transport.channel.ChronicleInterconnect;

/** What ranks of tests send, and check when they receive it: it follows from the seed. */
final class Rank {
  private Rank() {}

  static void send(
      ChronicleInterconnect from, int to, long sequence, int fixedLength, int dynamicLength) {
    byte[] dynamic = dynamicLength == 0 ? null : bytes(-sequence, dynamicLength);
    ByteBuffer fixed = ByteBuffer.allocateDirect(fixedLength).put(0, bytes(sequence, fixedLength));
    from.send(to, sequence, envelope(sequence, fixedLength, dynamicLength), fixed, dynamic);
  }

  /** Begins to send a large message, and dies before a byte of its payload is written. */
  static void dieWhileSending(ChronicleInterconnect from, int to, long sequence, int fixedLength) {
    try {
      from.send(to, sequence, envelope(sequence, fixedLength, 0), ByteBuffer.allocate(1), null);
    } catch (IndexOutOfBoundsException e) {
      from.close();
      return;
    }
    throw new AssertionError("A large message that is not there was sent");
  }

  private static Envelope envelope(long sequence, int fixedLength, int dynamicLength) {
    return new Envelope(
        (int) sequence % 7,
        (int) sequence,
        sequence % 2 == 0,
        1,
        fixedLength,
        fixedLength,
        dynamicLength,
        0);
  }

  private static byte[] bytes(long seed, int length) {
    byte[] bytes = new byte[length];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }

  /** Waits for the next arrival. */
  static Arrival next(ChronicleInterconnect at, TwoHosts hosts) {
    while (true) {
      Arrival arrival = at.next();
      if (arrival != null) {
        return arrival;
      }
      hosts.requireSuccess();
      at.awaitArrivals();
    }
  }

  /** Waits for the next arrival, which has to be that message. */
  static void receive(ChronicleInterconnect at, TwoHosts hosts, int source, long sequence) {
    Arrival arrival = next(at, hosts);
    if (!(arrival instanceof Arrival.Message message)
        || message.source() != source
        || message.sequence() != sequence) {
      throw new AssertionError("Message " + sequence + " is " + arrival);
    }
    check(at, message);
  }

  /** Copies the payload of a message and compares it. */
  static void check(ChronicleInterconnect at, Arrival.Message message) {
    Envelope envelope = message.envelope();
    long sequence = message.sequence();
    ByteBuffer fixed = ByteBuffer.allocateDirect(envelope.fixedLength());
    byte[] dynamic = envelope.dynamicLength() == 0 ? null : new byte[envelope.dynamicLength()];
    at.copy(message, fixed, dynamic);
    byte[] found = new byte[fixed.limit()];
    fixed.get(0, found);
    boolean same =
        envelope.tag() == (int) sequence
            && envelope.synchronous() == (sequence % 2 == 0)
            && Arrays.equals(found, bytes(sequence, found.length))
            && (dynamic == null || Arrays.equals(dynamic, bytes(-sequence, dynamic.length)));
    if (!same) {
      throw new AssertionError("Not what was sent: " + message);
    }
  }
}
