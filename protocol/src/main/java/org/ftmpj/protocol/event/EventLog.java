package org.ftmpj.protocol.event;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * The destination of a rank's determinants, outside its failure domain. Records are opaque here;
 * {@link DeterminantCodec} gives them meaning.
 *
 * <p>Records are numbered from 1 over all incarnations of the rank, without a gap. The stable ones
 * are always a prefix (paper, section 3.1: "event logger"). One thread appends and waits;
 * implementations may have threads of their own.
 */
public interface EventLog extends AutoCloseable {

  /**
   * Hands over, in order, the records from number {@code first} on that earlier incarnations made
   * stable. To be called once, before the first {@link #append}. When it returns, earlier
   * incarnations are fenced: nothing of theirs can follow what was handed over (protocol rule
   * FENCE_BEFORE_READ). Nothing is consumed: the next incarnation gets the same and what follows
   * (protocol rule REPEATED_FAILURE).
   *
   * @param first 1 for all records; a larger number if the caller knows what the earlier ones say.
   *     The record before it must be there
   * @param record called with a buffer that is valid during the call only
   * @return the number of the last record; 0 if there is none
   */
  long history(long first, Consumer<ByteBuffer> record);

  /**
   * Reads all existing records, for a caller that does not know which of the first ones were
   * dropped because no incarnation needs them. It must know from the records themselves whether
   * those that are missing were (protocol rule STREAM_PRUNED).
   *
   * @param record called with each and its number; the numbers grow
   * @return the number of the last record; 0 if there has never been one
   */
  default long historyKept(NumberedRecord record) {
    long[] last = new long[1];
    return history(1, bytes -> record.accept(++last[0], bytes));
  }

  /** Takes a record. */
  @FunctionalInterface
  interface NumberedRecord {
    /**
     * @param record valid during the call only
     */
    void accept(long number, ByteBuffer record);
  }

  /**
   * Appends one record. Does not wait.
   *
   * @param record read from its position to its limit; may be reused when this returns
   * @return its number
   */
  long append(ByteBuffer record);

  /** The number of the last record that is stable; 0 if none is. */
  long stable();

  /**
   * Waits until the record of that number, and so every one before it, is stable: the gate. Waits
   * for as long as the event logger is away; throws only if this incarnation must not go on
   * (fenced, wrong secret).
   */
  void awaitStable(long number);

  @Override
  void close();
}
