package org.ftmpj.transport.journal;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * The file of a journal, read at any place, for what is no longer mapped. It shows what was written
 * to mapped memory. Unlike a channel it stays open when the reading thread is interrupted. One
 * thread.
 */
final class RecordFile implements Closeable {
  private final RandomAccessFile file;

  private RecordFile(RandomAccessFile file) {
    this.file = file;
  }

  static RecordFile open(Path path) throws IOException {
    return new RecordFile(new RandomAccessFile(path.toFile(), "r"));
  }

  /**
   * Reads from the file.
   *
   * @param from position in the file
   */
  void read(long from, byte[] to, int index, int length) throws IOException {
    file.seek(from);
    file.readFully(to, index, length);
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
