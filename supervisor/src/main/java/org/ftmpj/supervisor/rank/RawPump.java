package org.ftmpj.supervisor.rank;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Passes one stream of a process on, until it ends. */
final class RawPump implements Runnable {
  private final InputStream from;
  private final int stream;
  private final RawOutput sink;
  private OutputStream kept;

  private RawPump(InputStream from, int stream, RawOutput sink, OutputStream kept) {
    this.from = from;
    this.stream = stream;
    this.sink = sink;
    this.kept = kept;
  }

  static RawPump passing(InputStream from, int stream, RawOutput sink) {
    return new RawPump(from, stream, sink, OutputStream.nullOutputStream());
  }

  /**
   * @param kept also gets the stream, as long as it is writable; closed at the end
   */
  static RawPump keeping(InputStream from, int stream, RawOutput sink, OutputStream kept) {
    return new RawPump(from, stream, sink, kept);
  }

  @Override
  public void run() {
    byte[] buffer = new byte[1 << 13];
    for (int n = read(buffer); n >= 0; n = read(buffer)) {
      keep(buffer, n);
      sink.accept(stream, buffer, n);
    }
    sink.ended(stream);
    close();
  }

  /** Reads from the stream; an error is the end, as the process was killed during the read. */
  private int read(byte[] buffer) {
    try {
      return from.read(buffer);
    } catch (IOException e) {
      return -1;
    }
  }

  /**
   * Writes to the copy; a failure must not stop the pump, as the process would wait for its reader.
   */
  private void keep(byte[] buffer, int length) {
    try {
      kept.write(buffer, 0, length);
    } catch (IOException e) {
      byte[] note = ("ftmpj: raw output is kept no longer: " + e.getMessage() + "\n").getBytes();
      sink.accept(stream, note, note.length);
      close();
      kept = OutputStream.nullOutputStream();
    }
  }

  private void close() {
    try {
      kept.close();
    } catch (IOException e) {
      byte[] note = ("ftmpj: raw output is not kept whole: " + e.getMessage() + "\n").getBytes();
      sink.accept(stream, note, note.length);
    }
  }
}
