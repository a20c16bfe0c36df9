package org.ftmpj.interceptors.bridge.value;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.ftmpj.interceptors.bridge.value.FileHooks.Reader;
import org.ftmpj.interceptors.bridge.value.FileHooks.Watcher;

/**
 * A channel on a file that the program has open: what it reads is a value, what it writes an
 * output. Any thread.
 */
final class RecordedFileChannel extends FileChannel {
  private static final int BUFFER = 64 << 10;

  private final FileChannel actual;
  private final ReadValues values;
  private final Watcher watcher;
  private final Closeable owner;

  /** The locks; null if they are not recorded. */
  private final LockedParts locks;

  /**
   * @param actual what it reads from and writes to
   * @param values what it reads; null if that is not recorded
   * @param watcher told what is written; null if nothing is
   * @param owner what is closed with it; null if that is the channel alone
   */
  RecordedFileChannel(FileChannel actual, ReadValues values, Watcher watcher, Closeable owner) {
    this.actual = actual;
    this.values = values;
    this.watcher = watcher;
    this.owner = owner;
    Reader reader = values == null ? watcher : values.reader();
    this.locks = reader == null ? null : new LockedParts(this, actual, reader);
  }

  // ---------------------------------------------------------------- reads

  @Override
  public int read(ByteBuffer to) throws IOException {
    return values == null
        ? actual.read(to)
        : read(to, actual::read, read -> actual.position(actual.position() + read));
  }

  @Override
  public int read(ByteBuffer to, long position) throws IOException {
    if (values == null) {
      return actual.read(to, position);
    }
    if (position < 0) {
      throw new IllegalArgumentException("Negative position");
    }
    long[] place = {position};
    return read(
        to,
        bytes -> {
          int read = actual.read(bytes, place[0]);
          place[0] += Math.max(0, read);
          return read;
        },
        read -> place[0] += read);
  }

  private interface Part {
    int read(ByteBuffer to) throws IOException;
  }

  private int read(ByteBuffer to, Part part, ReadValues.Skip skip) throws IOException {
    if (to.isReadOnly()) {
      throw new IllegalArgumentException("Read-only buffer");
    }
    if (!to.hasRemaining()) {
      return part.read(to);
    }
    byte[] bytes = new byte[Math.min(to.remaining(), BUFFER)];
    int all = 0;
    while (to.hasRemaining()) {
      int asked = Math.min(to.remaining(), bytes.length);
      int read =
          values.read(
              bytes,
              0,
              asked,
              (into, from, length) -> part.read(ByteBuffer.wrap(into, from, length)),
              skip);
      if (read < 0) {
        return all == 0 ? -1 : all;
      }
      to.put(bytes, 0, read);
      all += read;
      if (read < asked) {
        break;
      }
    }
    return all;
  }

  @Override
  public long read(ByteBuffer[] to, int from, int length) throws IOException {
    if (values == null) {
      return actual.read(to, from, length);
    }
    Objects.checkFromIndexSize(from, length, to.length);
    long all = 0;
    for (int i = from; i < from + length; i++) {
      int asked = to[i].remaining();
      int read = asked == 0 ? 0 : read(to[i]);
      if (read < 0) {
        return all == 0 ? -1 : all;
      }
      all += read;
      if (read < asked) {
        break;
      }
    }
    return all;
  }

  @Override
  public long transferTo(long position, long count, WritableByteChannel to) throws IOException {
    if (values == null && !(to instanceof RecordedFileChannel)) {
      return actual.transferTo(position, count, to);
    }
    if (position < 0 || count < 0) {
      throw new IllegalArgumentException();
    }
    ByteBuffer bytes = ByteBuffer.allocate(BUFFER);
    long all = 0;
    while (all < count) {
      bytes.clear().limit((int) Math.min(BUFFER, count - all));
      if (read(bytes, position + all) <= 0) {
        break;
      }
      bytes.flip();
      int asked = bytes.remaining();
      int written = to.write(bytes);
      all += written;
      if (written < asked) {
        break;
      }
    }
    return all;
  }

  // ---------------------------------------------------------------- writes

  private boolean mayWrite(ByteBuffer from) {
    return watcher == null || watcher.writing(from.duplicate());
  }

  private void written() {
    if (watcher != null) {
      watcher.written();
    }
  }

  private static int pass(ByteBuffer bytes) {
    int length = bytes.remaining();
    bytes.position(bytes.limit());
    return length;
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    if (!mayWrite(from)) {
      actual.position(actual.position() + from.remaining());
      return pass(from);
    }
    int written = actual.write(from);
    written();
    return written;
  }

  @Override
  public int write(ByteBuffer from, long position) throws IOException {
    if (watcher != null) {
      watcher.at(position);
    }
    if (!mayWrite(from)) {
      return pass(from);
    }
    int written = actual.write(from, position);
    written();
    return written;
  }

  @Override
  public long write(ByteBuffer[] from, int first, int length) throws IOException {
    if (watcher == null) {
      return actual.write(from, first, length);
    }
    Objects.checkFromIndexSize(first, length, from.length);
    long all = 0;
    for (int i = first; i < first + length; i++) {
      all += from[i].hasRemaining() ? write(from[i]) : 0;
    }
    return all;
  }

  @Override
  public long transferFrom(ReadableByteChannel from, long position, long count) throws IOException {
    if (watcher == null && !(from instanceof RecordedFileChannel)) {
      return actual.transferFrom(from, position, count);
    }
    if (position < 0 || count < 0) {
      throw new IllegalArgumentException();
    }
    if (position > size()) {
      return 0;
    }
    ByteBuffer bytes = ByteBuffer.allocate(BUFFER);
    long all = 0;
    while (all < count) {
      bytes.clear().limit((int) Math.min(BUFFER, count - all));
      if (from.read(bytes) <= 0) {
        break;
      }
      bytes.flip();
      all += write(bytes, position + all);
    }
    return all;
  }

  @Override
  public FileChannel truncate(long size) throws IOException {
    if (watcher == null || watcher.changing('t', size)) {
      actual.truncate(size);
      written();
    } else if (actual.position() > size) {
      actual.position(size);
    }
    return this;
  }

  @Override
  public void force(boolean metaData) throws IOException {
    actual.force(metaData);
  }

  // ---------------------------------------------------------------- places

  @Override
  public long position() throws IOException {
    return values == null ? actual.position() : values.number(actual::position);
  }

  @Override
  public FileChannel position(long position) throws IOException {
    actual.position(position);
    if (watcher != null) {
      watcher.at(position);
    }
    return this;
  }

  @Override
  public long size() throws IOException {
    return values == null && watcher == null
        ? actual.size()
        : values == null ? ReadValues.numberOf(actual::size) : values.number(actual::size);
  }

  // ---------------------------------------------------------------- maps and locks

  @Override
  public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
    if (values == null) {
      return actual.map(mode, position, size);
    }
    boolean writes = mode == MapMode.READ_WRITE && watcher != null;
    MappedByteBuffer[] live = {null};
    values.number(
        () -> {
          live[0] = actual.map(mode, position, size);
          return 1;
        });
    if (writes) {
      watcher.mapping(position, size, live[0] == null);
    }
    if (live[0] != null) {
      record(live[0]);
      return live[0];
    }
    if (writes) {
      restore(position, size, actual, position);
      return actual.map(mode, position, size);
    }
    Path scratch = Recorded.hooks().files().scratch().toPath();
    try (FileChannel copy =
        FileChannel.open(scratch, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      restore(position, size, copy, 0);
      return copy.map(mode, 0, size);
    }
  }

  /** Records the content of memory that the program may read. */
  private void record(MappedByteBuffer map) throws IOException {
    byte[] bytes = new byte[Math.min(map.capacity(), BUFFER)];
    for (int from = 0; from < map.capacity(); from += BUFFER) {
      int place = from;
      values.read(
          bytes,
          0,
          Math.min(BUFFER, map.capacity() - from),
          (to, first, length) -> {
            map.get(place, to, first, length);
            return length;
          },
          read -> {});
    }
  }

  /** The part of the file is as it was when the program mapped it. */
  private void restore(long position, long size, FileChannel to, long place) throws IOException {
    byte[] bytes = new byte[(int) Math.min(size, BUFFER)];
    for (long from = 0; from < size; from += BUFFER) {
      long first = position + from;
      int length = (int) Math.min(BUFFER, size - from);
      values.read(
          bytes,
          0,
          length,
          (into, start, asked) -> {
            ByteBuffer rest = ByteBuffer.wrap(into, start, asked);
            while (rest.hasRemaining() && actual.read(rest, first + rest.position()) > 0) {}
            return asked;
          },
          read -> {});
      to.write(ByteBuffer.wrap(bytes, 0, length), place + from);
    }
  }

  @Override
  public FileLock lock(long position, long size, boolean shared) throws IOException {
    return locks == null ? actual.lock(position, size, shared) : locks.lock(position, size, shared);
  }

  @Override
  public FileLock tryLock(long position, long size, boolean shared) throws IOException {
    return locks == null
        ? actual.tryLock(position, size, shared)
        : locks.tryLock(position, size, shared);
  }

  @Override
  protected void implCloseChannel() throws IOException {
    try {
      closeFile();
    } finally {
      if (locks != null) {
        locks.close();
      }
    }
  }

  private void closeFile() throws IOException {
    if (owner != null) {
      owner.close();
    } else if (watcher == null) {
      actual.close();
    } else {
      watcher.closing();
      actual.close();
      watcher.closed();
    }
  }
}
