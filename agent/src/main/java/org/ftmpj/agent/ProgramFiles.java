package org.ftmpj.agent;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.ftmpj.agent.FileOperation.Done;
import org.ftmpj.agent.checkpoint.CheckpointPart;
import org.ftmpj.agent.process.Place;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.interceptors.bridge.child.Children;
import org.ftmpj.interceptors.bridge.value.FileHooks;
import org.ftmpj.interceptors.bridge.value.FileOutcome;
import org.ftmpj.protocol.event.ValueKind;

/**
 * The program's operations on files. Operations are outputs: they pass the gate, take effect once,
 * and are recorded with their outcome. What the rank had closed before it died is in the file; in
 * the re-execution it goes to a scratch file. What was still open is written again where it is. The
 * program's threads.
 */
final class ProgramFiles implements FileHooks, CheckpointPart {
  private final File temporaries = new File(System.getProperty("java.io.tmpdir"));
  private final int rank;
  private final Program program;
  private final Path scratches;
  private final boolean changes;
  private final AppendedFiles appended;
  private final FileJournal journal;
  private final FileAccess access;
  private final WrittenFiles written;
  private final RepeatedOpens opens;
  private final ReadFiles reads;

  /** Operations by number of the thread; each used by that thread only. */
  private final Map<Integer, Long> operations = new ConcurrentHashMap<>();

  /**
   * @param scratches a directory for scratch files
   * @param changes whether files are to be changed: not by a mere verification
   * @param imaged whether there are checkpoints
   * @param warning told of files that are not as the program would have left them
   */
  ProgramFiles(
      Place place,
      Program program,
      Path scratches,
      boolean changes,
      boolean imaged,
      Consumer<String> warning) {
    Path directory = place.layout().appended();
    this.rank = place.rank();
    this.program = program;
    this.scratches = scratches;
    this.changes = changes;
    this.appended = new AppendedFiles(directory, rank, warning);
    OlderFiles older = new OlderFiles(directory, changes);
    this.journal = new FileJournal(directory, rank, older);
    this.access = new FileAccess(program);
    this.written =
        new WrittenFiles(program, journal, new LockedFiles(place, journal), imaged, warning);
    this.opens = new RepeatedOpens(scratches, rank, changes, appended, journal, written);
    written.repeatedBy(opens);
    this.reads =
        new ReadFiles(program, access, journal, older, opens, written, place.layout().directory());
  }

  /** The files that the program has open for writing. */
  WrittenFiles written() {
    return written;
  }

  /** The files that the program has open for reading. */
  ReadFiles read() {
    return reads;
  }

  @Override
  public Object saved() {
    return new HashMap<>(operations);
  }

  @Override
  public void restore(Object saved) {
    ((Map<?, ?>) saved).forEach((thread, number) -> operations.put((int) thread, (long) number));
  }

  @Override
  public byte[] change(Act act, File file, File to, Supplier<byte[]> effect) {
    FileOperation operation = operation(act, file, to);
    if (operation == null) {
      return effect.get();
    }
    boolean[] live = {false};
    byte[] outcome =
        once(
                operation,
                () -> {
                  live[0] = true;
                  return effect.get();
                })
            .outcome();
    if (!live[0] && operation.isRemoved(outcome)) {
      Children.removed(operation.file());
    }
    return outcome;
  }

  /**
   * Removes what processes that were run again have left where this rank had removed it, unless a
   * rank has put something there since.
   */
  void removeAgain(String file) {
    Path path = Path.of(file);
    access.run(
        path.toFile(),
        () -> {
          FileJournal.Last last = journal.last(path);
          if (last != null
              && last.rank() == rank
              && (last.act() == Act.REMOVE || last.act() == Act.MOVE && !last.movedTo().isEmpty())
              && Files.isRegularFile(path)) {
            Files.delete(path);
          }
        });
  }

  @Override
  public Opening open(Act act, File file, Supplier<byte[]> effect) {
    FileOperation operation = operation(act, file, null);
    if (operation == null) {
      return new Opening(effect.get(), null, null);
    }
    if (act == Act.APPEND && changes) {
      access.run(file, () -> appended.mark(operation.path()));
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
      return new Opening(done.outcome(), null, null);
    }
    if (live[0]) {
      return new Opening(
          done.outcome(),
          null,
          new WrittenFile(
              written, act, done.order(), operation.file(), operation.path(), false, null));
    }
    WrittenFile[] again = {null};
    access.run(
        file, () -> again[0] = opens.again(act, operation.path(), done.order(), done.length()));
    return new Opening(done.outcome(), again[0].file().toFile(), again[0]);
  }

  @Override
  public boolean isKnown(File file) {
    return reads.areKnown(file);
  }

  @Override
  public byte[] found(File file) {
    return reads.found(file);
  }

  @Override
  public Reading reading(File file, byte[] found, boolean again) {
    return reads.reading(file, found, again);
  }

  @Override
  public File names() throws IOException {
    return OnlyUser.directories(scratches.resolve("names")).toFile();
  }

  @Override
  public File temporaries(boolean ofPaths) {
    return ofPaths ? temporaries : TemporaryDirectory.ofFile();
  }

  @Override
  public File scratch() {
    File[] made = {null};
    access.run(new File("scratch"), () -> made[0] = opens.newScratch().toFile());
    return made[0];
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
    program.commitExternalOutput(); // so that an incarnation which finds it done comes to it, too
    return Done.of(program.data(ValueKind.FILE, () -> done(operation, effect)));
  }

  private byte[] done(FileOperation operation, Supplier<byte[]> effect) {
    Done[] done = {null};
    access.run(new File(operation.file()), () -> done[0] = journal.once(operation, effect));
    return done[0].bytes();
  }
}
