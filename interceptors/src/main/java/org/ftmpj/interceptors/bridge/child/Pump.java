package org.ftmpj.interceptors.bridge.child;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.ftmpj.interceptors.bridge.child.ReadBytes.Mark;

/**
 * Reads an output of a process as it comes, a little ahead of the program. Of a process that was
 * run again it drops what the program had read before, and compares it. Any thread; has one of its
 * own.
 */
final class Pump {
  /** The most bytes that are read ahead while the process runs. */
  private static final int AHEAD = 32 << 10;

  private static final int PIECE = 8 << 10;
  private static final byte[] NOTHING = {};

  private final InputStream from;
  private final Consumer<String> differs;
  private byte[] ahead;
  private Mark start;
  private Mark wanted = ReadBytes.BEGINNING;
  private boolean ended;
  private boolean closed;
  private boolean closing;
  private boolean unlimited;

  private Pump(InputStream from, Mark start, byte[] ahead, Consumer<String> differs) {
    this.from = from;
    this.start = start;
    this.ahead = ahead;
    this.differs = differs;
  }

  /**
   * Begins to read.
   *
   * @param differs called, in words, if the process does not write again what was read of it
   */
  static Pump of(InputStream from, String name, Consumer<String> differs) {
    Pump pump = new Pump(from, ReadBytes.BEGINNING, NOTHING, differs);
    Thread thread = new Thread(pump::run, name);
    thread.setDaemon(true);
    thread.start();
    return pump;
  }

  /** An output that has ended, with so much that was not read. */
  static Pump ended(long position, byte[] rest) {
    Pump pump = new Pump(InputStream.nullInputStream(), new Mark(position, 0), rest, what -> {});
    pump.ended = true;
    return pump;
  }

  private void run() {
    byte[] piece = new byte[PIECE];
    int length = 0;
    while (length >= 0 && awaitRoom()) {
      try {
        length = from.read(piece);
      } catch (IOException e) {
        length = -1; // closed
      }
      add(piece, length);
    }
    if (closing) {
      try {
        from.close();
      } catch (IOException e) {
        // The process has ended.
      }
    }
  }

  private synchronized boolean awaitRoom() {
    awaitUninterruptibly(
        () -> closed || unlimited || ahead.length < AHEAD || start.position() < wanted.position());
    return !closed;
  }

  private void awaitUninterruptibly(BooleanSupplier condition) {
    boolean interrupted = false;
    while (!condition.getAsBoolean()) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void add(byte[] piece, int length) {
    if (length < 0) {
      ended = true;
    } else if (!closed) {
      int old = ahead.length;
      ahead = Arrays.copyOf(ahead, old + length);
      System.arraycopy(piece, 0, ahead, old, length);
    }
    drop();
    if (closing && start.position() >= wanted.position()) {
      closed = true;
      ahead = NOTHING;
    }
    notifyAll();
  }

  /** Drops what the program has read of the process before it was run again. */
  private void drop() {
    long drops = Math.min(wanted.position() - start.position(), ahead.length);
    if (drops > 0) {
      start = start.after(ahead, 0, (int) drops);
      ahead = Arrays.copyOfRange(ahead, (int) drops, ahead.length);
    }
    if (drops > 0 && start.position() == wanted.position() && start.sum() != wanted.sum()) {
      differs.accept("wrote something else in its first " + wanted.position() + " bytes");
    }
    if (ended && !closed && start.position() < wanted.position()) {
      differs.accept(
          "wrote " + start.position() + " bytes instead of at least " + wanted.position());
    }
  }

  /** The program has read so much of the process. */
  synchronized void skip(Mark read) {
    if (read.position() > wanted.position()) {
      wanted = read;
      if (start.position() < read.position()) {
        drop();
      }
      notifyAll();
    }
  }

  /** Waits until there is something to take, or the end. Interrupts stay pending. */
  synchronized void await() {
    awaitUninterruptibly(this::isReady);
  }

  private boolean isReady() {
    return ended || closed || ahead.length > 0 && start.position() >= wanted.position();
  }

  /**
   * Takes what comes after that place.
   *
   * @return nothing at the end; null if there is nothing yet
   */
  synchronized byte[] take(Mark read, int most) {
    if (start.position() < read.position()) {
      skip(read);
    }
    if (!isReady()) {
      return null;
    }
    int length = Math.min(most, ahead.length);
    byte[] taken = Arrays.copyOf(ahead, length);
    ahead = Arrays.copyOfRange(ahead, length, ahead.length);
    start = new Mark(start.position() + length, ReadBytes.sum(start.sum(), taken, 0, length));
    wanted = start;
    notifyAll();
    return taken;
  }

  /** The number of bytes that can be taken at once. */
  synchronized int available() {
    return start.position() >= wanted.position() ? ahead.length : 0;
  }

  /**
   * The process has ended: all that it has written is read, whether the program wants it or not.
   */
  synchronized void endsSoon() {
    unlimited = true;
    notifyAll();
  }

  /** Waits until all is read, at most so long. */
  synchronized void awaitEnd(long ms) throws InterruptedException {
    long limit = System.nanoTime() + ms * 1_000_000;
    for (long left = ms; !isEnded() && left > 0; left = (limit - System.nanoTime()) / 1_000_000) {
      wait(left);
    }
  }

  synchronized boolean isEnded() {
    return ended || closed;
  }

  /** The bytes that were not taken yet. */
  synchronized byte[] rest() {
    return closed ? NOTHING : ahead.clone();
  }

  /** The number of bytes before {@link #rest}. */
  synchronized long position() {
    return start.position();
  }

  /** The program has closed it after what it had read. Called before anything is read. */
  synchronized void closeAfter(Mark read) {
    closing = true;
    skip(read);
    closed = read.position() == 0;
    notifyAll();
  }

  /** The program does not want more of it. */
  void close() throws IOException {
    synchronized (this) {
      closed = true;
      ahead = NOTHING;
      notifyAll();
    }
    from.close();
  }
}
