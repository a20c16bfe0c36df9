package org.ftmpj.interceptors.bridge.value;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ftmpj.interceptors.bridge.value.FileHooks.Act;
import org.ftmpj.interceptors.bridge.value.FileHooks.Watcher;

/**
 * A {@link RandomAccessFile} whose reads are values and whose writes are outputs, made instead of
 * it by the program.
 */
public class RecordedRandomAccessFile extends RandomAccessFile {
  private final Watcher watcher;
  private final ReadValues values;
  private final AtomicBoolean closed = new AtomicBoolean();
  private FileChannel channel; // guarded by closed

  /** The place of the file, and the listeners to its use; null if that is not recorded. */
  private record Place(File file, Watcher watcher, ReadValues values) {}

  public RecordedRandomAccessFile(String file, String mode) throws IOException {
    this(new File(file), mode);
  }

  public RecordedRandomAccessFile(File file, String mode) throws IOException {
    this(place(file, mode), mode);
  }

  private RecordedRandomAccessFile(Place place, String mode) throws IOException {
    super(place.file(), mode);
    watcher = place.watcher();
    values = place.values();
    if (watcher != null) {
      watcher.opened(this);
    }
  }

  private static Place place(File file, String mode) throws IOException {
    if (mode.equals("r")) {
      Readable<File> opened =
          Readable.of(
              file,
              place -> {
                new RandomAccessFile(place, mode).close();
                return place;
              });
      return new Place(opened.with(), null, opened.values());
    }
    Opened<File> opened =
        Opened.of(
            Act.OPEN,
            file,
            (place, again) -> {
              if (!again) {
                new RandomAccessFile(place, mode).close();
              }
              return place;
            });
    Watcher watcher = opened.watcher();
    return new Place(opened.with(), watcher, watcher == null ? null : new ReadValues(watcher));
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
    return length == 0
        ? 0
        : values.read(to, from, length, super::read, read -> super.seek(getFilePointer() + read));
  }

  @Override
  public long length() throws IOException {
    return values == null ? super.length() : values.number(super::length);
  }

  @Override
  public void seek(long position) throws IOException {
    super.seek(position);
    if (watcher != null) {
      watcher.at(position);
    }
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    write(bytes, 0, bytes.length);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    if (watcher == null) {
      super.write(bytes, from, length);
    } else if (watcher.writing(ByteBuffer.wrap(bytes, from, length))) {
      super.write(bytes, from, length);
      watcher.written();
    } else {
      super.seek(getFilePointer() + length);
    }
  }

  @Override
  public void setLength(long length) throws IOException {
    if (watcher == null) {
      super.setLength(length);
    } else if (watcher.changing('t', length)) {
      super.setLength(length);
      watcher.written();
    } else if (getFilePointer() > length) {
      super.seek(length);
    }
  }

  /** Instead of {@link RandomAccessFile#writeBytes}, which passes the other methods by. */
  public static void writeBytes(RandomAccessFile file, String text) throws IOException {
    if (file instanceof RecordedRandomAccessFile) {
      file.write(text.getBytes(StandardCharsets.ISO_8859_1));
    } else {
      file.writeBytes(text);
    }
  }

  /** Instead of {@link RandomAccessFile#writeChars}, which passes the other methods by. */
  public static void writeChars(RandomAccessFile file, String text) throws IOException {
    if (file instanceof RecordedRandomAccessFile) {
      file.write(text.getBytes(StandardCharsets.UTF_16BE));
    } else {
      file.writeChars(text);
    }
  }

  /** Instead of {@link RandomAccessFile#getChannel}, which cannot be overridden. */
  public static FileChannel getChannel(RandomAccessFile file) {
    FileChannel actual = file.getChannel();
    return file instanceof RecordedRandomAccessFile recorded && recorded.values != null
        ? recorded.channel(actual)
        : actual;
  }

  private FileChannel channel(FileChannel actual) {
    synchronized (closed) {
      if (channel == null) {
        channel = new RecordedFileChannel(actual, values, watcher, this);
      }
      return channel;
    }
  }

  @Override
  public void close() throws IOException {
    if (watcher == null || !closed.compareAndSet(false, true)) {
      super.close();
    } else {
      watcher.closing();
      super.close();
      watcher.closed();
    }
    FileChannel open;
    synchronized (closed) {
      open = channel;
    }
    if (open != null) {
      open.close();
    }
  }
}
