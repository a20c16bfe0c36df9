package org.ftmpj.agent;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Supplier;
import org.ftmpj.agent.FileOperation.Done;
import org.ftmpj.agent.FileOperation.Entry;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.interceptors.bridge.value.FileHooks.Act;
import org.ftmpj.interceptors.bridge.value.FileOutcome;

/**
 * A journal of the operations of a job's ranks on files, by which each takes effect once. It is in
 * the directory of the marks of {@link AppendedFiles}, and under their lock:
 *
 * <pre>
 * order             how many operations there were
 * begun             the operation that is being done, and how it comes out if it is
 * done-RANK-THREAD  the last operation of that thread, and how it came out
 * open-ORDER        there as long as what that operation has opened is not closed; how often it was
 *                   changed, if it was opened as it is
 * map-DIGEST-RANK   the parts of that path that the rank has mapped to memory
 * last-DIGEST       which operation has made, removed or renamed that path last
 * cut-DIGEST-RANK   the operation that appends to that path and has been repeated on a file which
 *                   was cut back for it: so what was appended in between is repeated, too
 * </pre>
 *
 * An operation that a death has broken off is looked at by the next one that gets the lock, of
 * whatever rank, before it changes anything: was it done? Any thread.
 */
final class FileJournal {
  private final Path directory;
  private final FilesLock lock;
  private final int rank;
  private final OlderFiles older;

  FileJournal(Path directory, int rank, OlderFiles older) {
    this.directory = directory;
    this.older = older;
    this.rank = rank;
    this.lock = new FilesLock(directory);
  }

  /**
   * The operation that has changed a path last.
   *
   * @param movedTo where the file is now; empty if the path is not that of a file moved away
   */
  record Last(long order, int rank, Act act, String movedTo) {}

  /** Does something while no rank changes files. */
  void exclusively(FilesLock.Action action) throws IOException {
    lock.exclusively(action);
  }

  /** Does the operation, unless it was done by this or an earlier incarnation. */
  Done once(FileOperation operation, Supplier<byte[]> effect) throws IOException {
    Done[] done = {null};
    lock.exclusively(() -> done[0] = exclusively(operation, effect));
    return done[0];
  }

  private Done exclusively(FileOperation operation, Supplier<byte[]> effect) throws IOException {
    settle();
    Entry before = read(done(operation));
    if (before != null && before.operation().equals(operation)) {
      return before.done();
    }
    long order = nextOrder();
    long length = AppendedFiles.length(operation.path());
    if (operation.willShow()) {
      Done expected = new Done(order, length, FileOutcome.DONE);
      write("begun", new Entry(operation, expected).bytes());
    }
    older.save(operation);
    Done done = new Done(order, length, effect.get());
    finish(new Entry(operation, done));
    return done;
  }

  private void settle() throws IOException {
    Entry begun = read("begun");
    if (begun == null) {
      return;
    }
    Entry done = read(done(begun.operation()));
    boolean finished = done != null && done.operation().equals(begun.operation());
    if (!finished && begun.operation().shows()) {
      finish(begun);
    }
    Files.deleteIfExists(directory.resolve("begun"));
  }

  /** Can be done twice. */
  private void finish(Entry entry) throws IOException {
    if (FileOutcome.isDone(entry.done().outcome())) {
      note(entry.operation(), entry.done());
    }
    write(done(entry.operation()), entry.bytes());
    Files.deleteIfExists(directory.resolve("begun"));
  }

  private void note(FileOperation operation, Done done) throws IOException {
    long order = done.order();
    if (operation.opens()) {
      OnlyUser.createIfMissing(Path.of(open(order)));
    }
    boolean made = done.length() == AppendedFiles.NOT_THERE;
    switch (operation.act()) {
      case WRITE, CREATE, REMOVE -> last(operation, order, operation.file(), "");
      case APPEND, OPEN -> {
        if (made) {
          last(operation, order, operation.file(), "");
        }
      }
      case MOVE -> {
        last(operation, order, operation.file(), operation.to());
        last(operation, order, operation.to(), "");
      }
      case OTHER -> {}
    }
  }

  private void last(FileOperation operation, long order, String file, String movedTo)
      throws IOException {
    try (DataOutputStream out = new DataOutputStream(new FileOutputStream(temporary()))) {
      out.writeLong(order);
      out.writeInt(operation.rank());
      out.writeByte(operation.act().ordinal());
      out.writeUTF(movedTo);
    }
    rename("last-" + AppendedFiles.name(Path.of(file)));
  }

  /** The last change of a file; null if no rank has changed it. */
  Last last(Path file) throws IOException {
    Path noted = directory.resolve("last-" + AppendedFiles.name(file));
    if (!Files.exists(noted)) {
      return null;
    }
    try (DataInputStream in = new DataInputStream(new FileInputStream(noted.toFile()))) {
      return new Last(in.readLong(), in.readInt(), Act.values()[in.readByte()], in.readUTF());
    }
  }

  /** Whether what that operation has opened was open when the rank died. */
  boolean isOpen(long order) {
    return Files.exists(directory.resolve("open-" + order));
  }

  /** Where it is counted how often what that operation has opened was changed. */
  RandomAccessFile changes(long order) throws IOException {
    return new RandomAccessFile(open(order), "rw");
  }

  /** The number of changes through what an operation has opened. */
  long changed(long order) throws IOException {
    File noted = new File(open(order));
    if (noted.length() < Long.BYTES) {
      return 0;
    }
    try (DataInputStream in = new DataInputStream(new FileInputStream(noted))) {
      return in.readLong();
    }
  }

  /**
   * The rank has mapped a part of a file to memory, to change it there.
   *
   * @return whether another rank has mapped some of it, too
   */
  boolean map(Path file, long position, long size) throws IOException {
    boolean[] together = {false};
    lock.exclusively(() -> together[0] = noteMap(AppendedFiles.name(file), position, size));
    return together[0];
  }

  private boolean noteMap(String name, long position, long size) throws IOException {
    String own = "map-" + name + rank;
    boolean together = false;
    for (File noted : directory.toFile().listFiles()) {
      if (noted.getName().startsWith("map-" + name) && !noted.getName().equals(own)) {
        together |= overlaps(noted, position, size);
      }
    }
    File file = directory.resolve(own).toFile();
    ByteBuffer part = ByteBuffer.allocate(2 * Long.BYTES).putLong(position).putLong(size);
    try (FileOutputStream out = new FileOutputStream(file, true)) {
      out.write(part.array()); // at once, so that a death leaves no half of it
    }
    return together;
  }

  private static boolean overlaps(File noted, long position, long size) throws IOException {
    try (DataInputStream in = new DataInputStream(new FileInputStream(noted))) {
      for (long left = noted.length() / (2 * Long.BYTES); left > 0; left--) {
        long from = in.readLong();
        long length = in.readLong();
        if (from < position + size && position < from + length) {
          return true;
        }
      }
    }
    return false;
  }

  /** Notes that what an operation has opened is closed. */
  void close(Path file, long order) throws IOException {
    Files.deleteIfExists(directory.resolve("open-" + order));
    forgetCut(file, order);
  }

  /** The file is about to be cut back for that operation. */
  void noteCut(Path file, long order) throws IOException {
    Path noted = cut(file);
    if (!Files.exists(noted)) {
      Path made = directory.resolve("cutting-" + rank);
      OnlyUser.createIfMissing(made);
      try (DataOutputStream out = new DataOutputStream(new FileOutputStream(made.toFile()))) {
        out.writeLong(order);
      }
      Files.move(made, noted, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** Forgets a cut that was not made, or whose missing part is back. */
  void forgetCut(Path file, long order) throws IOException {
    Path noted = cut(file);
    if (!Files.exists(noted)) {
      return;
    }
    boolean thatOne;
    try (DataInputStream in = new DataInputStream(new FileInputStream(noted.toFile()))) {
      thatOne = in.readLong() == order;
    }
    if (thatOne) {
      Files.delete(noted);
    }
  }

  /** Whether what was appended to it is missing, closed or not. */
  boolean isCut(Path file) {
    return Files.exists(cut(file));
  }

  private Path cut(Path file) {
    return directory.resolve("cut-" + AppendedFiles.name(file) + rank);
  }

  private String open(long order) {
    return directory.resolve("open-" + order).toString();
  }

  private static String done(FileOperation operation) {
    return "done-" + operation.rank() + "-" + operation.thread();
  }

  /** The number of operations. */
  long order() throws IOException {
    Path file = directory.resolve("order");
    if (!Files.exists(file)) {
      return 0;
    }
    try (DataInputStream in = new DataInputStream(new FileInputStream(file.toFile()))) {
      return in.readLong();
    }
  }

  /** A new number; under the lock. */
  long nextOrder() throws IOException {
    long order = order() + 1;
    try (DataOutputStream out = new DataOutputStream(new FileOutputStream(temporary()))) {
      out.writeLong(order);
    }
    rename("order");
    return order;
  }

  /** The entry of that name; null if it is not there. */
  private Entry read(String name) throws IOException {
    Path file = directory.resolve(name);
    if (!Files.exists(file)) {
      return null;
    }
    try (FileInputStream in = new FileInputStream(file.toFile())) {
      return Entry.of(in.readAllBytes());
    }
  }

  /** Makes a note, or replaces it; under the lock. */
  void write(String name, byte[] bytes) throws IOException {
    try (FileOutputStream out = new FileOutputStream(temporary())) {
      out.write(bytes);
    }
    rename(name);
  }

  private String temporary() throws IOException {
    Path file = directory.resolve("new");
    OnlyUser.createIfMissing(file);
    return file.toString();
  }

  /** Gives a file its name, so that it is there whole or not at all. */
  private void rename(String name) throws IOException {
    Files.move(directory.resolve("new"), directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }
}
