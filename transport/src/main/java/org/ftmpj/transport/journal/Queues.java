package org.ftmpj.transport.journal;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.impl.single.TableStoreWriteLock;
import net.openhft.chronicle.queue.impl.table.Metadata;
import net.openhft.chronicle.queue.impl.table.SingleTableBuilder;
import net.openhft.chronicle.queue.rollcycles.LegacyRollCycles;
import net.openhft.chronicle.threads.BusyTimedPauser;
import org.ftmpj.common.job.OnlyUser;

/**
 * Opens queues of Chronicle; all settings that are not its defaults are in this class and in {@link
 * ChronicleStartup}.
 */
final class Queues {
  /** The block size of all queues: opening a queue with another size fails. */
  static final int BLOCK_SIZE = 64 << 20;

  /** Bytes past the end of a queue that a torn record can have touched. */
  static final int LARGEST_RECORD = BLOCK_SIZE / 4;

  /**
   * Entries of a page of the index. A queue begins with two pages, and there are many queues. With
   * the spacing this allows for 2^26 records in a queue, more than the largest segment has.
   */
  private static final int INDEX_COUNT = 1024;

  private static final int INDEX_SPACING = 64;

  /**
   * The longest wait of a writer for a lock, in milliseconds; the default of 10 s would delay
   * recovery by as much.
   */
  private static final int TIMEOUT_MS = 1000;

  private static final String METADATA = "metadata.cq4t";
  private static final String RECORDS = ".cq4";

  /** The name of the file that Chronicle takes, if it exists, for the only cycle. */
  private static final String PREPARED = "19700101-0000.precreated";

  /** Bytes that a queue has before its first record: two pages of its index, and a little. */
  private static final int BEFORE_RECORDS = 2 * INDEX_COUNT * Long.BYTES + (4 << 10);

  /** The time of the only cycle. A wall clock that steps back would lose records silently. */
  private static final long ONLY_CYCLE_MS = 0;

  /** A directory that Chronicle Queue does not create when it opens a queue. */
  private static final class Existing extends File {
    private static final long serialVersionUID = 1;

    Existing(Path directory) {
      super(directory.toString());
    }

    @Override
    public boolean mkdirs() {
      return false;
    }
  }

  private Queues() {}

  /** Opens a queue, or creates one. */
  static SingleChronicleQueue open(Path directory) {
    SingleChronicleQueue queue = open(directory.toFile(), false);
    try {
      // Chronicle's own file.
      OnlyUser.restrict(directory.resolve(METADATA));
      return queue;
    } catch (IOException e) {
      queue.close();
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Opens a queue that its writer may remove meanwhile: then it fails, or gives one that has no
   * records. It creates no directory, but if the queue is removed when its file has just been
   * found, reading creates both again, empty, see {@link #removeIfEmpty}.
   */
  static SingleChronicleQueue openExisting(Path directory) {
    return open(new Existing(directory), false);
  }

  /** Opens a queue, and maps its files without the right to write to them. */
  static SingleChronicleQueue openReadOnly(Path directory) {
    return open(new Existing(directory), true);
  }

  private static SingleChronicleQueue open(File directory, boolean readOnly) {
    return withOwnLoader(
        () -> {
          SingleChronicleQueue queue =
              SingleChronicleQueueBuilder.binary(directory)
                  .rollCycle(LegacyRollCycles.MINUTELY)
                  .timeProvider(() -> ONLY_CYCLE_MS)
                  .blockSize(BLOCK_SIZE)
                  .indexCount(INDEX_COUNT)
                  .indexSpacing(INDEX_SPACING)
                  .timeoutMS(TIMEOUT_MS)
                  .checkInterrupts(false)
                  .readOnly(readOnly)
                  .build();
          queue.singleThreadedCheckDisabled(true);
          return queue;
        });
  }

  /**
   * Frees the lock of a killed writer. Chronicle Queue itself does so only if no process has that
   * process's id by now.
   */
  static void forceUnlock(Path directory) {
    withOwnLoader(
        () -> {
          try (var table =
                  SingleTableBuilder.binary(directory.resolve(METADATA), Metadata.NoMeta.INSTANCE)
                      .build();
              var lock = new TableStoreWriteLock(table, BusyTimedPauser::new, 0L)) {
            lock.forceUnlock();
          }
          return null;
        });
  }

  /** The file with the records of a queue: the only one, as there is only one cycle. */
  static Path records(Path directory) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + RECORDS)) {
      Iterator<Path> each = files.iterator();
      if (!each.hasNext()) {
        throw new NoSuchFileException(directory + "/*" + RECORDS);
      }
      return each.next();
    }
  }

  /**
   * Prepares a new queue's file in memory and on the disk as far as it is written before its first
   * record, see {@link SpaceAhead}.
   *
   * @param directory of the queue, which is not there
   */
  static void prepare(Path directory) throws IOException {
    OnlyUser.directories(directory);
    OnlyUser.write(directory.resolve(PREPARED), new byte[BEFORE_RECORDS]);
  }

  /** Whether there is a queue, perhaps an incomplete one. */
  static boolean isQueue(Path directory) {
    return Files.exists(directory.resolve(METADATA));
  }

  /**
   * Removes a queue whose file is empty or missing. A writer leaves none like that: Chronicle has
   * created it again for a reader that opened it while its writer removed it. Does nothing if
   * another reader removes or creates it at the same time.
   */
  static void removeIfEmpty(Path directory) throws IOException {
    try {
      List<Path> files;
      try (Stream<Path> all = Files.list(directory)) {
        files = all.toList();
      }
      for (Path file : files) {
        if (!isMadeByReading(file)) {
          return;
        }
      }
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(directory);
    } catch (NoSuchFileException | DirectoryNotEmptyException changing) {
      return;
    }
  }

  private static boolean isMadeByReading(Path file) throws IOException {
    String name = file.getFileName().toString();
    return name.equals(METADATA) || name.endsWith(RECORDS) && Files.size(file) == 0;
  }

  /** Removes a queue, or a directory with queues, if it is there. */
  static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    List<Path> files;
    try (Stream<Path> all = Files.walk(directory, 2)) {
      files = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
  }

  /**
   * Runs an action with our context class loader, by which Chronicle looks classes up; it may be
   * the application's.
   */
  private static <T> T withOwnLoader(Supplier<T> action) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(Queues.class.getClassLoader());
    try {
      ChronicleStartup.once();
      return action.get();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
