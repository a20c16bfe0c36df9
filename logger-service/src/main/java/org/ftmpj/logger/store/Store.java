package org.ftmpj.logger.store;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.transport.journal.JournalWriter;
import org.ftmpj.transport.journal.SegmentRules;

/**
 * Writes the determinants of one rank, over all its incarnations, to a journal. Appended records
 * survive the death of the process, not that of the host. One writer, one thread.
 *
 * <p>Methods throw {@link org.ftmpj.common.error.FtmpjException}: {@code LOG_NOT_WRITABLE}.
 */
public final class Store implements AutoCloseable {
  private static final int SMALL = 256;

  private final JournalWriter journal;

  /** The state at the last fence. */
  private StoreState fenced;

  /** Number of the last determinant. */
  private long last;

  private ByteBuffer scratch = ByteBuffer.allocateDirect(SMALL);

  private Store(JournalWriter journal, StoreState state) {
    this.journal = journal;
    this.fenced = state;
    this.last = state.last();
  }

  /** Creates a store, or reads its last segment and continues it. Its last writer is dead. */
  public static Store open(Path directory, SegmentRules rules) {
    if (!StoreReader.exists(directory)) {
      return open(directory, StoreState.EMPTY, rules);
    }
    try (StoreReader reader = StoreReader.open(directory, Long.MAX_VALUE)) {
      while (reader.next() != null) {
        // Its state is what counts.
      }
      return open(directory, reader.state(), rules);
    }
  }

  /**
   * Continues a store without reading it.
   *
   * @param state the state at its end, as a reader has found it
   */
  public static Store open(Path directory, StoreState state, SegmentRules rules) {
    return new Store(JournalWriter.open(directory, state.toStart(), rules), state);
  }

  public StoreState state() {
    return fenced.appended(last);
  }

  /** Fences earlier incarnations: determinants are those of this newer one from now on. */
  public void fence(int incarnation, long session) {
    if (incarnation <= fenced.incarnation()) {
      throw new IllegalArgumentException(
          "Incarnation " + incarnation + " after " + fenced.incarnation());
    }
    scratch.clear();
    StoredRecord.encodeFence(incarnation, session, scratch);
    journal.append(scratch.flip());
    fenced = state().fenced(incarnation, session);
  }

  /** Passes over the next determinants before that one, which are not needed and will not come. */
  public void passOver(long first) {
    fenced = new StoreState(fenced.incarnation(), fenced.session(), first - 1, first - 1);
    last = first - 1;
    journal.roll(fenced.toStart());
  }

  /** Appends the next determinants. */
  public void append(Batch batch) {
    if (batch.first() != last + 1) {
      throw new IllegalArgumentException(batch + " after " + last);
    }
    start(batch.length(), StoredRecord.HEADER);
    StoredRecord.encodeBatchHead(fenced.incarnation(), scratch);
    batch.encode(scratch);
    journal.append(scratch.flip());
    last = batch.last();
  }

  /**
   * Appends one determinant.
   *
   * @param determinant from its position to its limit; left unchanged
   * @return its number
   */
  public long append(ByteBuffer determinant) {
    Batch.checkLength(determinant.remaining());
    start(bytes(determinant), StoredRecord.HEADER);
    StoredRecord.encodeBatchHead(fenced.incarnation(), scratch);
    return finish(determinant);
  }

  /**
   * Appends one determinant with a stamp, which is taken when all is ready for the append.
   *
   * @param stamps gives each once, and in their order
   */
  public long append(ByteBuffer determinant, LongSupplier stamps) {
    StreamEntry.checkLength(determinant.remaining());
    start(bytes(determinant), StoredRecord.STAMPED_HEADER);
    StoredRecord.encodeBatchHead(fenced.incarnation(), stamps.getAsLong(), scratch);
    return finish(determinant);
  }

  private static int bytes(ByteBuffer determinant) {
    return Batch.HEADER + Integer.BYTES + determinant.remaining();
  }

  private long finish(ByteBuffer determinant) {
    int length = determinant.remaining();
    long number = last + 1;
    scratch.putLong(number);
    scratch.putInt(1);
    scratch.putInt(length);
    scratch.put(scratch.position(), determinant, determinant.position(), length);
    scratch.position(scratch.position() + length);
    journal.append(scratch.flip());
    last = number;
    return number;
  }

  private void start(int length, int header) {
    if (fenced.incarnation() == 0) {
      throw new IllegalStateException("Determinants before the first incarnation");
    }
    if (journal.isFull()) {
      journal.roll(state().toStart());
    }
    if (scratch.capacity() < header + length) {
      scratch = ByteBuffer.allocateDirect(2 * (header + length));
    }
    scratch.clear();
  }

  @Override
  public void close() {
    journal.close();
  }
}
