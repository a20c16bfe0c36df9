package org.ftmpj.launcher.hosts;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.input.InputRecorder;

/** Reads this process's standard input for the host of rank 0: a piece whenever it wants one. */
final class StandardInput implements AutoCloseable {
  private final FileChannel input;
  private final Consumer<byte[]> taker;
  private final Semaphore wanted = new Semaphore(0);

  private StandardInput(FileChannel input, Consumer<byte[]> taker) {
    this.input = input;
    this.taker = taker;
  }

  /**
   * Starts its thread.
   *
   * @param taker takes each piece, and an empty one at the end
   */
  static StandardInput start(Consumer<byte[]> taker) {
    try {
      StandardInput input = new StandardInput(InputRecorder.standardInput(), taker);
      Thread thread = new Thread(input::run, "standard input");
      thread.setDaemon(true);
      thread.start();
      return input;
    } catch (IOException e) {
      throw new FtmpjException(ErrorCode.CANNOT_START, "cannot read the standard input", e);
    }
  }

  /** A piece is wanted. */
  void want() {
    wanted.release();
  }

  private void run() {
    ByteBuffer buffer = ByteBuffer.allocate(InputRecorder.CHUNK);
    try {
      while (true) {
        wanted.acquire();
        boolean ended = !read(buffer);
        if (!input.isOpen()) {
          return;
        }
        taker.accept(ended ? new byte[0] : Arrays.copyOf(buffer.array(), buffer.position()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reads what is there. What cannot be read is at its end. */
  private boolean read(ByteBuffer buffer) {
    try {
      return input.read(buffer.clear()) > 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Ends a read, too. */
  @Override
  public void close() {
    try {
      input.close();
    } catch (IOException e) {
      // Then it ends with this process.
      return;
    }
  }
}
