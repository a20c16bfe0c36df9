package org.ftmpj.supervisor.console;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * What one thread wrote to one stream in earlier incarnations, in order, less what this incarnation
 * has written again. Only places in the log are kept in memory, not the text.
 */
final class HeldOutput {
  private final Deque<Piece> pieces = new ArrayDeque<>();

  private record Piece(long position, int length) {}

  void add(long position, int length) {
    pieces.add(new Piece(position, length));
  }

  boolean isEmpty() {
    return pieces.isEmpty();
  }

  /**
   * Takes away as much as is held, at most {@code len} bytes.
   *
   * @return how much was taken and whether it was the same text
   */
  Taken take(RandomAccessFile log, byte[] b, int off, int len) throws IOException {
    int taken = 0;
    boolean same = true;
    while (taken < len && !pieces.isEmpty()) {
      Piece piece = pieces.remove();
      int n = Math.min(len - taken, piece.length());
      if (n < piece.length()) {
        pieces.addFirst(new Piece(piece.position() + n, piece.length() - n));
      }
      byte[] text = new byte[n];
      log.seek(piece.position());
      log.readFully(text);
      same &= Arrays.equals(text, 0, n, b, off + taken, off + taken + n);
      taken += n;
    }
    return new Taken(taken, same);
  }

  /** The text that comes next, at most {@code len} bytes, which stays held. */
  byte[] peek(RandomAccessFile log, int len) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (Piece piece : pieces) {
      int n = Math.min(len - text.size(), piece.length());
      byte[] part = new byte[n];
      log.seek(piece.position());
      log.readFully(part);
      text.write(part);
      if (text.size() == len) {
        break;
      }
    }
    return text.toByteArray();
  }

  /**
   * Takes away as much as is held, at most {@code len} bytes.
   *
   * @return how much was taken
   */
  int skip(int len) {
    int taken = 0;
    while (taken < len && !pieces.isEmpty()) {
      Piece piece = pieces.remove();
      int n = Math.min(len - taken, piece.length());
      if (n < piece.length()) {
        pieces.addFirst(new Piece(piece.position() + n, piece.length() - n));
      }
      taken += n;
    }
    return taken;
  }

  record Taken(int bytes, boolean same) {}
}
