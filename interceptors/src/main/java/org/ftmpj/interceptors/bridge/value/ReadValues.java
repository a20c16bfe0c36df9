package org.ftmpj.interceptors.bridge.value;

import java.io.IOException;
import org.ftmpj.interceptors.bridge.value.FileHooks.Reader;

/**
 * The program's reads of an open file: values. In a re-execution the file is not read, but its
 * position moves as if it were. Any thread.
 */
final class ReadValues {
  /** Bytes of a piece: no record can be longer than a megabyte. */
  private static final int PIECE = 64 << 10;

  private final Reader reader;

  ReadValues(Reader reader) {
    this.reader = reader;
  }

  Reader reader() {
    return reader;
  }

  /** Reads from the file. */
  interface Bytes {
    /**
     * Reads like {@link java.io.InputStream#read(byte[], int, int)}.
     *
     * @return how many, -1 at the end
     */
    int read(byte[] to, int from, int length) throws IOException;
  }

  /** Moves the position of a file from which something was read before the failure. */
  interface Skip {
    void by(int bytes) throws IOException;
  }

  /** A number that a file has. */
  interface Number {
    long get() throws IOException;
  }

  /** Reads as much as the file has, in pieces that a record can hold. */
  int read(byte[] to, int from, int length, Bytes actual, Skip skip) throws IOException {
    int all = 0;
    while (true) {
      int asked = Math.min(length - all, PIECE);
      int read = piece(to, from + all, asked, actual, skip);
      if (read < 0) {
        return all == 0 ? -1 : all;
      }
      all += read;
      if (read < asked || all == length) {
        return all;
      }
    }
  }

  private int piece(byte[] to, int from, int length, Bytes actual, Skip skip) throws IOException {
    FileEffect<Integer> effect =
        new FileEffect<>(
            () -> {
              reader.reading();
              return actual.read(to, from, length);
            },
            read -> outcome(to, from, read));
    byte[] outcome = Recorded.data(Source.FILE, effect);
    if (effect.hasResult(outcome)) {
      return effect.result();
    }
    if (!FileOutcome.isDone(outcome)) {
      return -1;
    }
    int read = outcome.length - 1;
    System.arraycopy(outcome, 1, to, from, read);
    skip.by(read);
    return read;
  }

  private static byte[] outcome(byte[] bytes, int from, int read) {
    if (read < 0) {
      return FileOutcome.FALSE;
    }
    byte[] outcome = new byte[1 + read];
    System.arraycopy(bytes, from, outcome, 1, read);
    return outcome;
  }

  /** A number that may be another one in a re-execution: a length, what is available. */
  long number(Number actual) throws IOException {
    return numberOf(
        () -> {
          reader.reading();
          return actual.get();
        });
  }

  /** Records a number of any file. */
  static long numberOf(Number actual) throws IOException {
    FileEffect<Long> effect =
        new FileEffect<>(actual::get, number -> FileOutcome.of(Long.toString(number)));
    byte[] outcome = Recorded.data(Source.FILE, effect);
    return effect.hasResult(outcome) ? effect.result() : Long.parseLong(FileOutcome.text(outcome));
  }
}
