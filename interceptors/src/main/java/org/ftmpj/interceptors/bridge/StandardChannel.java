package org.ftmpj.interceptors.bridge;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/**
 * The channel of standard output or error: it can be written to, from its position on. It has none
 * as a file has; what would need one is refused, as by a pipe. Any thread.
 */
final class StandardChannel extends FileChannel {
  private final StandardOutput to;
  private long position; // guarded by this

  StandardChannel(StandardOutput to) {
    this.to = to;
  }

  @Override
  public synchronized int write(ByteBuffer from) throws IOException {
    byte[] bytes = new byte[from.remaining()];
    from.get(bytes);
    to.write(bytes, 0, bytes.length);
    position += bytes.length;
    return bytes.length;
  }

  @Override
  public synchronized long write(ByteBuffer[] from, int offset, int length) throws IOException {
    long written = 0;
    for (int i = offset; i < offset + length; i++) {
      written += write(from[i]);
    }
    return written;
  }

  @Override
  public long transferFrom(ReadableByteChannel from, long position, long count) throws IOException {
    throw notSeekable();
  }

  @Override
  public int write(ByteBuffer from, long position) throws IOException {
    throw notSeekable();
  }

  @Override
  public synchronized long position() {
    return position;
  }

  @Override
  public FileChannel position(long newPosition) throws IOException {
    throw notSeekable();
  }

  @Override
  public long size() {
    return 0;
  }

  @Override
  public FileChannel truncate(long size) throws IOException {
    throw notSeekable();
  }

  /** Does nothing: written bytes are in the output log at once. */
  @Override
  public void force(boolean metaData) {}

  @Override
  public int read(ByteBuffer to) {
    throw new NonReadableChannelException();
  }

  @Override
  public long read(ByteBuffer[] to, int offset, int length) {
    throw new NonReadableChannelException();
  }

  @Override
  public int read(ByteBuffer to, long position) {
    throw new NonReadableChannelException();
  }

  @Override
  public long transferTo(long position, long count, WritableByteChannel to) {
    throw new NonReadableChannelException();
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
    throw notSeekable();
  }

  @Override
  public FileLock lock(long position, long size, boolean shared) throws IOException {
    throw notSeekable();
  }

  @Override
  public FileLock tryLock(long position, long size, boolean shared) throws IOException {
    throw notSeekable();
  }

  @Override
  protected void implCloseChannel() throws IOException {
    to.close();
  }

  private static IOException notSeekable() {
    return new IOException("Illegal seek");
  }
}
