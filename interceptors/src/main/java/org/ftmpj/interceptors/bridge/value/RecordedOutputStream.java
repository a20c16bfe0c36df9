package org.ftmpj.interceptors.bridge.value;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ftmpj.interceptors.bridge.value.FileHooks.Watcher;

/** A stream on a file that the program has opened as a path; its writes are outputs. */
final class RecordedOutputStream extends OutputStream {
  private final OutputStream out;
  private final Watcher watcher;
  private final AtomicBoolean closed = new AtomicBoolean();

  RecordedOutputStream(Opened<OutputStream> opened) {
    out = opened.with();
    watcher = opened.watcher();
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] b, int off, int len) throws IOException {
    if (watcher.writing(ByteBuffer.wrap(b, off, len))) {
      out.write(b, off, len);
      watcher.written();
    }
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    if (closed.compareAndSet(false, true)) {
      watcher.closing();
      out.close();
      watcher.closed();
    }
  }
}
