package org.ftmpj.transport.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * Writes a journal: a log of records that survives the death of its writer at any instruction. A
 * record is either in the journal, complete, or as if its append had never begun; it is there when
 * {@code append} returns. Data reach the operating system, not the disk: a journal survives
 * processes, not the host.
 *
 * <p>A record has a head, small, which the journal guards with a checksum, and a payload, bulk,
 * which its writer guards.
 *
 * <p>A journal is in segments, each of which says with which message or determinant it begins. When
 * one is full, the owner of the journal has it followed by another one ({@link #roll}); segments
 * that are not needed any more are removed then.
 *
 * <p>One writer at a time in the world, used by one thread at a time. The next one may open the
 * journal when the process of the previous one is gone (protocol rule FENCE_BEFORE_READ).
 */
public final class JournalWriter implements AutoCloseable {
  /** Bytes of head that a record can have. */
  public static final int MAX_HEAD = RecordHeader.MAX_HEAD;

  /** Bytes of payload that a record can have. */
  public static final int MAX_PAYLOAD = RecordHeader.MAX_PAYLOAD;

  private static final ByteBuffer NO_HEAD = ByteBuffer.allocate(0);
  private static final byte[] NOTHING = {};

  /** Disk space that a segment takes before its first record. */
  private static final int NEW_SEGMENT = 1 << 20;

  private final Path directory;
  private final SegmentRules rules;

  /** The segments of the journal; the last one is being written. */
  private final Deque<SegmentName> segments;

  private SegmentWriter segment;

  private JournalWriter(
      Path directory, SegmentRules rules, Deque<SegmentName> segments, SegmentWriter segment) {
    this.directory = directory;
    this.rules = rules;
    this.segments = segments;
    this.segment = segment;
  }

  /**
   * Creates the journal, or continues it after the process of its previous writer ended: frees the
   * lock of that process, and completes or clears what it left incomplete.
   *
   * @param directory the journal; its parent exists
   * @param start of the first segment, if the journal is created; else only its epoch counts, which
   *     is the incarnation of the writer
   * @throws FtmpjException {@code LOG_NOT_WRITABLE} if that fails, {@code FENCED} if a newer
   *     incarnation has written it, {@code LOG_CORRUPT} or {@code LOG_VERSION} for its segments
   */
  public static JournalWriter open(Path directory, SegmentStart start, SegmentRules rules) {
    try {
      requireSpace(directory.toAbsolutePath().getParent());
      return Files.exists(directory)
          ? resume(directory, start.epoch(), rules)
          : create(directory, start, rules);
    } catch (FtmpjException e) {
      throw e;
    } catch (IOException | RuntimeException | Error e) {
      throw SegmentWriter.notWritable(directory, e);
    }
  }

  private static void requireSpace(Path place) {
    FreeSpace.on(place).use(NEW_SEGMENT);
  }

  /**
   * Creates the journal under another name and renames it when it is complete, as a kill can come
   * at any time.
   */
  private static JournalWriter create(Path directory, SegmentStart start, SegmentRules rules)
      throws IOException {
    Path unready = directory.resolveSibling(directory.getFileName() + ".new");
    Queues.delete(unready);
    SegmentHead head = new SegmentHead(0, start);
    SegmentName name = head.name();
    SegmentWriter first = SegmentWriter.create(name.in(unready), name.in(directory), head);
    move(unready, directory, first);
    Deque<SegmentName> segments = new ArrayDeque<>();
    segments.add(name);
    return new JournalWriter(directory, rules, segments, first);
  }

  /** Renames an open segment, or the journal that contains it; closes the segment on failure. */
  private static void move(Path from, Path to, SegmentWriter segment) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException | RuntimeException e) {
      segment.close();
      throw e;
    }
  }

  private static JournalWriter resume(Path directory, int epoch, SegmentRules rules)
      throws IOException {
    Deque<SegmentName> segments = new ArrayDeque<>(SegmentReader.segments(directory));
    SegmentName last = segments.removeLast();
    if (last.epoch() > epoch) {
      throw new FtmpjException(
          ErrorCode.FENCED, "Incarnation " + epoch + " finds segment " + last + " of " + directory);
    }
    SegmentName.removePartial(directory);
    if (!segments.isEmpty()) {
      // It may have died before: a second last record is not read.
      end(SegmentWriter.reopen(segments.getLast().in(directory)));
    }
    segments.addLast(last);
    return new JournalWriter(directory, rules, segments, SegmentWriter.reopen(last.in(directory)));
  }

  private static void end(SegmentWriter segment) {
    try (segment) {
      segment.append(RecordHeader.LAST, NO_HEAD);
    }
  }

  /** Whether the current segment has to be followed by another one. */
  public boolean isFull() {
    return segment.size() >= rules.size();
  }

  /**
   * Begins another segment, and removes those that are no longer needed.
   *
   * @throws FtmpjException {@code LOG_NOT_WRITABLE}
   */
  public void roll(SegmentStart start) {
    try {
      requireSpace(directory);
      SegmentHead head = new SegmentHead(segments.getLast().number() + 1, start);
      SegmentName next = head.name();
      Path making = next.makingIn(directory);
      SegmentWriter begun = SegmentWriter.create(making, next.in(directory), head);
      move(making, next.in(directory), begun);
      SegmentWriter last = segment;
      segment = begun;
      segments.addLast(next);
      // Only now: a reader that comes to this end must find the next segment.
      end(last);
      drop();
    } catch (FtmpjException e) {
      throw e;
    } catch (IOException | RuntimeException | Error e) {
      throw SegmentWriter.notWritable(directory, e);
    }
  }

  /**
   * Removes the segments that are no longer needed.
   *
   * @throws FtmpjException {@code LOG_NOT_WRITABLE}
   */
  public void prune() {
    try {
      drop();
    } catch (IOException | RuntimeException e) {
      throw SegmentWriter.notWritable(directory, e);
    }
  }

  /**
   * Removes segments. The segment with the predecessor of the first needed message stays: a reader
   * that begins there also needs what follows that one, such as matched marks.
   */
  private void drop() throws IOException {
    long needed = rules.needed().from();
    SegmentName oldest = segments.removeFirst();
    while (!segments.isEmpty() && segments.getFirst().first() < needed) {
      Path removing = oldest.removingIn(directory);
      Files.move(oldest.in(directory), removing, StandardCopyOption.ATOMIC_MOVE);
      Queues.delete(removing);
      oldest = segments.removeFirst();
    }
    segments.addFirst(oldest);
  }

  /**
   * Appends a record that has no payload.
   *
   * @param head from its position to its limit; left unchanged
   * @throws FtmpjException {@code LOG_NOT_WRITABLE}; the journal ends as before then
   */
  public void append(ByteBuffer head) {
    append(head, head, 0, 0, NOTHING, 0);
  }

  /**
   * Appends a record whose payload comes in two parts. Allocates nothing once a head of that size
   * was appended to the segment.
   *
   * @param head from its position to its limit; left unchanged
   * @param first holds {@code firstLength} bytes of payload from {@code firstIndex} on, whatever
   *     its position; left unchanged
   * @param second begins with the {@code secondLength} bytes after them
   * @throws FtmpjException {@code LOG_NOT_WRITABLE}; the journal ends as before then
   */
  public void append(
      ByteBuffer head,
      ByteBuffer first,
      int firstIndex,
      int firstLength,
      byte[] second,
      int secondLength) {
    Objects.checkFromIndexSize(firstIndex, firstLength, first.limit());
    Objects.checkFromIndexSize(0, secondLength, second.length);
    segment.append(RecordHeader.RECORD, head, first, firstIndex, firstLength, second, secondLength);
  }

  /** Ends the use of the journal; what was appended remains. */
  @Override
  public void close() {
    segment.close();
  }
}
