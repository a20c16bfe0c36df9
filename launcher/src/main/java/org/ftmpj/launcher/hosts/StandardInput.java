package org.ftmpj.launcher.hosts;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.supervisor.input.InputRecorder;

/**
 * Reads this process's standard input for the host of rank 0, a piece at each request. Stores it in
 * a file, for the host on which the rank is repeated if its own is lost.
 */
final class StandardInput implements AutoCloseable {
  private final FileChannel input;
  private final Path file;
  private final Path end;
  private final FileChannel kept;
  private final Consumer<FtmpjException> failed;

  // Guarded by this, like all that follows.
  private Consumer<byte[]> taker;
  private int wanted;
  private long given;
  private long read;
  private boolean ended;
  private boolean closed;

  private StandardInput(
      FileChannel input,
      Path directory,
      long there,
      Consumer<byte[]> taker,
      Consumer<FtmpjException> failed)
      throws IOException {
    this.input = input;
    this.file = directory.resolve("text");
    this.end = directory.resolve("end");
    this.kept =
        OnlyUser.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    this.read = kept.size();
    this.given = there;
    this.ended = Files.exists(end);
    this.taker = taker;
    this.failed = failed;
  }

  /**
   * Starts its threads.
   *
   * @param directory for the input, of this run of the job and earlier ones
   * @param there the bytes of it that were given before
   * @param taker takes each piece, and an empty one at the end
   * @param failed is called if it cannot be stored
   */
  static StandardInput start(
      Path directory, long there, Consumer<byte[]> taker, Consumer<FtmpjException> failed) {
    try {
      StandardInput input =
          new StandardInput(InputRecorder.standardInput(), directory, there, taker, failed);
      start("standard input", input::readAll);
      start("input of rank 0", input::giveAll);
      return input;
    } catch (IOException e) {
      throw new FtmpjException(ErrorCode.CANNOT_START, "cannot read the standard input", e);
    }
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Takes a request for a piece. */
  synchronized void want() {
    wanted++;
    notifyAll();
  }

  /**
   * Handles that rank 0 is repeated on another host, which will request everything from the
   * beginning.
   */
  synchronized void repeat(Consumer<byte[]> other) {
    taker = other;
    wanted = 0;
    given = 0;
  }

  private void readAll() {
    ByteBuffer buffer = ByteBuffer.allocate(InputRecorder.CHUNK);
    try {
      while (awaitNeed()) {
        boolean more = read(buffer);
        if (!input.isOpen()) {
          return;
        }
        keep(buffer.flip(), more);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      failed.accept(notStored(e));
    }
  }

  /** Waits until more is requested than was read; false at the end. */
  private synchronized boolean awaitNeed() throws InterruptedException {
    while (!ended && !closed && (wanted == 0 || given < read)) {
      wait();
    }
    return !ended && !closed;
  }

  /** Reads the available input. Unreadable input counts as ended. */
  private boolean read(ByteBuffer buffer) {
    try {
      return input.read(buffer.clear()) > 0;
    } catch (IOException e) {
      return false;
    }
  }

  private synchronized void keep(ByteBuffer buffer, boolean more) throws IOException {
    while (more && !closed && buffer.hasRemaining()) {
      read += kept.write(buffer, read);
    }
    ended = !more;
    if (ended && !closed) {
      Files.createFile(end, OnlyUser.FILE);
    }
    notifyAll();
  }

  private void giveAll() {
    try (kept) {
      while (give()) {
        continue;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      failed.accept(notStored(e));
    }
  }

  /** Returns false when this is closed. */
  private boolean give() throws InterruptedException, IOException {
    Consumer<byte[]> to;
    byte[] piece;
    synchronized (this) {
      while (!closed && (wanted == 0 || given == read && !ended)) {
        wait();
      }
      if (closed) {
        return false;
      }
      ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(InputRecorder.CHUNK, read - given));
      while (buffer.hasRemaining() && kept.read(buffer, given + buffer.position()) > 0) {
        continue;
      }
      piece = Arrays.copyOf(buffer.array(), buffer.position());
      given += piece.length;
      wanted--;
      to = taker;
    }
    to.accept(piece);
    return true;
  }

  private FtmpjException notStored(IOException e) {
    return new FtmpjException(
        ErrorCode.LOG_NOT_WRITABLE,
        "cannot keep the standard input in " + file + " (" + Reason.of(e) + ")",
        e);
  }

  /** Ends a read, too. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    try {
      input.close();
    } catch (IOException e) {
      // Then it ends with this process.
      return;
    }
  }
}
