package org.ftmpj.supervisor.console;

import java.util.Arrays;

/**
 * The extent of a thread's printed text on one of its streams, so that it is not printed again when
 * the rank is repeated on another host, or the job is resumed. A line that was abandoned and begun
 * again counts once. Not thread-safe.
 */
public final class PrintedText {
  /** Bytes in complete lines, written by the rank on its present host. */
  private long lines;

  /** Bytes of the line after them. */
  private long part;

  /** Bytes that were printed before the rank was repeated on another host. */
  private long mark;

  /** The part of the mark in complete lines. */
  private long markedLines;

  /**
   * Creates an extent that begins with another process's.
   *
   * @param mark bytes that another process has printed
   */
  public PrintedText(long mark) {
    this(mark, 0);
  }

  /**
   * @param lines bytes in complete lines before the first record that will be added
   */
  PrintedText(long mark, long lines) {
    this.mark = mark;
    this.markedLines = mark;
    this.lines = lines;
  }

  /** Bytes in complete lines so far. */
  public long lines() {
    return Math.max(lines, markedLines);
  }

  /** Bytes of all text so far, including that printed by another process. */
  public long bytes() {
    return Math.max(lines + part, mark);
  }

  /** Begins again, as the rank prints from the beginning. */
  public void repeat() {
    markedLines = lines();
    mark = Math.max(mark, lines + part);
    lines = 0;
    part = 0;
  }

  /**
   * Takes the next record.
   *
   * @return the part of it that is not printed yet; null if there is none
   */
  public OutputRecord add(OutputRecord record) {
    boolean restarts = record.restartsLine() && lines + part >= mark;
    if (record.restartsLine()) {
      part = 0;
      if (restarts) {
        // It was printed, and given up: the whole line is printed once more.
        mark = Math.min(mark, lines);
      }
    }
    byte[] text = record.text();
    long dropped = Math.min(text.length, Math.max(0, mark - lines - part));
    count(text);
    if (dropped == text.length) {
      return null;
    }
    byte[] rest = Arrays.copyOfRange(text, (int) dropped, text.length);
    return new OutputRecord(record.incarnation(), record.stream(), restarts, record.thread(), rest);
  }

  private void count(byte[] text) {
    for (byte each : text) {
      part++;
      if (each == '\n') {
        lines += part;
        part = 0;
      }
    }
  }
}
