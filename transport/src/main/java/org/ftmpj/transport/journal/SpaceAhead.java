package org.ftmpj.transport.journal;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * Zeros written to the file of a queue, ahead of what is appended, so that memory and disk space
 * are there when it is written through its mapping. The first touch of a page in a hole would have
 * the system read ahead over the hole, that is, find and clear as much memory as {@code
 * read_ahead_kb} of the disk says (8 MiB, which took 20 ms of processor time), and on a full disk
 * it would be a SIGBUS. Here it is a little at a time, and an exception.
 *
 * <p>Unlike a channel the file stays open when its thread is interrupted. One thread.
 */
final class SpaceAhead implements Closeable {
  /** Bytes written at once to a file that is small, for there may be many of them, and else. */
  static final int SMALL_PIECE = 8 << 10;

  static final int PIECE = 64 << 10;

  /** Bytes of a file that is not small any more. */
  static final int LARGE = 1 << 20;

  /**
   * So many pieces are there beyond the end of a record, at least: what the queue puts there next
   * is the start of another record or, in a large file, a page of its index, 8 KiB, and that.
   */
  private static final int PIECES_AHEAD = 2;

  private static final byte[] ZEROS = new byte[PIECE];

  private final RandomAccessFile file;

  /** Up to here there are zeros, or what was written since; 0 if nothing was prepared. */
  private long prepared;

  private SpaceAhead(RandomAccessFile file) {
    this.file = file;
  }

  /**
   * @param records the file of the queue
   */
  static SpaceAhead in(Path records) throws IOException {
    return new SpaceAhead(new RandomAccessFile(records.toFile(), "rw"));
  }

  /**
   * Makes sure of the space for a record, and of some beyond. To be called when the record is begun
   * and not complete: then nothing is in the file from its start on, and no process adds anything.
   *
   * @param start position in the file
   * @param end the same
   * @throws IOException if the disk is full, or cannot be written
   */
  void prepare(long start, long end) throws IOException {
    int piece = end < LARGE ? SMALL_PIECE : PIECE;
    long ahead = end + PIECES_AHEAD * piece;
    if (prepared < ahead) {
      write(Math.max(start, prepared), (ahead + piece - 1) / piece * piece);
    }
  }

  /** Never beyond what the queue has made of the file: it takes more from the file's length. */
  private void write(long from, long to) throws IOException {
    long until = Math.min(to, file.length());
    file.seek(from);
    for (long at = from; at < until; at = prepared) {
      int length = (int) Math.min(until - at, PIECE - at % PIECE);
      file.write(ZEROS, 0, length);
      prepared = at + length;
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
