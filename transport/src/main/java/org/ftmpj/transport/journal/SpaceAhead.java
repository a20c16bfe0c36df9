package org.ftmpj.transport.journal;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * Writes zeros to the file of a queue ahead of its end, so that memory and disk space are there
 * when records are written through its mapping. The first touch of a page in a hole would have the
 * system read ahead over the hole, that is, find and clear as much memory as {@code read_ahead_kb}
 * of the disk says (8 MiB, which took 20 ms of processor time), and on a full disk it would be a
 * SIGBUS. Here it is a little at a time, and an exception.
 *
 * <p>Unlike a channel the file stays open when its thread is interrupted. One thread.
 */
final class SpaceAhead implements Closeable {
  /** Bytes written at a time to a small file, as there may be many of them, and to a large one. */
  static final int SMALL_PIECE = 8 << 10;

  static final int PIECE = 64 << 10;

  /** The size of a file from which on it counts as large, in bytes. */
  static final int LARGE = 1 << 20;

  /**
   * The fewest pieces beyond the end of a record: the queue writes there the start of the next
   * record or, in a large file, a page of its index, 8 KiB, and that start.
   */
  private static final int PIECES_AHEAD = 2;

  private static final byte[] ZEROS = new byte[PIECE];

  private final RandomAccessFile file;

  /** The end of the zeros, and of what was written over them; 0 if nothing was prepared. */
  private long prepared;

  private SpaceAhead(RandomAccessFile file) {
    this.file = file;
  }

  /**
   * Opens the file of a queue.
   *
   * @param records the file of the queue
   */
  static SpaceAhead in(Path records) throws IOException {
    return new SpaceAhead(new RandomAccessFile(records.toFile(), "rw"));
  }

  /**
   * Makes sure of the space for a record, and of some beyond it. To be called while the record is
   * begun and not complete: then the file has nothing from its start on, and no process adds
   * anything.
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

  /**
   * Writes zeros, but never beyond the queue's own extent of the file: the queue takes more from
   * the file's length.
   */
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
