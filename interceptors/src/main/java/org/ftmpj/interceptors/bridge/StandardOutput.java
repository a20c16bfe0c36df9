package org.ftmpj.interceptors.bridge;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;

/**
 * A stream on the descriptor of standard output or error that writes to the rank's output. Any
 * thread.
 */
final class StandardOutput extends FileOutputStream {
  private final OutputStream to;
  private final StandardChannel channel;
  private volatile boolean closed;

  StandardOutput(FileDescriptor descriptor, OutputStream to) {
    super(descriptor);
    this.to = to;
    this.channel = new StandardChannel(this);
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] b) throws IOException {
    write(b, 0, b.length);
  }

  @Override
  public void write(byte[] b, int off, int len) throws IOException {
    if (closed) {
      throw new IOException("Stream Closed");
    }
    to.write(b, off, len);
  }

  /** The descriptor stays open: what FTMPJ says goes there. */
  @Override
  public void close() throws IOException {
    closed = true;
    channel.close();
  }

  @Override
  public FileChannel getChannel() {
    return channel;
  }
}
