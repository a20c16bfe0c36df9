package org.ftmpj.protocol.rank;

/** Something that a thread of the program waits for. Its {@code toString} is unique to the wait. */
interface Awaited {

  /**
   * Whose message it is, in words, as in {@code from rank 1, tag 7}.
   *
   * @param tags whether the tags are the program's, and not those of a collective operation
   */
  String peers(boolean tags);

  /** A message from that rank or any. */
  static String from(int source, int tag, boolean tags) {
    return "from "
        + (source == Receive.ANY_SOURCE ? "any rank" : "rank " + source)
        + (tags ? tag(tag) : "");
  }

  /** A message to that rank. */
  static String to(int destination, int tag, boolean tags) {
    return "to rank " + destination + (tags ? tag(tag) : "");
  }

  private static String tag(int tag) {
    return tag == Receive.ANY_TAG ? ", any tag" : ", tag " + tag;
  }
}
