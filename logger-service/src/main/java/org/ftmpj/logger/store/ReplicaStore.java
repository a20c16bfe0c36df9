package org.ftmpj.logger.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.life.HostBoot;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.protocol.quorum.Accept;
import org.ftmpj.protocol.quorum.LogShape;
import org.ftmpj.protocol.quorum.Replica;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The records that an event logger has of a rank, in two files. RANK.promise has, as text, the
 * newest incarnation, its session, and the {@link HostBoot} since which the store has had all
 * records that it has acknowledged, or {@value #NOT_COMPLETE}. RANK.records is a {@link
 * RecordsFile}. Written records survive the death of the process; after a restart of the host, or
 * with a damaged record, the store says that it is not complete.
 *
 * <p>One thread.
 */
public final class ReplicaStore implements AutoCloseable {
  /** The suffix of the file with the promise. */
  static final String PROMISE = ".promise";

  /** The suffix of the file with the records. */
  static final String RECORDS = ".records";

  private static final Logger LOG = LoggerFactory.getLogger(ReplicaStore.class);
  private static final String NOT_COMPLETE = "-";

  private final Path promiseFile;
  private final RecordsFile records;
  private final Replica replica;
  private long session;

  private ReplicaStore(Path promiseFile, Path recordsFile, boolean isEnrolled) throws IOException {
    this.promiseFile = promiseFile;
    boolean wasThere = Files.exists(recordsFile);
    records = new RecordsFile(recordsFile);
    LogShape shape = records.shape();
    Optional<Promise> promise = readPromise();
    boolean isDamaged = records.isDamaged() || promise.isPresent() && !wasThere;
    boolean isComplete =
        !isDamaged
            && promise.map(Promise::isFulfilled).orElse(isEnrolled && shape.equals(LogShape.EMPTY));
    session = promise.map(Promise::session).orElse(0L);
    replica = new Replica(promise.map(Promise::incarnation).orElse(0), shape, isComplete);
    if (isDamaged) {
      writePromise();
    }
  }

  /**
   * Opens the store of a rank, or begins an empty one.
   *
   * @param job the directory of the job
   * @param isEnrolled whether the logger knew the job before anything was recorded, and has lost
   *     nothing since
   * @throws FtmpjException {@code LOG_NOT_WRITABLE}, {@code LOG_CORRUPT}
   */
  public static ReplicaStore open(Path job, int rank, boolean isEnrolled) {
    try {
      return new ReplicaStore(job.resolve(rank + PROMISE), job.resolve(rank + RECORDS), isEnrolled);
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, "Cannot read " + job + ": " + Reason.of(e), e);
    }
  }

  /** The replica: its records, and the rules for writing. */
  public Replica replica() {
    return replica;
  }

  /**
   * Fences older incarnations, durably. Returns false after a newer one, or another process of this
   * one.
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
   * Writes records of an incarnation, if it may write.
   *
   * @param batch null if there are no records, or they are no longer needed
   * @throws IllegalArgumentException for an impossible log
   */
  public Replica.Answer write(int writer, Accept accept, Batch batch) {
    Replica.Answer answer = replica.accept(writer, accept);
    if (answer == Replica.Answer.ACCEPTED) {
      records.append(accept, batch);
      if (accept.completes()) {
        writePromise();
      }
    }
    return answer;
  }

  /** The first record from which on all are in the store; earlier ones are no longer needed. */
  public long first() {
    return records.first();
  }

  /** Reads some records, as {@link RecordsFile#read}. */
  public Batch read(long first, long last) {
    return records.read(first, last);
  }

  /** Prunes the records up to that one, which are no longer needed. */
  public void prune(long last) {
    records.prune(Math.min(last, replica.shape().last()), replica.shape());
  }

  private record Promise(int incarnation, long session, String completeSince) {
    boolean isFulfilled() {
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

  @Override
  public void close() {
    records.close();
  }
}
