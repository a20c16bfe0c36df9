package org.ftmpj.transport.channel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.IntToLongFunction;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.transport.bell.Doorbell;
import org.ftmpj.transport.bulk.BulkWriter;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.journal.JournalReader;
import org.ftmpj.transport.journal.SegmentRules;

/**
 * Mirrors of the channel logs from a rank of another host to the ranks of this one, which read them
 * as if that rank were on this host. Record <i>i</i> of a log is record <i>i</i> of its mirror,
 * with the incarnation that wrote it; its large payload is in the mirror's own bulk log.
 *
 * <p>Records that no checkpoint of the receiver needs are removed; if hosts can be lost, those that
 * neither of the two ranks needs, wherever it goes on. A repeated record is compared and dropped. A
 * record that does not fit is refused: {@code LOG_CORRUPT}, {@code LOG_VERSION}; {@code
 * LOG_NOT_WRITABLE} if there is no room. One thread.
 */
public final class Mirrors implements AutoCloseable {
  /** The epoch of the writer of mirrors: there is one as long as the job is on this host. */
  private static final int WRITER = 1;

  private final JobLayout layout;
  private final ControlBlock control;
  private final int source;
  private final Doorbell bell;
  private final int segment;
  private final boolean movable;
  private final boolean early;
  private final Path payloads;
  private final MessageRetention needed;
  private final BulkPlaces places;
  private final BulkWriter bulk;
  private final Mirror[] mirrors;
  private final IntToLongFunction before;

  /** The mirror that is receiving a large payload; null if none is. */
  private Mirror receiving;

  /**
   * @param source a rank of another host
   * @param bell any, used by the same thread
   */
  public Mirrors(JobLayout layout, ControlBlock control, int source, Doorbell bell) {
    this(layout, control, source, bell, SegmentRules.usual().size(), false, none -> 0);
  }

  /**
   * Mirrors of a rank that is repeated on another host when its host is lost. The mirrors then
   * remain, the records come again from the first one on, and messages that are there already are
   * compared by their numbers and dropped. Marks, which have no number, are added again, perhaps
   * between other messages. A large message is announced to the receiver when it is complete.
   */
  public static Mirrors ofMovable(
      JobLayout layout, ControlBlock control, int source, Doorbell bell) {
    return ofMovable(layout, control, source, bell, none -> 0);
  }

  /**
   * Mirrors of such a rank in a job that is resumed.
   *
   * @param taken the number of records to each destination that do not come again: the value of
   *     {@link #taken} when the job was stopped; 0 if they all come
   */
  public static Mirrors ofMovable(
      JobLayout layout, ControlBlock control, int source, Doorbell bell, IntToLongFunction taken) {
    return new Mirrors(layout, control, source, bell, SegmentRules.usual().size(), true, taken);
  }

  /**
   * Mirrors with another segment size.
   *
   * @param segment see {@link SegmentRules}
   */
  Mirrors(
      JobLayout layout,
      ControlBlock control,
      int source,
      Doorbell bell,
      int segment,
      boolean movable) {
    this(layout, control, source, bell, segment, movable, none -> 0);
  }

  private Mirrors(
      JobLayout layout,
      ControlBlock control,
      int source,
      Doorbell bell,
      int segment,
      boolean movable,
      IntToLongFunction taken) {
    this(
        layout,
        control,
        source,
        bell,
        segment,
        movable,
        !movable,
        layout.bulk(source),
        WRITER,
        taken);
    for (int destination = 0; destination < mirrors.length; destination++) {
      if (JournalReader.exists(layout.channel(source, destination))) {
        mirror(destination);
      }
    }
  }

  private Mirrors(
      JobLayout layout,
      ControlBlock control,
      int source,
      Doorbell bell,
      int segment,
      boolean movable,
      boolean early,
      Path payloads,
      int epoch,
      IntToLongFunction taken) {
    this.before = taken;
    this.movable = movable;
    this.early = early;
    this.payloads = payloads;
    this.layout = layout;
    this.control = control;
    this.source = source;
    this.bell = bell;
    this.segment = segment;
    this.needed =
        movable
            ? new PositionsForLostHosts(layout, control, source)
            : new ReceiverRetention(layout, source, control.size());
    this.places = new BulkPlaces(needed, control.size());
    this.bulk = new BulkWriter(payloads, epoch, places);
    this.mirrors = new Mirror[control.size()];
    try {
      OnlyUser.directories(layout.channels());
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE,
          "Cannot create " + layout.channels() + ": " + Reason.of(e),
          e);
    }
  }

  /**
   * The mirror that a rank writes of a channel log to itself. A large message is announced when it
   * is complete, as the rank that would wait for it is the one that writes it.
   *
   * @param destination the rank
   * @param incarnation of the rank
   */
  public static Mirrors ofReceiver(
      JobLayout layout,
      ControlBlock control,
      int source,
      int destination,
      int incarnation,
      Doorbell bell) {
    Mirrors mirrors =
        new Mirrors(
            layout,
            control,
            source,
            bell,
            SegmentRules.usual().size(),
            false,
            false,
            layout.bulk(source, destination),
            incarnation,
            none -> 0);
    mirrors.mirror(destination);
    return mirrors;
  }

  /**
   * Begins the log to that rank at that message; earlier messages are no longer needed and do not
   * come. To be called before anything of it comes.
   *
   * @throws FtmpjException LOG_CORRUPT if the mirror ends before it
   */
  public void begin(int destination, long message) {
    mirror(destination).beginAfter(message - 1);
  }

  /** Creates the mirror, even if no record comes; it says where it begins. */
  void create(int destination) {
    mirror(destination).create();
  }

  /**
   * Takes a record that has all of its payload with it.
   *
   * @param number in its log, from 1
   * @param head as it is in its log; direct, little-endian, from 0 to its limit
   * @param payload from its position to its limit
   */
  public void record(int destination, long number, ByteBuffer head, ByteBuffer payload) {
    Mirror mirror = mirror(destination);
    if (mirror.isRepeated(number)) {
      mirror.compare(number, head, payload);
    } else if (!mirror.isInherited(number, head)) {
      mirror.record(number, head, payload);
      published(destination);
    }
  }

  /**
   * Takes a piece of a record's payload in the bulk log; the first one has the head.
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
    if (isCompared(mirror, number, head, offset)) {
      mirror.repeated().piece(offset, piece);
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

  /**
   * Takes a record without its payload, which is in the mirror already.
   *
   * @param head as above
   * @param digest from its position to its limit; empty if it is in the head
   * @throws FtmpjException DIVERGED, LOG_CORRUPT
   */
  public void digest(int destination, long number, ByteBuffer head, ByteBuffer digest) {
    Mirror mirror = mirror(destination);
    if (!mirror.isInherited(number, head)) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          "Record %d comes without its payload, which is not in %s".formatted(number, mirror));
    }
    mirror.repeated().digest(digest);
  }

  private static boolean isCompared(Mirror mirror, long number, ByteBuffer head, long offset) {
    if (mirror.repeated() == null || mirror.repeated().isAwaiting(number)) {
      return mirror.repeated() != null;
    }
    boolean compared =
        offset == 0 && !mirror.isReceiving(number) && mirror.isInherited(number, head);
    if (compared) {
      mirror.repeated().await(number);
    }
    return compared;
  }

  /**
   * The newest incarnation of the source that has written anything in the mirrors; 0 if they are
   * empty.
   */
  public int incarnation() {
    int newest = 0;
    for (Mirror mirror : mirrors) {
      newest = mirror == null ? newest : Math.max(newest, mirror.incarnation());
    }
    return newest;
  }

  /**
   * The number of the last message to that rank that came from a lost host; 0 if there is none. To
   * be called before anything comes from another host. Before anything comes from another one.
   */
  public long inherited(int destination) {
    Mirror mirror = mirrors[destination];
    return mirror == null || mirror.repeated() == null ? 0 : mirror.repeated().last();
  }

  /**
   * The number of complete records to that rank, which need not come again if the job is resumed.
   */
  public long taken(int destination) {
    return mirrors[destination] == null ? 0 : mirrors[destination].taken();
  }

  /** The last message among them; 0 if there is none. */
  public long lastMessage(int destination) {
    return mirrors[destination] == null ? 0 : mirrors[destination].lastMessage();
  }

  /** The number of marks after that message among them. */
  public long marksAfter(int destination) {
    return mirrors[destination] == null ? 0 : mirrors[destination].marksAfter();
  }

  /** The number of records to that rank in its mirror. */
  public long records(int destination) {
    return mirror(destination).records();
  }

  private Mirror mirror(int destination) {
    if (mirrors[destination] == null) {
      mirrors[destination] =
          new Mirror(
              source,
              layout.channel(source, destination),
              payloads,
              bulk,
              (sequence, position) -> places.add(destination, sequence, position),
              new SegmentRules(segment, () -> needed.from(destination)),
              movable,
              early,
              before.applyAsLong(destination));
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
