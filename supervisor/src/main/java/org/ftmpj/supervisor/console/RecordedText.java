package org.ftmpj.supervisor.console;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;

/**
 * The text that one thread wrote to one stream in earlier incarnations, compared in order with what
 * this incarnation writes, line by line: however much two lines differ, the next ones are compared
 * with each other again. Of the text only the compared line is in memory.
 */
final class RecordedText {
  private final Deque<Piece> pieces = new ArrayDeque<>();
  private byte[] piece = {};
  private int at; // in piece
  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
  private int unfinished; // length of the last line, if it has no end
  private long line;
  private boolean skipping;

  /** The number of bytes of the next text that were also written before the checkpoint. */
  private int again;

  private record Piece(long position, int length) {}

  RecordedText() {
    this(0);
  }

  /**
   * @param lines that were written before this text
   */
  RecordedText(long lines) {
    line = lines + 1;
  }

  /**
   * Adds the next text.
   *
   * @param position of the text in the log
   */
  void add(long position, byte[] text) {
    int known = Math.min(again, text.length);
    again -= known;
    if (known < text.length) {
      pieces.add(new Piece(position + known, text.length - known));
    }
    int start = text.length;
    while (start > 0 && text[start - 1] != '\n') {
      start--;
    }
    unfinished = start == 0 ? unfinished + text.length : text.length - start;
  }

  /** Makes the next text begin the unfinished last line again. */
  void restartLine() {
    while (unfinished > 0 && !pieces.isEmpty()) {
      Piece last = pieces.removeLast();
      int kept = Math.max(0, last.length() - unfinished);
      if (kept > 0) {
        pieces.addLast(new Piece(last.position(), kept));
      }
      unfinished -= last.length() - kept;
    }
    again = unfinished;
    unfinished = 0;
  }

  /**
   * Passes over all text so far, which was written before the checkpoint from which the rank goes
   * on, and is not written again.
   *
   * @param log the file with the text
   */
  void passCheckpoint(RandomAccessFile log) throws IOException {
    while (load(log)) {
      take(piece.length - at);
    }
  }

  /** Whether all was written again. */
  boolean isEmpty() {
    return pieces.isEmpty() && at == piece.length;
  }

  /** Whether the comparison is over. */
  boolean isOver() {
    return isEmpty() && !skipping;
  }

  /** Whether the rest of a differing line has still to be written. */
  boolean isSkipping() {
    return skipping;
  }

  /**
   * Compares a piece of text with the recorded text, and removes that.
   *
   * @param log the file with the recorded text
   */
  Comparison compare(RandomAccessFile log, byte[] b, int off, int len) throws IOException {
    LineDifference difference = null;
    long differing = 0;
    byte[] again = null;
    int next = off;
    int end = off + len;
    while (next < end && (skipping || load(log))) {
      if (skipping) {
        next = skip(b, next, end);
        continue;
      }
      int n = Math.min(end - next, piece.length - at);
      int same = Arrays.mismatch(piece, at, at + n, b, next, next + n);
      same = same < 0 ? n : same;
      take(same);
      next += same;
      if (same < n) {
        byte[] beginning = begun.toByteArray();
        difference = difference == null ? difference(log, b, next, end) : difference;
        differing++;
        skipping = skipRecordedLine(log);
        again = skipping ? null : beginning;
      }
    }
    return new Comparison(next - off, difference, differing, again);
  }

  /** Loads the next recorded piece when the one before is used up; returns whether there is one. */
  private boolean load(RandomAccessFile log) throws IOException {
    if (at == piece.length && !pieces.isEmpty()) {
      piece = read(log, pieces.remove());
      at = 0;
    }
    return at < piece.length;
  }

  private static byte[] read(RandomAccessFile log, Piece piece) throws IOException {
    byte[] text = new byte[piece.length()];
    log.seek(piece.position());
    log.readFully(text);
    return text;
  }

  /** Passes over so many equal bytes. */
  private void take(int bytes) {
    int end = at + bytes;
    while (at < end) {
      int next = LineDifference.lineEnd(piece, at, end);
      begun.write(piece, at, next - at);
      if (piece[next - 1] == '\n') {
        nextLine();
      } else if (begun.size() >= Lines.LONGEST) {
        begun.reset();
      }
      at = next;
    }
  }

  private void nextLine() {
    begun.reset();
    line++;
  }

  private int skip(byte[] b, int from, int end) {
    int next = LineDifference.lineEnd(b, from, end);
    skipping = next == end && b[end - 1] != '\n';
    return next;
  }

  /** Passes over the recorded line; returns whether it has an end. */
  private boolean skipRecordedLine(RandomAccessFile log) throws IOException {
    boolean ends = false;
    while (!ends && load(log)) {
      int next = LineDifference.lineEnd(piece, at, piece.length);
      ends = piece[next - 1] == '\n';
      at = next;
    }
    nextLine();
    return ends;
  }

  private LineDifference difference(RandomAccessFile log, byte[] b, int from, int end)
      throws IOException {
    byte[] same = begun.toByteArray();
    byte[] rest = peek(log);
    return new LineDifference(
        line,
        LineDifference.text(same, rest, 0, rest.length),
        LineDifference.text(same, b, from, end));
  }

  /** The number of recorded lines that were not compared yet, except one that has been begun. */
  long linesLeft(RandomAccessFile log) throws IOException {
    if (isEmpty()) {
      return 0;
    }
    long ends = LineDifference.lineEnds(piece, at, piece.length);
    for (Piece next : pieces) {
      ends += LineDifference.lineEnds(read(log, next), 0, next.length());
    }
    return ends + (unfinished > 0 ? 1 : 0) - (isWithinLine() ? 1 : 0);
  }

  /** Whether a line has been compared in part, and was equal so far. */
  boolean isWithinLine() {
    return begun.size() > 0;
  }

  /** The rest of the compared line, or as much of it as is shown. */
  byte[] peek(RandomAccessFile log) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    text.write(piece, at, piece.length - at);
    for (Piece next : pieces) {
      if (text.size() > LineDifference.SHOWN
          || text.toString(LineDifference.BYTES).contains("\n")) {
        break;
      }
      text.writeBytes(read(log, next));
    }
    return text.toByteArray();
  }

  /** The next line to be compared; empty if there is none, or it has no end. */
  Optional<String> line(RandomAccessFile log) throws IOException {
    byte[] rest = peek(log);
    String text = new String(rest, LineDifference.BYTES);
    return text.contains("\n") || text.length() > LineDifference.SHOWN
        ? Optional.of(LineDifference.text(begun.toByteArray(), rest, 0, rest.length))
        : Optional.empty();
  }

  /**
   * The result of comparing a piece of text with the recorded one.
   *
   * @param bytes the part of it that must not be written, as it was written before, or another text
   *     in its place
   * @param difference the first differing line; null if none differs
   * @param differing the number of differing lines
   * @param again the beginning of a line, to be written again before the rest, if the earlier
   *     incarnation died in the middle of a different line; else null
   */
  record Comparison(int bytes, LineDifference difference, long differing, byte[] again) {}
}
