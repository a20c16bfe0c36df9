package org.ftmpj.it.program.generated;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;

/** A number in a file that all ranks change, under a lock of the file. */
final class SharedCounter {
  /** How often an errand counts. */
  static final int TIMES = 3;

  /** The operating system's lock belongs to a process. */
  private static final ReentrantLock OF_THREADS = new ReentrantLock();

  private SharedCounter() {}

  private static Path file(int part) {
    return Path.of("counter-" + part);
  }

  static Object count(int part, Doer doer) throws IOException {
    for (int i = 0; i < TIMES; i++) {
      OF_THREADS.lock();
      try {
        doer.saw(doer.oneIn(2) ? byChannel(part, doer) : byFile(part));
      } finally {
        OF_THREADS.unlock();
      }
    }
    return TIMES;
  }

  private static long byChannel(int part, Doer doer) throws IOException {
    try (FileChannel channel =
            FileChannel.open(
                file(part),
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.CREATE);
        FileLock lock = doer.oneIn(2) ? channel.lock() : channel.lock(0, Long.MAX_VALUE, false)) {
      WitnessBroken.unless(lock.isValid(), "a lock is not valid");
      ByteBuffer buffer = ByteBuffer.allocate(Long.BYTES);
      long number = 0;
      if (channel.read(buffer, 0) == Long.BYTES) {
        number = buffer.getLong(0);
      }
      buffer.clear().putLong(number + 1).flip();
      channel.write(buffer, 0);
      return number;
    }
  }

  private static long byFile(int part) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(file(part).toFile(), "rw");
        FileLock lock = file.getChannel().lock()) {
      WitnessBroken.unless(lock.isValid(), "a lock is not valid");
      long number = file.length() == 0 ? 0 : file.readLong();
      file.seek(0);
      file.writeLong(number + 1);
      return number;
    }
  }

  /** What it has come to. */
  static long read(int part) {
    try {
      return ByteBuffer.wrap(Files.readAllBytes(file(part))).getLong();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
