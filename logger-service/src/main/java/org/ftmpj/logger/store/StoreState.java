package org.ftmpj.logger.store;

import java.nio.ByteBuffer;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.transport.journal.SegmentStart;

/**
 * The state of a store's rank. Its segments begin with it: {@code first} is one more than the last
 * record, {@code epoch} the incarnation, and their state, big-endian:
 *
 * <pre>
 *  0  i64  session
 *  8  i64  number of the last record of the incarnations before
 * </pre>
 *
 * @param incarnation the newest one; 0 if there is none
 * @param session the process of this incarnation
 * @param before number of the last record of the incarnations before it
 * @param last number of the last record; 0 if there is none
 */
public record StoreState(int incarnation, long session, long before, long last) {
  static final StoreState EMPTY = new StoreState(0, 0, 0, 0);

  StoreState fenced(int newIncarnation, long newSession) {
    return new StoreState(newIncarnation, newSession, last, last);
  }

  /** The beginning of a segment with this state. */
  SegmentStart toStart() {
    ByteBuffer more = ByteBuffer.allocate(2 * Long.BYTES).putLong(session).putLong(before);
    return new SegmentStart(last + 1, incarnation, more.array());
  }

  /**
   * @throws FtmpjException {@code LOG_CORRUPT}
   */
  static StoreState of(SegmentStart start, Object where) {
    if (start.state().length != 2 * Long.BYTES) {
      throw StoredRecord.corrupt("A " + start + " without a state", where, null);
    }
    ByteBuffer more = ByteBuffer.wrap(start.state());
    return new StoreState(start.epoch(), more.getLong(), more.getLong(), start.first() - 1);
  }

  StoreState appended(long newLast) {
    return new StoreState(incarnation, session, before, newLast);
  }
}
