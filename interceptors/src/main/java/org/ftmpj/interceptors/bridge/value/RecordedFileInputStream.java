package org.ftmpj.interceptors.bridge.value;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.util.Objects;

/** A {@link FileInputStream} whose reads are values, made instead of it by the program. */
public class RecordedFileInputStream extends FileInputStream {
  private static final int BUFFER = 16 << 10;

  /** The recorded reads; null if they are not recorded. */
  private final ReadValues values;

  private FileChannel channel; // guarded by this

  public RecordedFileInputStream(String file) throws IOException {
    this(new File(file));
  }

  public RecordedFileInputStream(File file) throws IOException {
    this(Readable.of(file, place -> new FileInputStream(place).getFD()));
  }

  /** A stream of something that is open already. */
  public RecordedFileInputStream(FileDescriptor descriptor) {
    super(descriptor);
    values = null;
  }

  private RecordedFileInputStream(Readable<FileDescriptor> opened) {
    super(opened.with());
    values = opened.values();
  }

  @Override
  public int read() throws IOException {
    if (values == null) {
      return super.read();
    }
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] to) throws IOException {
    return read(to, 0, to.length);
  }

  @Override
  public int read(byte[] to, int from, int length) throws IOException {
    if (values == null) {
      return super.read(to, from, length);
    }
    Objects.checkFromIndexSize(from, length, to.length);
    return length == 0 ? 0 : values.read(to, from, length, super::read, super::skip);
  }

  @Override
  public byte[] readAllBytes() throws IOException {
    return values == null ? super.readAllBytes() : readNBytes(Integer.MAX_VALUE);
  }

  @Override
  public byte[] readNBytes(int length) throws IOException {
    if (values == null) {
      return super.readNBytes(length);
    }
    if (length < 0) {
      throw new IllegalArgumentException("len < 0");
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] buffer = new byte[BUFFER];
    while (all.size() < length) {
      int read = read(buffer, 0, Math.min(length - all.size(), BUFFER));
      if (read < 0) {
        break;
      }
      all.write(buffer, 0, read);
    }
    return all.toByteArray();
  }

  @Override
  public long transferTo(OutputStream out) throws IOException {
    if (values == null) {
      return super.transferTo(out);
    }
    Objects.requireNonNull(out, "out");
    long all = 0;
    byte[] buffer = new byte[BUFFER];
    for (int read = read(buffer); read >= 0; read = read(buffer)) {
      out.write(buffer, 0, read);
      all += read;
    }
    return all;
  }

  @Override
  public long skip(long bytes) throws IOException {
    if (values == null) {
      return super.skip(bytes);
    }
    boolean[] done = {false};
    long skipped =
        values.number(
            () -> {
              done[0] = true;
              return super.skip(bytes);
            });
    if (!done[0]) {
      super.skip(skipped);
    }
    return skipped;
  }

  @Override
  public int available() throws IOException {
    return values == null ? super.available() : (int) values.number(super::available);
  }

  @Override
  public FileChannel getChannel() {
    FileChannel actual = super.getChannel();
    if (values == null) {
      return actual;
    }
    synchronized (this) {
      if (channel == null) {
        channel = new RecordedFileChannel(actual, values, null, this);
      }
      return channel;
    }
  }

  @Override
  public void close() throws IOException {
    super.close();
    FileChannel open;
    synchronized (this) {
      open = channel;
    }
    if (open != null) {
      open.close();
    }
  }
}
