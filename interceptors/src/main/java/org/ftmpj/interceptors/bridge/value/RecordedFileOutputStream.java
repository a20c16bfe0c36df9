package org.ftmpj.interceptors.bridge.value;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ftmpj.interceptors.bridge.value.FileHooks.Watcher;

/** A {@link FileOutputStream} whose writes are outputs, made instead of it by the program. */
public class RecordedFileOutputStream extends FileOutputStream {
  private final Watcher watcher;
  private final AtomicBoolean closed = new AtomicBoolean();
  private FileChannel channel; // guarded by closed

  public RecordedFileOutputStream(String file) throws IOException {
    this(new File(file), false);
  }

  public RecordedFileOutputStream(String file, boolean append) throws IOException {
    this(new File(file), append);
  }

  public RecordedFileOutputStream(File file) throws IOException {
    this(file, false);
  }

  public RecordedFileOutputStream(File file, boolean append) throws IOException {
    this(Opens.descriptor(file, append));
  }

  /** A stream of something that is open already. */
  public RecordedFileOutputStream(FileDescriptor descriptor) {
    super(descriptor);
    watcher = null;
  }

  private RecordedFileOutputStream(Opened<FileDescriptor> opened) {
    super(opened.with());
    watcher = opened.watcher();
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
    if (watcher == null) {
      super.write(b, off, len);
    } else if (watcher.writing(ByteBuffer.wrap(b, off, len))) {
      super.write(b, off, len);
      watcher.written();
    }
  }

  @Override
  public FileChannel getChannel() {
    FileChannel actual = super.getChannel();
    if (watcher == null) {
      return actual;
    }
    synchronized (closed) {
      if (channel == null) {
        channel = new RecordedFileChannel(actual, null, watcher, this);
      }
      return channel;
    }
  }

  @Override
  public void close() throws IOException {
    if (watcher == null || !closed.compareAndSet(false, true)) {
      super.close();
      return;
    }
    watcher.closing();
    super.close();
    watcher.closed();
    FileChannel open;
    synchronized (closed) {
      open = channel;
    }
    if (open != null) {
      open.close();
    }
  }
}
