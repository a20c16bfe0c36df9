package org.ftmpj.logger.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.logger.wire.Message;
import org.ftmpj.protocol.quorum.Accept;
import org.ftmpj.protocol.quorum.LogShape;
import org.ftmpj.transport.journal.FreeSpace;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file with the records of a {@link ReplicaStore}. It only grows; its torn end is cut off when
 * it is opened after a kill in an append. Big-endian:
 *
 * <pre>
 *  0  i32  length of what follows the check sum
 *  4  i32  CRC-32C of that
 *  8  i32  incarnation that has first written the records
 * 12  i64  number of the first record; what was there from it on is replaced
 * 20  i32  number of records
 * 24       the records, each: i32 length; bytes; nothing if they are needed no more
 * </pre>
 *
 * Of records that are needed no more it is written once more without them, under another name, when
 * they are more than half of it, and then renamed. One thread.
 */
final class RecordsFile implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RecordsFile.class);
  private static final int HEADER = 8;
  private static final int FIXED = 16;
  private static final int FIRST = 4;
  private static final int COUNT = 12;
  private static final int SMALL = 4 << 10;

  /** Bytes of records that are read at a time, unless one is longer. */
  private static final int CHUNK = 64 << 10;

  /** The least saving, in bytes, for which the file is rewritten. */
  private static final long LEAST_PRUNED = 1 << 20;

  private final Path path;
  private final FreeSpace space;
  private final boolean isDamaged;
  private FileChannel file;
  private StoredParts parts;
  private LogShape shape;
  private long kept;
  private long end;
  private ByteBuffer scratch = ByteBuffer.allocateDirect(SMALL);

  /**
   * Opens the file, or creates it.
   *
   * @throws FtmpjException {@code LOG_NOT_WRITABLE}, {@code LOG_CORRUPT}
   */
  RecordsFile(Path path) {
    this.path = path;
    space = FreeSpace.on(path.getParent());
    try {
      Files.deleteIfExists(rewritten());
      open();
      isDamaged = isDamagedAt(end);
      file.truncate(end);
    } catch (IOException e) {
      throw notWritable(e);
    }
  }

  private RecordsFile(Path path, FileChannel file) throws IOException {
    this.path = path;
    space = FreeSpace.on(path.getParent());
    this.file = file;
    index();
    isDamaged = isDamagedAt(end);
  }

  /**
   * Opens an existing file read-only.
   *
   * @throws FtmpjException {@code LOG_CORRUPT}
   */
  static RecordsFile openReadOnly(Path path) {
    try {
      return new RecordsFile(path, FileChannel.open(path, StandardOpenOption.READ));
    } catch (IOException e) {
      throw cannotRead(path, e);
    }
  }

  private Path rewritten() {
    return path.resolveSibling(path.getFileName() + ".new");
  }

  private void open() throws IOException {
    file =
        OnlyUser.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    index();
  }

  /** Reads the places of the records. */
  private void index() throws IOException {
    parts = new StoredParts();
    shape = LogShape.EMPTY;
    kept = 1;
    end = 0;
    for (ByteBuffer entry = entry(end); entry != null; entry = entry(end)) {
      long first = entry.getLong(FIRST);
      int count = entry.getInt(COUNT);
      try {
        shape = shape.with(entry.getInt(0), first, count);
      } catch (IllegalArgumentException e) {
        throw StoredRecord.corrupt(e.getMessage(), path, e);
      }
      int length = HEADER + entry.limit();
      parts.add(first, count, end, length);
      keepFrom(first, count, entry.limit() == FIXED);
      end += length;
    }
  }

  /** Replaces what was there from that record on by records or by their numbers. */
  private void keepFrom(long first, int count, boolean numbers) {
    kept = numbers && count > 0 ? first + count : Math.min(kept, first);
  }

  /** The first record that has more than its number. */
  long first() {
    return kept;
  }

  /** The shape of the log when it was opened. */
  LogShape shape() {
    return shape;
  }

  /** Whether it had a complete but wrong entry when it was opened. */
  boolean isDamaged() {
    return isDamaged;
  }

  /**
   * @param batch null if there are no records, or they are no longer needed
   */
  void append(Accept accept, Batch batch) {
    ByteBuffer records = batch == null ? ByteBuffer.allocate(0) : batch.records().duplicate();
    space.use(HEADER + FIXED + records.remaining());
    encode(accept.incarnation(), accept.first(), accept.count(), records);
    int length = scratch.remaining();
    try {
      write(file, end);
    } catch (IOException e) {
      throw notWritable(e);
    }
    parts.add(accept.first(), accept.count(), end, length);
    keepFrom(accept.first(), accept.count(), length == HEADER + FIXED);
    end += length;
  }

  private void encode(int incarnation, long first, int count, ByteBuffer records) {
    room(HEADER + FIXED + records.remaining());
    scratch.putInt(FIXED + records.remaining()).putInt(0);
    scratch.putInt(incarnation).putLong(first).putInt(count).put(records);
    scratch.putInt(Integer.BYTES, check(scratch, HEADER, scratch.position()));
    scratch.flip();
  }

  private void write(FileChannel to, long from) throws IOException {
    for (long at = from; scratch.hasRemaining(); ) {
      at += to.write(scratch, at);
    }
  }

  /**
   * Some records, at least the first one.
   *
   * @param first a record in the file
   * @param last a record in the file
   * @throws FtmpjException {@code LOG_CORRUPT}, also if the first one was pruned
   */
  Batch read(long first, long last) {
    ByteBuffer records = ByteBuffer.allocate(CHUNK);
    long next = first;
    StoredParts.Part part = parts.of(first);
    long at = part.offset();
    try {
      while (next <= last && next <= part.last()) {
        ByteBuffer entry = entry(at);
        if (entry == null) {
          throw StoredRecord.corrupt("No records at " + at, path, null);
        }
        at += HEADER + entry.limit();
        long lastHere = entry.getLong(FIRST) + entry.getInt(COUNT) - 1;
        if (lastHere < next) {
          continue;
        }
        if (entry.limit() == FIXED) {
          break;
        }
        Batch wanted = batch(entry).from(next);
        if (next > first && wanted.records().remaining() > records.remaining()) {
          break;
        }
        if (wanted.records().remaining() > records.remaining()) {
          records = ByteBuffer.allocate(wanted.records().remaining());
        }
        long until = Math.min(wanted.last(), Math.min(last, part.last()));
        next = take(wanted, until, records) + 1;
      }
    } catch (IOException e) {
      throw cannotRead(path, e);
    }
    if (next == first) {
      throw StoredRecord.corrupt("Record " + first + " was needed no more", path, null);
    }
    return new Batch(first, (int) (next - first), records.flip());
  }

  private static long take(Batch batch, long until, ByteBuffer to) {
    ByteBuffer from = batch.records().duplicate();
    for (long n = batch.first(); n <= until; n++) {
      int length = Integer.BYTES + from.getInt(from.position());
      to.put(from.slice(from.position(), length));
      from.position(from.position() + length);
    }
    return until;
  }

  private static Batch batch(ByteBuffer entry) {
    return new Batch(
        entry.getLong(FIRST), entry.getInt(COUNT), entry.slice(FIXED, entry.limit() - FIXED));
  }

  /**
   * Frees the disk space of the records up to that one, which are no longer needed, if it is a
   * large part of the file.
   *
   * @param whole the shape of all records
   */
  void prune(long last, LogShape whole) {
    StoredParts.Part kept = last < whole.last() ? parts.of(last + 1) : null;
    long from = kept == null ? end : kept.offset();
    if (from < LEAST_PRUNED || from < end - from || !space.allows(end - from)) {
      return;
    }
    try {
      try (FileChannel to =
          OnlyUser.open(rewritten(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        long at = writeNumbers(to, whole, kept == null ? whole.last() : kept.first() - 1);
        to.position(at);
        for (long next = from; next < end; ) {
          next += file.transferTo(next, end - next, to);
        }
      }
      file.close();
      Files.move(rewritten(), path, StandardCopyOption.ATOMIC_MOVE);
      open();
    } catch (IOException e) {
      throw notWritable(e);
    }
    if (!shape.equals(whole)) {
      throw StoredRecord.corrupt(
          "Without old records it has " + shape + ", not " + whole, path, null);
    }
  }

  /** Writes the incarnation of each record up to that one. Returns the position after it. */
  private long writeNumbers(FileChannel to, LogShape whole, long last) throws IOException {
    long at = 0;
    for (int i = 0; i < whole.runs().size(); i++) {
      LogShape.Run run = whole.runs().get(i);
      boolean isNewest = i + 1 == whole.runs().size();
      long end = isNewest ? whole.last() : whole.runs().get(i + 1).first() - 1;
      // The newest may have no records yet; that it has begun is in what follows, if there is any.
      if (run.first() <= last || last == whole.last()) {
        at = writeNumbers(to, at, run, Math.min(last, end));
      }
    }
    return at;
  }

  private long writeNumbers(FileChannel to, long from, LogShape.Run run, long last)
      throws IOException {
    long at = from;
    long next = run.first();
    do {
      int count = (int) Math.min(Integer.MAX_VALUE, last - next + 1);
      encode(run.incarnation(), next, count, ByteBuffer.allocate(0));
      int length = scratch.remaining();
      write(to, at);
      at += length;
      next += count;
    } while (next <= last);
    return at;
  }

  /** The entry at that position, valid until the next call; null if there is no complete one. */
  private ByteBuffer entry(long at) throws IOException {
    ByteBuffer head = room(HEADER).limit(HEADER);
    if (!fill(head, at)) {
      return null;
    }
    int length = head.getInt(0);
    int check = head.getInt(Integer.BYTES);
    if (length < FIXED || length > file.size() - at - HEADER) {
      return null;
    }
    ByteBuffer body = room(length).limit(length);
    return fill(body, at + HEADER) && check(body, 0, length) == check ? body.flip() : null;
  }

  private boolean fill(ByteBuffer buffer, long from) throws IOException {
    long at = from;
    while (buffer.hasRemaining()) {
      int read = file.read(buffer, at);
      if (read < 0) {
        return false;
      }
      at += read;
    }
    return true;
  }

  /** Whether the entry at that position is complete but wrong; a torn one is not. */
  private boolean isDamagedAt(long at) throws IOException {
    ByteBuffer head = room(HEADER).limit(HEADER);
    if (!fill(head, at)) {
      return false;
    }
    int length = head.getInt(0);
    boolean isWhole = length <= file.size() - at - HEADER;
    if (isWhole || length > Message.MAX_BODY) {
      LOG.warn("{} is damaged from byte {} on: other event loggers have to give it", path, at);
      return true;
    }
    return false;
  }

  private ByteBuffer room(int length) {
    if (scratch.capacity() < length) {
      scratch = ByteBuffer.allocateDirect(2 * length);
    }
    return scratch.clear();
  }

  private static int check(ByteBuffer bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.slice(from, to - from));
    return (int) crc.getValue();
  }

  private static FtmpjException cannotRead(Path path, IOException why) {
    return new FtmpjException(
        ErrorCode.LOG_CORRUPT, "Cannot read " + path + ": " + Reason.of(why), why);
  }

  private FtmpjException notWritable(IOException why) {
    return new FtmpjException(
        ErrorCode.LOG_NOT_WRITABLE, "Cannot write " + path + ": " + Reason.of(why), why);
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw notWritable(e);
    }
  }
}
