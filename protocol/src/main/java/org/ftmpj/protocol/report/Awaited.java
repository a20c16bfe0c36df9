package org.ftmpj.protocol.report;

/** Something that a thread of the program waits for. Its {@code toString} is unique to the wait. */
public interface Awaited {
  /** Stands for any rank, where a source is asked for. */
  int ANY_SOURCE = -1;

  /** Stands for any tag; MPJ Express's own value. */
  int ANY_TAG = -2;

  /**
   * Whose message it is, in words, as in {@code from rank 1, tag 7}.
   *
   * @param tags whether the tags are the program's, and not those of a collective operation
   */
  String peers(boolean tags);

  /** Notes in the history that the program, at that clock, begins to wait for it. */
  default void noteWait(OperationHistory operations, long clock) {
    operations.note(OperationHistory.Kind.WAIT, clock);
  }

  /** A message from that rank or any. */
  static String from(int source, int tag, boolean tags) {
    return "from "
        + (source == ANY_SOURCE ? "any rank" : "rank " + source)
        + (tags ? tag(tag) : "");
  }

  /** A message to that rank. */
  static String to(int destination, int tag, boolean tags) {
    return "to rank " + destination + (tags ? tag(tag) : "");
  }

  private static String tag(int tag) {
    return tag == ANY_TAG ? ", any tag" : ", tag " + tag;
  }
}
