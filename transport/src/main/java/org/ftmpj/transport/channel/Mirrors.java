package org.ftmpj.transport.channel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.transport.bell.Doorbell;
import org.ftmpj.transport.bulk.BulkWriter;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.journal.JournalReader;
import org.ftmpj.transport.journal.SegmentRules;

/**
 * Mirrors of the channel logs that a rank of another host has to the ranks of this one: they read
 * them as if the rank were here. Record <i>i</i> of a log is record <i>i</i> of its mirror, with
 * the incarnation that has written it; its large payload is in the mirror's own bulk log.
 *
 * <p>A record that comes once more is compared and dropped. What does not fit is refused: {@code
 * LOG_CORRUPT}, {@code LOG_VERSION}; {@code LOG_NOT_WRITABLE} if there is no room. One thread.
 */
public final class Mirrors implements AutoCloseable {
  /** Of what writes mirrors: there is one for as long as the job is on this host. */
  private static final int WRITER = 1;

  private final JobLayout layout;
  private final ControlBlock control;
  private final int source;
  private final Doorbell bell;
  private final SegmentRules rules;
  private final BulkWriter bulk;
  private final Mirror[] mirrors;

  /** The one that a large payload is on its way to; null if none is. */
  private Mirror receiving;

  /**
   * @param source a rank of another host
   * @param bell any, used by the same thread
   */
  public Mirrors(JobLayout layout, ControlBlock control, int source, Doorbell bell) {
    this(layout, control, source, bell, SegmentRules.usual());
  }

  /** The same with mirrors that may be in other segments. */
  Mirrors(JobLayout layout, ControlBlock control, int source, Doorbell bell, SegmentRules rules) {
    this.layout = layout;
    this.control = control;
    this.source = source;
    this.bell = bell;
    this.rules = rules;
    this.bulk = new BulkWriter(layout.bulk(source), WRITER);
    this.mirrors = new Mirror[control.size()];
    try {
      Files.createDirectories(layout.channels());
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE,
          "Cannot create " + layout.channels() + ": " + Reason.of(e),
          e);
    }
    for (int destination = 0; destination < mirrors.length; destination++) {
      if (JournalReader.exists(layout.channel(source, destination))) {
        mirror(destination);
      }
    }
  }

  /**
   * A record that has all of its payload with it.
   *
   * @param number in its log, from 1
   * @param head as it is in its log; direct, little-endian, from 0 to its limit
   * @param payload from its position to its limit
   */
  public void record(int destination, long number, ByteBuffer head, ByteBuffer payload) {
    Mirror mirror = mirror(destination);
    if (!mirror.isRepeated(number)) {
      mirror.record(number, head, payload);
      published(destination);
    } else {
      mirror.compare(number, head, payload);
    }
  }

  /**
   * A piece of a record's payload, of one that is in the bulk log; the first has the head.
   *
   * @param number of the record in its log, from 1
   * @param head as above; empty if it is not the first piece
   * @param offset of the piece in the payload
   * @param piece from its position to its limit; after the payload of a message that was begun
   *     comes its digest
   */
  public void piece(int destination, long number, ByteBuffer head, long offset, ByteBuffer piece) {
    Mirror mirror = mirror(destination);
    if (mirror.isRepeated(number) && !mirror.isReceiving(number)) {
      mirror.compare(number, head, offset, piece);
      return;
    }
    if (receiving != null && receiving != mirror) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          "A payload for %s comes before the one for %s is complete".formatted(mirror, receiving));
    }
    receiving = mirror;
    if (mirror.piece(number, head, offset, piece)) {
      published(destination);
    }
    if (!mirror.isReceiving(number)) {
      receiving = null;
    }
  }

  /** Records of the log from this source to that rank that are in its mirror. */
  public long records(int destination) {
    return mirror(destination).records();
  }

  private Mirror mirror(int destination) {
    if (mirrors[destination] == null) {
      mirrors[destination] =
          new Mirror(source, layout.channel(source, destination), layout.bulk(source), bulk, rules);
      if (mirrors[destination].isReceiving()) {
        receiving = mirrors[destination];
      }
      while (control.published(source, destination) < mirrors[destination].records()) {
        control.publish(source, destination);
      }
    }
    return mirrors[destination];
  }

  private void published(int destination) {
    control.publish(source, destination);
    control.wake(destination, bell);
  }

  @Override
  public void close() {
    for (Mirror mirror : mirrors) {
      if (mirror != null) {
        mirror.close();
      }
    }
    bulk.close();
  }
}
