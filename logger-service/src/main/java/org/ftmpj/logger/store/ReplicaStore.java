package org.ftmpj.logger.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.logger.wire.Message;
import org.ftmpj.protocol.quorum.Accept;
import org.ftmpj.protocol.quorum.LogShape;
import org.ftmpj.protocol.quorum.Replica;
import org.ftmpj.transport.journal.FreeSpace;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one of several event loggers has of a rank, in two files. RANK.promise has in words the
 * newest incarnation; its session; the {@link HostBoot} since when the store has everything that it
 * has ever acknowledged, or {@value #NOT_COMPLETE}. RANK.records is appended to, and its end is cut
 * off when it is opened if the process before was killed in an append. What was written survives
 * the death of the process; when the host has started again, or a record is damaged, the store says
 * that it is not complete. Big-endian:
 *
 * <pre>
 *  0  i32  length of what follows the check sum
 *  4  i32  CRC-32C of that
 *  8  i32  incarnation that has first written the records
 * 12  i64  number of the first record; what was there from it on is replaced
 * 20  i32  number of records
 * 24       the records, each: i32 length; bytes
 * </pre>
 *
 * One thread.
 */
public final class ReplicaStore implements AutoCloseable {
  /** What the name of the file with the promise ends with. */
  static final String PROMISE = ".promise";

  private static final Logger LOG = LoggerFactory.getLogger(ReplicaStore.class);
  private static final int HEADER = 8;
  private static final int FIXED = 16;
  private static final int FIRST = 4;
  private static final int COUNT = 12;
  private static final String NOT_COMPLETE = "-";
  private static final int SMALL = 4 << 10;

  /** Bytes of records that are read at once, unless one is longer. */
  private static final int CHUNK = 64 << 10;

  private final Path promiseFile;
  private final Path recordsFile;
  private final FileChannel file;
  private final FreeSpace space;
  private final StoredParts parts = new StoredParts();
  private final Replica replica;
  private long session;
  private long end;
  private ByteBuffer scratch = ByteBuffer.allocateDirect(SMALL);

  private ReplicaStore(Path promiseFile, Path recordsFile, boolean isEnrolled) throws IOException {
    this.promiseFile = promiseFile;
    this.recordsFile = recordsFile;
    boolean wasThere = Files.exists(recordsFile);
    space = FreeSpace.on(recordsFile.getParent());
    file =
        FileChannel.open(
            recordsFile,
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    LogShape shape = readAll();
    Optional<Promise> promise = readPromise();
    boolean isDamaged = isDamagedAt(end) || promise.isPresent() && !wasThere;
    boolean isComplete =
        !isDamaged
            && promise.map(Promise::isKept).orElse(isEnrolled && shape.equals(LogShape.EMPTY));
    session = promise.map(Promise::session).orElse(0L);
    replica = new Replica(promise.map(Promise::incarnation).orElse(0), shape, isComplete);
    if (isDamaged) {
      writePromise();
    }
    file.truncate(end);
  }

  /**
   * Opens what there is of a rank, or begins with nothing.
   *
   * @param job the directory of the job
   * @param isEnrolled whether the logger knew the job before anything was recorded, and since then
   *     nothing was lost
   * @throws FtmpjException {@code LOG_NOT_WRITABLE}, {@code LOG_CORRUPT}
   */
  public static ReplicaStore open(Path job, int rank, boolean isEnrolled) {
    try {
      return new ReplicaStore(
          job.resolve(rank + PROMISE), job.resolve(rank + ".records"), isEnrolled);
    } catch (IOException e) {
      throw notWritable(job, e);
    }
  }

  /** What is in it, and what may be written. */
  public Replica replica() {
    return replica;
  }

  /**
   * Fences older incarnations, durably. Returns false if a newer one has come, or another process
   * of the same.
   */
  public boolean promise(int incarnation, long itsSession) {
    int before = replica.promised();
    if (incarnation == before && itsSession != session || !replica.promise(incarnation)) {
      return false;
    }
    if (incarnation > before) {
      session = itsSession;
      writePromise();
    }
    return true;
  }

  private void writePromise() {
    String since = replica.isComplete() ? HostBoot.id() : NOT_COMPLETE;
    Enrolment.replace(promiseFile, replica.promised() + " " + session + " " + since);
  }

  /**
   * Takes what an incarnation writes, if it may.
   *
   * @param batch null if there are no records
   * @throws IllegalArgumentException if no log can be that way
   */
  public Replica.Answer write(int writer, Accept accept, Batch batch) {
    Replica.Answer answer = replica.accept(writer, accept);
    if (answer == Replica.Answer.ACCEPTED) {
      append(accept, batch);
      if (accept.completes()) {
        writePromise();
      }
    }
    return answer;
  }

  private void append(Accept accept, Batch batch) {
    int bytes = batch == null ? 0 : batch.records().remaining();
    space.use(HEADER + FIXED + bytes);
    room(HEADER + FIXED + bytes);
    scratch.putInt(FIXED + bytes).putInt(0);
    scratch.putInt(accept.incarnation()).putLong(accept.first()).putInt(accept.count());
    if (batch != null) {
      scratch.put(batch.records().duplicate());
    }
    scratch.putInt(Integer.BYTES, check(scratch, HEADER, scratch.position()));
    scratch.flip();
    int length = scratch.remaining();
    try {
      for (long at = end; scratch.hasRemaining(); ) {
        at += file.write(scratch, at);
      }
    } catch (IOException e) {
      throw notWritable(recordsFile, e);
    }
    parts.add(accept.first(), accept.count(), end, length);
    end += length;
  }

  /**
   * Some records, at least the first one.
   *
   * @param first is there
   * @param last is there
   */
  public Batch read(long first, long last) {
    ByteBuffer records = ByteBuffer.allocate(CHUNK);
    long next = first;
    StoredParts.Part part = parts.of(first);
    long at = part.offset();
    try {
      while (next <= last && next <= part.last()) {
        ByteBuffer entry = entry(at);
        if (entry == null) {
          throw StoredRecord.corrupt("No records at " + at, recordsFile, null);
        }
        at += HEADER + entry.limit();
        Batch batch = batch(entry);
        if (batch == null || batch.last() < next) {
          continue;
        }
        Batch wanted = batch.from(next);
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
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT, "Cannot read " + recordsFile + ": " + Reason.of(e), e);
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

  private Batch batch(ByteBuffer entry) {
    long first = entry.getLong(FIRST);
    int count = entry.getInt(COUNT);
    return count == 0 ? null : new Batch(first, count, entry.slice(FIXED, entry.limit() - FIXED));
  }

  /** What stands there; valid until the next call. Null if it is no whole entry. */
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

  private LogShape readAll() throws IOException {
    LogShape shape = LogShape.EMPTY;
    for (ByteBuffer entry = entry(end); entry != null; entry = entry(end)) {
      long first = entry.getLong(FIRST);
      int count = entry.getInt(COUNT);
      try {
        shape = shape.with(entry.getInt(0), first, count);
      } catch (IllegalArgumentException e) {
        throw StoredRecord.corrupt(e.getMessage(), recordsFile, e);
      }
      int length = HEADER + entry.limit();
      parts.add(first, count, end, length);
      end += length;
    }
    return shape;
  }

  /** Whether an entry there is whole but wrong; one that was not written to its end is neither. */
  private boolean isDamagedAt(long at) throws IOException {
    ByteBuffer head = room(HEADER).limit(HEADER);
    if (!fill(head, at)) {
      return false;
    }
    int length = head.getInt(0);
    boolean isWhole = length <= file.size() - at - HEADER;
    if (isWhole || length > Message.MAX_BODY) {
      LOG.warn(
          "{} is damaged from byte {} on: other event loggers have to give it", recordsFile, at);
      return true;
    }
    return false;
  }

  private record Promise(int incarnation, long session, String completeSince) {
    boolean isKept() {
      return completeSince.equals(HostBoot.id());
    }
  }

  private Optional<Promise> readPromise() throws IOException {
    String text;
    try {
      text = Files.readString(promiseFile);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    String[] words = text.split(" ");
    try {
      return Optional.of(
          new Promise(Integer.parseInt(words[0]), Long.parseLong(words[1]), words[2]));
    } catch (ArrayIndexOutOfBoundsException | NumberFormatException e) {
      // After a crash of the host it may be anything, and is as if it were lost.
      LOG.warn("{} has '{}', which is no promise", promiseFile, text);
      return Optional.of(new Promise(0, 0, NOT_COMPLETE));
    }
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

  private static FtmpjException notWritable(Path where, IOException why) {
    return new FtmpjException(
        ErrorCode.LOG_NOT_WRITABLE, "Cannot write " + where + ": " + Reason.of(why), why);
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw notWritable(recordsFile, e);
    }
  }
}
