package org.ftmpj.transport.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * Reads a journal, also while another process writes it or after that process was killed. Only
 * complete records are seen. Any number of readers; each is used by one thread at a time.
 *
 * <p>Every method throws {@link FtmpjException}: {@code LOG_CORRUPT} if the journal is damaged,
 * {@code LOG_VERSION} if another version of FTMPJ wrote it, {@code LOG_DROPPED} if a segment is
 * wanted that was removed.
 */
public final class JournalReader implements AutoCloseable {
  /**
   * Bits of a position that give the place in a segment's file; the bits above give the number of
   * the segment.
   */
  private static final int IN_SEGMENT_BITS = 32;

  /** Records that are read in a moment. */
  private static final int NEAR = 256;

  private final Path directory;
  private final BiFunction<Path, SegmentName, SegmentReader> opener;
  private final Consumer<SegmentStart> entered;
  private SegmentName name;
  private SegmentReader segment;

  /** The position of the beginning of the segment's file. */
  private long base;

  /** Reads what is no longer mapped, in that segment; null before that is needed. */
  private RecordFile file;

  private long fileNumber;

  private JournalReader(
      Path directory,
      BiFunction<Path, SegmentName, SegmentReader> opener,
      Consumer<SegmentStart> entered) {
    this.directory = directory;
    this.opener = opener;
    this.entered = entered;
  }

  /** Whether there is a journal, so that it can be opened. */
  public static boolean exists(Path directory) {
    return Files.isDirectory(directory);
  }

  /**
   * The message or determinant with which an existing journal begins; those before it were removed.
   */
  public static long first(Path directory) {
    return SegmentReader.segments(directory).get(0).first();
  }

  /**
   * Opens a journal at the beginning of a segment.
   *
   * @param from message or determinant that has to be among what is read, with all that follows the
   *     one before it
   * @param entered is called with each segment before its first record is read
   */
  public static JournalReader open(Path directory, long from, Consumer<SegmentStart> entered) {
    return new JournalReader(directory, SegmentReader::open, entered).begin(from);
  }

  /**
   * Opens a journal without changing anything of it, not even the notes of Chronicle Queue for its
   * readers. The parameters are those of {@link #open}.
   */
  public static JournalReader openReadOnly(
      Path directory, long from, Consumer<SegmentStart> entered) {
    return new JournalReader(directory, SegmentReader::openReadOnly, entered).begin(from);
  }

  private JournalReader begin(long from) {
    if (!exists(directory)) {
      throw new FtmpjException(ErrorCode.LOG_CORRUPT, "There is no log " + directory);
    }
    SegmentName begin = beginning(from);
    for (SegmentName found = begin; segment == null; begin = found) {
      try {
        enter(begin);
      } catch (FtmpjException e) {
        // If the writer has removed it since, the requested part begins in a later one.
        found = beginning(from);
        if (e.code() != ErrorCode.LOG_DROPPED || found.equals(begin)) {
          throw e;
        }
      }
    }
    return this;
  }

  private SegmentName beginning(long from) {
    List<SegmentName> segments = SegmentReader.segments(directory);
    SegmentName begin = segments.get(0);
    if (begin.first() > from) {
      throw dropped(from + " is wanted of " + directory + ", which begins with " + begin.first());
    }
    for (SegmentName each : segments) {
      if (each.first() < from) {
        begin = each;
      }
    }
    return begin;
  }

  private void enter(SegmentName next) {
    SegmentReader opened = opener.apply(next.in(directory), next);
    try {
      entered.accept(opened.start());
    } catch (RuntimeException | Error e) {
      opened.close();
      throw e;
    }
    segment = opened;
    name = next;
    base = next.number() << IN_SEGMENT_BITS;
  }

  /**
   * Moves to the next complete record.
   *
   * @return its head, little-endian, from position 0 to its limit, valid until the next record is
   *     read; null if there is no further record now
   */
  public ByteBuffer next() {
    ByteBuffer head = segment.next();
    while (head == null && segment.isEnded()) {
      enterNext();
      head = segment.next();
    }
    return head;
  }

  private void enterNext() {
    SegmentName last = null;
    for (SegmentName each : SegmentReader.segments(directory)) {
      if (each.number() == name.number() + 1) {
        segment.close();
        enter(each);
        return;
      }
      last = each;
    }
    String what = "Segment " + (name.number() + 1) + " of " + directory + " is not there";
    throw last != null && last.number() > name.number()
        ? dropped(what)
        : new FtmpjException(ErrorCode.LOG_CORRUPT, what);
  }

  static FtmpjException dropped(String what) {
    return new FtmpjException(ErrorCode.LOG_DROPPED, what);
  }

  /**
   * Moves in this segment to a little before the record with that number, by reading some of the
   * records instead of all. To be called before anything was read.
   *
   * @param number the number of a record, by its head; 0 for one that has none
   * @return the number that comes next; 0 if nothing is passed over
   */
  public long seek(long wanted, ToLongFunction<ByteBuffer> number) {
    long low = 1;
    long next = 0;
    for (long high = segment.lastPlace(); high - low > NEAR; ) {
      long middle = low + high >>> 1;
      long found = segment.moveTo(middle) ? numberNear(number) : 0;
      if (found > 0 && found <= wanted) {
        low = middle;
        next = found;
      } else {
        high = middle;
      }
    }
    if (!segment.moveTo(low)) {
      throw new FtmpjException(ErrorCode.LOG_CORRUPT, "Record " + low + " is not in " + directory);
    }
    return next;
  }

  /** Returns the number of the next record that has one; 0 if it is far. */
  private long numberNear(ToLongFunction<ByteBuffer> number) {
    ByteBuffer head = segment.next();
    for (int i = 0; i < NEAR && head != null; i++) {
      long found = number.applyAsLong(head);
      if (found > 0) {
        return found;
      }
      head = segment.next();
    }
    return 0;
  }

  /** Bytes of payload of the record read last. */
  public int payloadLength() {
    return segment.payloadLength();
  }

  /** The position of the payload of the record read last, for {@link #read}. */
  public long position() {
    return base + segment.position();
  }

  /**
   * The position of the head of the record read last, for {@link #read}; its payload follows it.
   */
  public long headPosition() {
    return position() - segment.headLength();
  }

  /**
   * Copies from the payload of a record that was read, long ago or just now.
   *
   * @param from the position of the payload, and so many bytes after it
   * @param to receives {@code length} bytes from {@code index} on, whatever its position
   */
  public void read(long from, ByteBuffer to, int index, int length) {
    Objects.checkFromIndexSize(index, length, to.limit());
    requireRead(from, length);
    if (from < base || !segment.read(from - base, to, index, length)) {
      byte[] copy = new byte[length];
      readFile(from, copy, 0, length);
      to.put(index, copy);
    }
  }

  /** Copies from the payload of a record into an array. */
  public void read(long from, byte[] to, int index, int length) {
    Objects.checkFromIndexSize(index, length, to.length);
    requireRead(from, length);
    if (from < base || !segment.read(from - base, to, index, length)) {
      readFile(from, to, index, length);
    }
  }

  private void requireRead(long from, int length) {
    if (length < 0 || from + length > position() + payloadLength()) {
      throw new IllegalStateException(
          length + " bytes at " + from + " of " + directory + " were not read yet");
    }
  }

  private void readFile(long from, byte[] to, int index, int length) {
    try {
      openFile(from >>> IN_SEGMENT_BITS);
      file.read(from & (1L << IN_SEGMENT_BITS) - 1, to, index, length);
    } catch (IOException e) {
      throw SegmentReader.unreadable(directory, e);
    }
  }

  private void openFile(long number) throws IOException {
    if (file != null && fileNumber == number) {
      return;
    }
    closeFile();
    for (SegmentName each : SegmentReader.segments(directory)) {
      if (each.number() == number) {
        file = RecordFile.open(Queues.records(each.in(directory)));
        fileNumber = number;
        return;
      }
    }
    throw dropped("A payload in segment " + number + " of " + directory + " is wanted");
  }

  private void closeFile() {
    if (file != null) {
      file.close();
      file = null;
    }
  }

  @Override
  public void close() {
    segment.close();
    closeFile();
  }
}
