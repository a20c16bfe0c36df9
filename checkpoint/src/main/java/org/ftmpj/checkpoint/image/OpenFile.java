package org.ftmpj.checkpoint.image;

import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * An open file of the program, as the operating system sees it (Linux, {@code /proc}).
 *
 * @param path its name, absolute
 * @param inode inode number, which distinguishes it from other files with that name
 * @param flags as they were given to {@code open(2)}
 * @param position where the next read or write takes place, in bytes
 * @param length in bytes
 */
public record OpenFile(String path, long inode, int flags, long position, long length) {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final Path DETAILS = Path.of("/proc/self/fdinfo");
  private static final String NULL_DEVICE = "/dev/null";

  private static final int ACCESS = 3;
  private static final int WRITE_ONLY = 1;
  private static final int READ_AND_WRITE = 2;
  private static final int APPEND = 02000;
  private static final int DSYNC = 010000;
  private static final int DIRECT = 040000;
  private static final int SYNC = 04010000;

  /**
   * The file behind a descriptor.
   *
   * @throws NotInImage if it is not a file that can be opened again
   */
  static OpenFile of(int descriptor) throws NotInImage {
    Path link = DESCRIPTORS.resolve(Integer.toString(descriptor));
    try {
      String path = Files.readSymbolicLink(link).toString();
      if (!path.equals(NULL_DEVICE)) {
        requireFile(link, path);
      }
      int flags = 0;
      long position = 0;
      for (String line : Files.readAllLines(DETAILS.resolve(Integer.toString(descriptor)))) {
        if (line.startsWith("pos:")) {
          position = Long.parseLong(line.substring(4).strip());
        } else if (line.startsWith("flags:")) {
          flags = Integer.parseInt(line.substring(6).strip(), 8);
        }
      }
      if ((flags & DIRECT) != 0) {
        throw new NotInImage("the file " + path + ", opened without the system's cache");
      }
      return new OpenFile(path, inode(link), flags, position, Files.size(link));
    } catch (IOException e) {
      throw new NotInImage("an open file or socket of which the system tells nothing: " + e);
    }
  }

  private static void requireFile(Path link, String path) throws IOException, NotInImage {
    if (path.startsWith("socket:")) {
      throw new NotInImage("a socket");
    } else if (path.startsWith("pipe:")) {
      throw new NotInImage("a pipe");
    } else if (!Files.isRegularFile(link)) {
      throw new NotInImage(path + ", which is no file but a device or the like");
    } else if ((int) Files.getAttribute(link, "unix:nlink") == 0) {
      throw new NotInImage("the open file " + path + " has been removed");
    } else if (!Files.exists(Path.of(path)) || inode(Path.of(path)) != inode(link)) {
      throw new NotInImage("the open file " + path + " is not found by that name");
    }
  }

  private static long inode(Path file) throws IOException {
    return (long) Files.getAttribute(file, "unix:ino");
  }

  /** Whether all writes append to the file. */
  public boolean appends() {
    return (flags & APPEND) != 0;
  }

  /** Whether it is open for writing. */
  public boolean isChangeable() {
    return (flags & ACCESS) != 0 && !path.equals(NULL_DEVICE);
  }

  /**
   * Checks that the file is the same, and has not become shorter.
   *
   * @param place the expected place; null if the file is gone
   * @throws FtmpjException {@code FILE_CHANGED}
   */
  public void check(Path place) throws IOException {
    if (place == null || !Files.exists(place)) {
      throw changed("is not there any more");
    }
    if (path.equals(NULL_DEVICE)) {
      return;
    }
    if (inode(place) != inode) {
      throw changed("is another file by now");
    }
    if (Files.size(place) < length) {
      throw changed("has " + Files.size(place) + " bytes, and had " + length);
    }
  }

  private FtmpjException changed(String how) {
    return new FtmpjException(
        ErrorCode.FILE_CHANGED, path + ", which the program had open at its checkpoint, " + how);
  }

  /** Opens the file again, at its position, for a closed descriptor. */
  void open(FileDescriptor descriptor, Path place) throws IOException {
    FileChannel channel = FileChannel.open(place, options());
    if (!path.equals(NULL_DEVICE)) {
      channel.position(position);
    }
    Descriptors.move(channel, descriptor);
  }

  private Set<OpenOption> options() {
    Set<OpenOption> options = new HashSet<>();
    int access = flags & ACCESS;
    if (access != WRITE_ONLY) {
      options.add(StandardOpenOption.READ);
    }
    if (access == WRITE_ONLY || access == READ_AND_WRITE) {
      options.add(StandardOpenOption.WRITE);
    }
    if (appends()) {
      options.add(StandardOpenOption.APPEND);
    }
    if ((flags & SYNC) == SYNC) {
      options.add(StandardOpenOption.SYNC);
    } else if ((flags & DSYNC) != 0) {
      options.add(StandardOpenOption.DSYNC);
    }
    return options;
  }

  void write(ImageOutput to) throws IOException {
    to.putString(path);
    to.putLong(inode);
    to.putInt(flags);
    to.putLong(position);
    to.putLong(length);
  }

  static OpenFile read(ImageInput from) throws IOException {
    return new OpenFile(
        from.getString(), from.getLong(), from.getInt(), from.getLong(), from.getLong());
  }
}
