package org.ftmpj.protocol.report;

/**
 * The object of a wait of one of the program's threads. Its {@code toString} is unique to the wait.
 */
public interface Awaited {
  /** The source of a wait for any rank. */
  int ANY_SOURCE = -1;

  /** The tag of a wait for any tag; MPJ Express's own value. */
  int ANY_TAG = -2;

  /**
   * The rank and tag of the message in words, as in {@code from rank 1, tag 7}.
   *
   * @param tags whether the tags are the program's, not those of a collective operation
   */
  String peers(boolean tags);

  /** Notes in the history that the program begins this wait at that clock. */
  default void noteWait(OperationHistory operations, long clock) {
    operations.note(OperationHistory.Kind.WAIT, clock);
  }

  /** Describes a message from a rank, or from any. */
  static String from(int source, int tag, boolean tags) {
    return "from "
        + (source == ANY_SOURCE ? "any rank" : "rank " + source)
        + (tags ? tag(tag) : "");
  }

  /** Describes a message to a rank. */
  static String to(int destination, int tag, boolean tags) {
    return "to rank " + destination + (tags ? tag(tag) : "");
  }

  private static String tag(int tag) {
    return tag == ANY_TAG ? ", any tag" : ", tag " + tag;
  }
}
