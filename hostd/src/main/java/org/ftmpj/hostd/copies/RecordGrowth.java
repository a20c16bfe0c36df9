package org.ftmpj.hostd.copies;

/** The growth of files of records since the last complete one. */
final class RecordGrowth {
  /** The least disk space of a file. */
  private static final long BLOCK = 4096;

  /** Less is not worth a file that has all. */
  private static final long LEAST = 1 << 20;

  private long first;
  private long grown;

  /**
   * Adds the next file.
   *
   * @param all whether it has all that is needed
   */
  void add(boolean all, long bytes) {
    long room = Math.max(BLOCK, bytes);
    first = all ? room : first;
    grown = all ? 0 : grown + room;
  }

  /**
   * Whether there is as much after the last file that has all as in it, and a little more: so what
   * is written for such files is at most twice what is copied otherwise, however little is left
   * out.
   */
  boolean isEnough() {
    return grown >= first + LEAST;
  }
}
