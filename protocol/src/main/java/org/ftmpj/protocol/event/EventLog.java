package org.ftmpj.protocol.event;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * The destination of a rank's determinants, outside its failure domain. Records are opaque; {@link
 * DeterminantCodec} decodes them.
 *
 * <p>Records are numbered from 1 without gaps over all incarnations of the rank. The stable ones
 * are always a prefix (paper, section 3.1: "event logger"). One thread appends and waits;
 * implementations may have threads of their own.
 */
public interface EventLog extends AutoCloseable {

  /**
   * Reads, in order, the records from number {@code first} on that earlier incarnations made
   * stable. To be called once, before the first {@link #append}. When this returns, earlier
   * incarnations are fenced and can write nothing more (protocol rule FENCE_BEFORE_READ). Reading
   * consumes nothing: the next incarnation gets the same records and those that follow (protocol
   * rule REPEATED_FAILURE).
   *
   * @param first 1 for all records; a larger number if the caller knows the earlier ones. The
   *     record before it must exist
   * @param record called with a buffer that is valid during the call only
   * @return the number of the last record; 0 if there is none
   */
  long history(long first, Consumer<ByteBuffer> record);

  /**
   * Reads all existing records, for a caller that does not know how many of the first ones were
   * pruned. It has to see from the records themselves whether missing ones were pruned (protocol
   * rule STREAM_PRUNED).
   *
   * @param record called with each record and its number, in ascending order
   * @return the number of the last record; 0 if there has never been one
   */
  default long retainedHistory(NumberedRecord record) {
    long[] last = new long[1];
    return history(1, bytes -> record.accept(++last[0], bytes));
  }

  /** A consumer of numbered records. */
  @FunctionalInterface
  interface NumberedRecord {
    /**
     * @param record valid during the call only
     */
    void accept(long number, ByteBuffer record);
  }

  /**
   * Appends a record without waiting.
   *
   * @param record read from its position to its limit; may be reused when this returns
   * @return the record's number
   */
  long append(ByteBuffer record);

  /** The number of the last record that is stable; 0 if none is. */
  long stable();

  /**
   * Waits until the record with that number, and so every earlier one, is stable: the gate. Waits
   * as long as the event logger is away; throws only if this incarnation must not go on (fenced,
   * wrong secret).
   */
  void awaitStable(long number);

  @Override
  void close();
}
