package org.ftmpj.agent;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.ftmpj.agent.FileOperation.Done;
import org.ftmpj.agent.checkpoint.Kept;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.interceptors.bridge.value.FileHooks;
import org.ftmpj.interceptors.bridge.value.FileOutcome;
import org.ftmpj.protocol.event.ValueKind;

/**
 * What the program does with files. Operations are outputs: they pass the gate, take effect once,
 * and are recorded with their outcome. What the rank had closed before it died is in the file; in
 * the re-execution it goes to a scratch file. What was still open is written again where it is. The
 * program's threads.
 */
final class ProgramFiles implements FileHooks, Kept {
  private final Path directory;
  private final int rank;
  private final Program program;
  private final boolean changes;
  private final Consumer<String> warning;
  private final AppendedFiles appended;
  private final FileJournal journal;

  /** Operations by number of the thread; each used by that thread only. */
  private final Map<Integer, Long> operations = new ConcurrentHashMap<>();

  /**
   * @param changes whether files are to be changed: not by a mere verification
   * @param warning told of files that are not as the program would have left them
   */
  ProgramFiles(Place place, Program program, boolean changes, Consumer<String> warning) {
    this.directory = place.layout().appended();
    this.rank = place.rank();
    this.program = program;
    this.changes = changes;
    this.warning = warning;
    this.appended = new AppendedFiles(directory, rank, warning);
    this.journal = new FileJournal(directory, rank);
  }

  @Override
  public Object kept() {
    return new HashMap<>(operations);
  }

  @Override
  public void restore(Object kept) {
    ((Map<?, ?>) kept).forEach((thread, number) -> operations.put((int) thread, (long) number));
  }

  @Override
  public byte[] change(Act act, File file, File to, Supplier<byte[]> effect) {
    FileOperation operation = operation(act, file, to);
    return operation == null ? effect.get() : once(operation, effect).outcome();
  }

  @Override
  public Opening open(Act act, File file, Supplier<byte[]> effect) {
    FileOperation operation = operation(act, file, null);
    if (operation == null) {
      return new Opening(effect.get(), null, Unwatched.ONE);
    }
    if (act == Act.APPEND && changes) {
      access(file, () -> appended.mark(operation.path()));
    }
    boolean[] live = {false};
    Done done =
        once(
            operation,
            () -> {
              live[0] = true;
              return effect.get();
            });
    if (!FileOutcome.isDone(done.outcome())) {
      return new Opening(done.outcome(), null, Unwatched.ONE);
    }
    if (live[0]) {
      return new Opening(done.outcome(), null, watcher(operation.path(), done.order(), null));
    }
    Opening[] again = {null};
    access(file, () -> again[0] = again(operation, done));
    return again[0];
  }

  /**
   * The operation to record; null if there is none: a device, or the program meets an error by
   * itself.
   */
  private FileOperation operation(Act act, File file, File to) {
    int thread = program.threadNumber();
    if (thread < 0) {
      return null;
    }
    try {
      Path path = file.toPath().toAbsolutePath();
      if (isDevice(path)) {
        return null;
      }
      String moved = to == null ? "" : to.toPath().toAbsolutePath().toString();
      long number = operations.merge(thread, 1L, Long::sum);
      return new FileOperation(rank, thread, number, act, path.toString(), moved);
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private static boolean isDevice(Path path) {
    return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
  }

  private Done once(FileOperation operation, Supplier<byte[]> effect) {
    program.commitOutput(); // so that an incarnation which finds it done comes to it, too
    return Done.of(program.data(ValueKind.FILE, () -> done(operation, effect)));
  }

  private byte[] done(FileOperation operation, Supplier<byte[]> effect) {
    Done[] done = {null};
    access(new File(operation.file()), () -> done[0] = journal.once(operation, effect));
    return done[0].bytes();
  }

  private Opening again(FileOperation operation, Done done) throws IOException {
    Path file = changes ? current(operation.path(), done.order()) : null;
    boolean inPlace =
        file != null
            && switch (operation.act()) {
              case APPEND -> journal.isOpen(done.order()) || journal.isCut(file);
              case WRITE -> journal.isOpen(done.order());
              default -> true;
            };
    if (!inPlace) {
      return scratch(operation, done);
    }
    if (operation.act() == Act.APPEND) {
      cutBack(file, done);
    }
    return new Opening(
        done.outcome(), file.toFile(), watcher(file, done.order(), warning(file, done)));
  }

  private void cutBack(Path file, Done done) throws IOException {
    if (journal.isOpen(done.order())) {
      journal.noteCut(file, done.order());
    }
    if (!appended.markAndCut(file, done.length())) {
      journal.forgetCut(file, done.order());
    }
  }

  /** Where the file is now that was opened then; null if it is there no more. */
  private Path current(Path file, long order) throws IOException {
    FileJournal.Last last = journal.last(file);
    if (last == null || last.order() <= order) {
      return Files.exists(file) ? file : null;
    }
    if (!last.movedTo().isEmpty()) {
      return current(Path.of(last.movedTo()), last.order());
    }
    if (last.rank() == rank || !Files.exists(file)) {
      return null;
    }
    return journal.isOpen(order) ? file : null;
  }

  /** A warning about a file; null if it is the rank's own. */
  private String warning(Path file, Done done) throws IOException {
    FileJournal.Last last = journal.last(file);
    return last == null || last.rank() == rank || last.order() <= done.order()
        ? null
        : file
            + ", which rank "
            + last.rank()
            + " has made or cut off while this rank had it open, is written again where this rank"
            + " wrote to it";
  }

  /** What is written there is in the file already. */
  private Opening scratch(FileOperation operation, Done done) throws IOException {
    Path scratch =
        changes
            ? Files.createTempFile(directory, "scratch", "")
            : Files.createTempFile("ftmpj", ".scratch");
    if (operation.act() == Act.OPEN && Files.isRegularFile(operation.path())) {
      Files.copy(operation.path(), scratch, StandardCopyOption.REPLACE_EXISTING);
    }
    if (operation.act() == Act.APPEND && done.length() > 0) {
      try (RandomAccessFile file = new RandomAccessFile(scratch.toFile(), "rw")) {
        file.setLength(done.length());
      }
    }
    scratch.toFile().deleteOnExit();
    return new Opening(done.outcome(), scratch.toFile(), removing(scratch));
  }

  private Watcher removing(Path scratch) {
    return new Unwatched() {
      @Override
      public void closed() {
        access(scratch.toFile(), () -> Files.deleteIfExists(scratch));
      }
    };
  }

  private Watcher watcher(Path file, long order, String warningOnce) {
    return new Watcher() {
      private final AtomicReference<String> toSay = new AtomicReference<>(warningOnce);

      @Override
      public void writing() {
        program.commitOutput();
        if (toSay.get() != null) {
          warning.accept(toSay.getAndSet(null));
        }
      }

      @Override
      public void closing() {
        program.commitOutput();
      }

      @Override
      public void closed() {
        access(directory.toFile(), () -> journal.close(file, order));
      }
    };
  }

  private void access(File file, FilesLock.Action action) {
    try {
      action.run();
    } catch (IOException e) {
      throw program.stop(
          new FtmpjException(
              ErrorCode.LOG_NOT_WRITABLE,
              "what the program does with "
                  + file
                  + " cannot be recorded or repeated: "
                  + Reason.of(e),
              e));
    }
  }
}
