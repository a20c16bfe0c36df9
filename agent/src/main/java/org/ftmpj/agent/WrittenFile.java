package org.ftmpj.agent;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.CRC32C;
import org.ftmpj.agent.checkpoint.ImagedObject;
import org.ftmpj.interceptors.bridge.value.FileHooks.Act;
import org.ftmpj.interceptors.bridge.value.FileHooks.Watcher;

/**
 * A file that the program has opened to write to it, or a scratch file in its place, whose content
 * is used by nothing. The program's threads.
 */
final class WrittenFile implements Watcher, ImagedObject {
  private static final int NONE = -1;

  private final WrittenFiles all;
  private final Act act;
  private final long order;
  private final String name;
  private final AtomicReference<String> warning;
  private Path file;
  private boolean scratch;
  private FileOfLostHost lostHost; // null if it is none

  /**
   * The digest of all that was written; 0 if that cannot be compared, as several threads have
   * written, whose order is not repeated where only a lock of the JDK decides it.
   */
  private long digest = 1; // guarded by this

  /** The thread that has written so far, by its number in the program. */
  private int writer = NONE; // guarded by this

  /** How many changes there were, and how many of them the file holds since before a failure. */
  private long changes; // guarded by this

  private long before; // guarded by this
  private volatile boolean closed;
  private volatile boolean mapped;

  /**
   * @param order of the operation that has opened it
   * @param name by which the program has opened it
   * @param warning to be given when it is written first; null if there is none
   */
  WrittenFile(
      WrittenFiles all,
      Act act,
      long order,
      String name,
      Path file,
      boolean scratch,
      String warning) {
    this.all = all;
    this.name = name;
    this.act = act;
    this.order = order;
    this.file = file;
    this.scratch = scratch;
    this.warning = new AtomicReference<>(warning);
  }

  /** Returns this file with so many changes of an earlier incarnation. */
  WrittenFile with(long done) {
    synchronized (this) {
      before = done;
    }
    return this;
  }

  /** Puts this file in the place of a file of another host. */
  WrittenFile of(FileOfLostHost actual) {
    lostHost = actual;
    return this;
  }

  Act act() {
    return act;
  }

  long order() {
    return order;
  }

  /** The name by which the program has opened it. */
  String name() {
    return name;
  }

  Path file() {
    return file;
  }

  boolean isScratch() {
    return scratch;
  }

  boolean isClosed() {
    return closed;
  }

  /** After a restart it is to be written there. */
  void place(WrittenFile again) {
    file = again.file;
    scratch = again.scratch;
    lostHost = again.lostHost;
    warning.set(again.warning.get());
    synchronized (this) {
      before = again.before;
    }
  }

  @Override
  public void opened(Object with) {
    all.opened(with, this);
  }

  @Override
  public boolean writing(ByteBuffer bytes) {
    int length = bytes.remaining();
    CRC32C check = new CRC32C();
    check.update(bytes);
    return change(check.getValue() << 32 | length);
  }

  @Override
  public synchronized void at(long position) {
    add(-1 - position);
  }

  @Override
  public boolean changing(char what, long number) {
    return change(~number << 8 | what);
  }

  private boolean change(long what) {
    if (!scratch) {
      all.writing(warning.getAndSet(null));
    } else if (isOpenAtLast()) {
      all.access(this, () -> lostHost.catchUp(file));
    }
    synchronized (this) {
      add(what);
      changes++;
      return scratch || changes > before;
    }
  }

  /**
   * Whether it was open when its host was lost, as the rank is where it was, and has not closed it.
   */
  private boolean isOpenAtLast() {
    if (lostHost == null) {
      return false;
    }
    all.writing(null);
    return all.isWhereItWas();
  }

  private synchronized void add(long what) {
    int thread = all.threadNumber();
    if (thread < 0 || writer != NONE && writer != thread) {
      digest = 0;
    }
    writer = thread;
    if (digest != 0) {
      long mixed = (digest ^ what) * 0x9E37_79B9_7F4A_7C15L;
      digest = mixed ^ mixed >>> 29 | 1;
    }
  }

  @Override
  public void written() {
    if (lostHost != null) {
      all.access(this, () -> lostHost.added(file));
    }
    if (act == Act.OPEN && !scratch) {
      long done;
      synchronized (this) {
        done = changes;
      }
      all.written(this, done);
    }
  }

  @Override
  public void reading() {
    if (scratch) {
      throw all.lost(name);
    }
  }

  @Override
  public long locked(long position, long size, boolean shared) {
    return all.locked(name, position, size, shared);
  }

  @Override
  public boolean isLocked(long order) {
    return all.isLocked(order);
  }

  @Override
  public void unlocking(long order) {
    all.unlocking(order);
  }

  /** What is in memory may be changed after the file is closed. */
  @Override
  public void mapping(long position, long size, boolean again) {
    mapped = true;
    all.mapping(this, position, size, again);
  }

  boolean isMapped() {
    return mapped;
  }

  @Override
  public void closing() {
    long content;
    synchronized (this) {
      content = digest;
    }
    boolean isOpenAtLast = isOpenAtLast();
    all.closing(this, content);
    if (!scratch || isOpenAtLast) {
      all.writing(null);
    }
    if (isOpenAtLast) {
      all.access(this, () -> lostHost.finish(file));
    }
  }

  @Override
  public void closed() {
    closed = true;
    all.closed(this);
  }
}
