package org.ftmpj.agent;

import java.io.File;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.ftmpj.checkpoint.image.Descriptors;
import org.ftmpj.checkpoint.image.OpenFile;
import org.ftmpj.checkpoint.image.OpenFiles;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.event.ValueKind;

/**
 * The files that the program has open to write to them. In a checkpoint each keeps the operation
 * that has opened it; a restart from there has it opened again as a repeated operation would.
 */
final class WrittenFiles implements OpenFiles {
  private final Program program;
  private final FileAccess access;
  private final FileJournal journal;
  private final LockedFiles locks;
  private final boolean known;
  private final Consumer<String> warning;
  private final Map<FileDescriptor, WrittenFile> byDescriptor =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** How many changes there were of a file that was opened as it is, by the operation's order. */
  private final Map<Long, RandomAccessFile> counts = new ConcurrentHashMap<>();

  private RepeatedOpens opens;

  /**
   * @param known whether checkpoints may ask for them
   * @param warning told of files that are not as the program would have left them
   */
  WrittenFiles(
      Program program,
      FileJournal journal,
      LockedFiles locks,
      boolean known,
      Consumer<String> warning) {
    this.program = program;
    this.access = new FileAccess(program);
    this.journal = journal;
    this.locks = locks;
    this.known = known;
    this.warning = warning;
  }

  /** To be called once, before the program runs. */
  void repeatedBy(RepeatedOpens opens) {
    this.opens = opens;
  }

  /** Whether a file is open that checkpoints may ask for. */
  boolean areOpen() {
    synchronized (byDescriptor) {
      return byDescriptor.values().stream().anyMatch(file -> !file.isClosed());
    }
  }

  /**
   * @param with what it is written with
   */
  void opened(Object with, WrittenFile file) {
    FileDescriptor descriptor = known ? Descriptors.of(with) : null;
    if (descriptor != null) {
      byDescriptor.put(descriptor, file);
    }
  }

  /**
   * Something is about to be written, or closed.
   *
   * @param toSay a warning; null if there is none
   */
  void writing(String toSay) {
    program.commitExternalOutput();
    if (toSay != null) {
      warning.accept(toSay);
    }
  }

  /** Whether the repetition is over. */
  boolean isWhereItWas() {
    return !program.isRepeating();
  }

  /** Does something with what a file is written to. */
  void access(WrittenFile file, FilesLock.Action action) {
    access.run(new File(file.name()), action);
  }

  /** The number of the calling thread in the program; negative if it is not the program's. */
  int threadNumber() {
    return program.threadNumber();
  }

  /** See {@link LockedFiles#lock}. */
  long locked(String file, long position, long size, boolean shared) {
    long[] order = {0};
    access.run(new File(file), () -> order[0] = locks.lock(file, position, size, shared));
    return order[0];
  }

  boolean isLocked(long order) {
    return locks.isLocked(order);
  }

  /** A lock is about to be released: others may see what was done under it. */
  void unlocking(long order) {
    program.commitExternalOutput();
    access.run(new File("locks"), () -> locks.unlock(order));
  }

  /**
   * A part of the file is mapped to memory.
   *
   * @param again whether it was before the failure
   */
  void mapping(WrittenFile file, long position, long size, boolean again) {
    if (file.isScratch()) {
      return;
    }
    boolean[] together = {false};
    access.run(file.file().toFile(), () -> together[0] = journal.map(file.file(), position, size));
    if (together[0] && again) {
      throw program.stop(
          new FtmpjException(
              ErrorCode.MAPPED_TOGETHER,
              file.name() + " is mapped by this rank and another one, at the same place"));
    }
    if (together[0]) {
      warning.accept(
          file.name()
              + " is mapped by several ranks at the same place: a rank that dies cannot be"
              + " restarted");
    }
  }

  /** A file that was opened as it is holds so many changes. */
  void written(WrittenFile file, long changes) {
    access.run(
        file.file().toFile(),
        () -> {
          RandomAccessFile count = counts.get(file.order());
          if (count == null) {
            count = journal.changes(file.order());
            counts.put(file.order(), count);
          }
          synchronized (count) {
            count.seek(0);
            count.writeLong(changes);
          }
        });
  }

  /** Something is to be read that an earlier incarnation has closed, removed or replaced. */
  RuntimeException lost(String file) {
    return program.stop(
        new FtmpjException(
            ErrorCode.FILE_NOT_AS_READ, file + ", which the program was reading, is not there"));
  }

  /**
   * Compares what was written to a file with what was written before the failure.
   *
   * @param digest 0 if it cannot be compared
   */
  void closing(WrittenFile file, long digest) {
    long before = program.value(ValueKind.FILE, () -> digest);
    if (before != digest && before != 0 && digest != 0) {
      throw program.stop(
          new FtmpjException(
              ErrorCode.WRITTEN_DIFFERENTLY,
              "what the program has written to "
                  + file.name()
                  + " is not what it had written there before"));
    }
  }

  void closed(WrittenFile file) {
    access.run(
        file.file().toFile(),
        () -> {
          RandomAccessFile count = counts.remove(file.order());
          if (count != null) {
            count.close();
          }
          if (file.isScratch()) {
            Files.deleteIfExists(file.file());
          } else if (!file.isMapped()) {
            journal.close(file.file(), file.order());
          }
        });
  }

  /** How many operations there were, for a file that none of them has opened to write to it. */
  @Override
  public Object known(FileDescriptor descriptor, OpenFile file) {
    WrittenFile written = byDescriptor.get(descriptor);
    if (written != null) {
      return written;
    }
    try {
      return file.appends() ? null : journal.order();
    } catch (IOException e) {
      return null;
    }
  }

  @Override
  public Path place(FileDescriptor descriptor, OpenFile file, Object known) throws IOException {
    if (known instanceof WrittenFile written) {
      written.place(opens.again(written, file));
      byDescriptor.put(descriptor, written);
      return written.file();
    }
    return opens.place(file, (Long) known);
  }
}
