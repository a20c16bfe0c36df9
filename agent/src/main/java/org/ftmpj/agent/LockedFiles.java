package org.ftmpj.agent;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ftmpj.agent.process.Place;

/**
 * The locks of files that ranks hold. The operating system takes a lock from a process that dies;
 * the next incarnation of the rank has to get it back before another rank gets it, for what was
 * read under the lock is repeated as it was. In the directory of {@link FileJournal}:
 *
 * <pre>
 * locked-ORDER   a rank, and the part of a file that it has locked
 * </pre>
 *
 * Ranks on other hosts do not see these notes. Any thread.
 */
final class LockedFiles {
  private static final String NOTE = "locked-";

  private final Place place;
  private final Path directory;
  private final FileJournal journal;

  LockedFiles(Place place, FileJournal journal) {
    this.place = place;
    this.directory = place.layout().appended();
    this.journal = journal;
  }

  private record Part(int rank, String file, long position, long size, boolean shared) {
    boolean excludes(Part other) {
      return file.equals(other.file)
          && !(shared && other.shared)
          && position - other.size < other.position
          && other.position - size < position;
    }
  }

  /**
   * Notes that this process has the operating system's lock.
   *
   * @return the number of the lock; 0 if another rank, which has died, is to get it first
   */
  long lock(String file, long position, long size, boolean shared) throws IOException {
    Part part = new Part(place.rank(), AppendedFiles.name(Path.of(file)), position, size, shared);
    long[] order = {0};
    journal.exclusively(
        () -> {
          if (isFree(part)) {
            order[0] = journal.nextOrder();
            write(part, order[0]);
          }
        });
    return order[0];
  }

  private boolean isFree(Part part) throws IOException {
    for (File note : directory.toFile().listFiles((in, name) -> name.startsWith(NOTE))) {
      Part other = read(note);
      if (other == null || !part.excludes(other)) {
        continue;
      }
      if (other.rank() != place.rank() && !Files.exists(place.layout().exitRecord(other.rank()))) {
        return false;
      }
      Files.deleteIfExists(note.toPath()); // of a process that has ended, or noted it too late
    }
    return true;
  }

  boolean isLocked(long order) {
    return Files.exists(directory.resolve(NOTE + order));
  }

  void unlock(long order) throws IOException {
    Files.deleteIfExists(directory.resolve(NOTE + order));
  }

  private void write(Part part, long order) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(part.rank());
    out.writeUTF(part.file());
    out.writeLong(part.position());
    out.writeLong(part.size());
    out.writeBoolean(part.shared());
    journal.write(NOTE + order, bytes.toByteArray());
  }

  /** The part of a note; null if another rank has released it meanwhile, which needs no lock. */
  private static Part read(File note) throws IOException {
    try (DataInputStream in = new DataInputStream(new FileInputStream(note))) {
      return new Part(in.readInt(), in.readUTF(), in.readLong(), in.readLong(), in.readBoolean());
    } catch (FileNotFoundException released) {
      return null;
    }
  }
}
