package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.PayloadDigest;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.journal.SegmentRules;

/** A job's directory, and messages whose content follows from their sequence number. */
record Job(JobLayout layout, int size) {
  private static final PayloadDigest DIGEST = new PayloadDigest();

  static Job create(Path directory, int size) {
    JobLayout layout = new JobLayout(directory);
    ControlBlock.create(layout.control(), size);
    return new Job(layout, size);
  }

  static Job open(Path directory, int size) {
    return new Job(new JobLayout(directory), size);
  }

  ChronicleInterconnect interconnect(int rank, int incarnation) {
    return ChronicleInterconnect.open(layout, rank, size, incarnation);
  }

  ChronicleInterconnect interconnect(int rank, int incarnation, SegmentRules rules) {
    return ChronicleInterconnect.open(
        layout, rank, size, incarnation, rules.size(), destination -> rules.needed().from());
  }

  /** What is sent and what is received. */
  record Content(Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
    static Content of(long sequence, int fixedLength, int dynamicLength) {
      SplittableRandom random = new SplittableRandom(sequence);
      byte[] bytes = new byte[fixedLength];
      random.nextBytes(bytes);
      ByteBuffer fixed = ByteBuffer.allocateDirect(fixedLength + 3).put(3, bytes).position(3);
      byte[] dynamic = dynamicLength == 0 ? null : new byte[dynamicLength];
      if (dynamic != null) {
        random.nextBytes(dynamic);
      }
      Envelope envelope = envelope(sequence, fixedLength, dynamicLength, 0);
      int digest = DIGEST.of(envelope, fixed, dynamic);
      return new Content(envelope(sequence, fixedLength, dynamicLength, digest), fixed, dynamic);
    }

    private static Envelope envelope(
        long sequence, int fixedLength, int dynamicLength, int digest) {
      return new Envelope(
          (int) sequence % 3,
          (int) sequence,
          sequence % 2 == 0,
          5,
          fixedLength / 4,
          fixedLength,
          dynamicLength,
          digest);
    }

    void send(ChronicleInterconnect from, int destination, long sequence) {
      from.send(destination, sequence, envelope, fixed, dynamic);
    }

    boolean equalsReceived(ChronicleInterconnect at, Arrival.Message message) {
      ByteBuffer gotFixed = ByteBuffer.allocateDirect(envelope.fixedLength() + 1).position(1);
      byte[] gotDynamic = dynamic == null ? null : new byte[dynamic.length];
      at.copy(message, gotFixed, gotDynamic);
      return message.envelope().equals(envelope)
          && gotFixed.equals(fixed)
          && Arrays.equals(gotDynamic, dynamic);
    }
  }
}
