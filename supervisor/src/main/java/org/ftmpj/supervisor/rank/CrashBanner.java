package org.ftmpj.supervisor.rank;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import java.util.List;

/**
 * The raw output of one process without the messages that a crashing Java virtual machine writes to
 * standard output, which no option redirects: from there on everything goes to standard error, or
 * nowhere. Each stream has a thread of its own; only standard output is changed.
 */
final class CrashBanner implements RawOutput {
  private static final int OUT = 1;
  private static final int ERR = 2;

  private static final List<byte[]> BEGINNINGS =
      List.of(
          "#\n# A fatal error has been detected by the Java Runtime Environment:"
              .getBytes(US_ASCII),
          "#\n# There is insufficient memory for the Java Runtime Environment".getBytes(US_ASCII));

  private final RawOutput sink;
  private final boolean passed;

  /** Bytes that may be the beginning of a banner. */
  private byte[] held = {};

  private boolean begun;

  /**
   * @param passed whether the banner goes to standard error
   */
  CrashBanner(RawOutput sink, boolean passed) {
    this.sink = sink;
    this.passed = passed;
  }

  @Override
  public void accept(int stream, byte[] bytes, int length) {
    if (stream != OUT) {
      sink.accept(stream, bytes, length);
    } else if (begun) {
      banner(bytes, length);
    } else {
      output(bytes, length);
    }
  }

  @Override
  public void ended(int stream) {
    if (stream == OUT && !begun) {
      sink.accept(OUT, held, held.length);
    }
    sink.ended(stream);
  }

  private void output(byte[] bytes, int length) {
    byte[] text = Arrays.copyOf(held, held.length + length);
    System.arraycopy(bytes, 0, text, held.length, length);
    int from = 0;
    while (from < text.length && !mayBegin(text, from)) {
      from++;
    }
    sink.accept(OUT, text, from);
    held = Arrays.copyOfRange(text, from, text.length);
    if (BEGINNINGS.stream().anyMatch(beginning -> held.length >= beginning.length)) {
      begun = true;
      banner(held, held.length);
    }
  }

  /** Whether a banner begins at that index, as far as the text goes. */
  private static boolean mayBegin(byte[] text, int from) {
    for (byte[] beginning : BEGINNINGS) {
      int length = Math.min(beginning.length, text.length - from);
      if (Arrays.equals(beginning, 0, length, text, from, from + length)) {
        return true;
      }
    }
    return false;
  }

  private void banner(byte[] bytes, int length) {
    if (passed) {
      sink.accept(ERR, bytes, length);
    }
  }
}
