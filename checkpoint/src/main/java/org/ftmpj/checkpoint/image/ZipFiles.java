package org.ftmpj.checkpoint.image;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.ref.Cleaner.Cleanable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipFile;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * Archives that are open for reading, {@code ZipFile} and {@code JarFile}. Their files are opened
 * again like all files. The state of a half-read entry is outside of the heap, so a restart reads
 * the entry again up to that point.
 */
final class ZipFiles {
  private static final Class<?> RESOURCE = type("CleanableResource");
  private static final Class<?> SOURCE = type("Source");
  private static final Class<?> ENTRY = type("ZipFileInflaterInputStream");
  private static final Class<?> STORED = type("ZipFileInputStream");
  private static final Class<?> RELEASE = type("InflaterCleanupAction");
  private static final String CLEANABLE = "cleanable";
  private static final String INFLATERS = "inflaterCache";
  private static final String INFLATER = "inf";
  private static final int BUFFER = 8192;

  /** The state of a stream that has been closed. */
  private static final long CLOSED = -1;

  private final List<HalfRead> entries = new ArrayList<>();

  /**
   * An open stream of an entry.
   *
   * @param read number of compressed bytes that were consumed
   * @param made number of bytes that were returned
   * @param left number of bytes of the buffer that were not consumed
   */
  private record HalfRead(InflaterInputStream stream, long read, long made, int left) {}

  static boolean isOfTheMachine(Class<?> type, Class<?> declaring, String field) {
    return declaring == RESOURCE && (field.equals(CLEANABLE) || field.equals(INFLATERS))
        || declaring == ENTRY && field.equals(CLEANABLE)
        || type == ENTRY && declaring == InflaterInputStream.class && field.equals(INFLATER);
  }

  /** Writes the position in an entry after a stream's fields; writes nothing for other objects. */
  static void write(Object object, ImageOutput to) throws IOException {
    if (!ENTRY.isInstance(object)) {
      return;
    }
    if (JdkMemory.getByte(object, offset(ENTRY, "closeRequested")) != 0) {
      to.putLong(CLOSED);
      return;
    }
    Inflater inflater = (Inflater) get(object, InflaterInputStream.class, INFLATER);
    to.putLong(inflater.getBytesRead());
    to.putLong(inflater.getBytesWritten());
    to.putInt(inflater.getRemaining());
  }

  void read(Object object, ImageInput from) throws IOException {
    long read = ENTRY.isInstance(object) ? from.getLong() : CLOSED;
    if (read != CLOSED) {
      entries.add(new HalfRead((InflaterInputStream) object, read, from.getLong(), from.getInt()));
    }
  }

  /**
   * Restores open archives. To be called when all objects have their fields and files are open.
   *
   * @param objects all of the image, null at 0
   * @throws FtmpjException {@code FILE_CHANGED}
   */
  void complete(Object[] objects) throws IOException {
    Cleanable nothing = () -> {};
    for (Object object : objects) {
      if (SOURCE.isInstance(object)) {
        requireUnchanged(object);
        JdkMemory.putInt(object, offset(SOURCE, "refs"), 0);
      } else if (ENTRY.isInstance(object)) {
        put(object, ENTRY, CLEANABLE, nothing);
      }
    }
    for (Object object : objects) {
      if (object instanceof ZipFile) {
        Object resource = get(object, ZipFile.class, "res");
        Object source = get(resource, RESOURCE, "zsrc");
        boolean isOpen = source != null;
        if (isOpen) {
          long users = offset(SOURCE, "refs");
          JdkMemory.putInt(source, users, JdkMemory.getInt(source, users) + 1);
          put(resource, RESOURCE, INFLATERS, new ArrayDeque<Inflater>());
        }
        put(
            resource,
            RESOURCE,
            CLEANABLE,
            isOpen ? Descriptors.cleaner().register(object, (Runnable) resource) : nothing);
      }
    }
    for (HalfRead entry : entries) {
      readAgain(entry);
    }
  }

  private static void requireUnchanged(Object source) throws IOException {
    RandomAccessFile file = (RandomAccessFile) get(source, SOURCE, "zfile");
    if (Descriptors.isClosed(file.getFD())) {
      return;
    }
    Object key = get(source, SOURCE, "key");
    BasicFileAttributes before = (BasicFileAttributes) get(key, key.getClass(), "attrs");
    Path now = Path.of("/proc/self/fd", Integer.toString(Descriptors.number(file.getFD())));
    if (!Files.getLastModifiedTime(now).equals(before.lastModifiedTime())
        || Files.size(now) != before.size()) {
      throw changed(now.toRealPath());
    }
  }

  private static FtmpjException changed(Path file) {
    return new FtmpjException(
        ErrorCode.FILE_CHANGED,
        file + ", which the program had open at its checkpoint, has been changed since");
  }

  private static void readAgain(HalfRead entry) throws IOException {
    InflaterInputStream stream = entry.stream();
    Object stored = get(stream, FilterInputStream.class, "in");
    Object resource = get(get(stream, ENTRY, "this$0"), ZipFile.class, "res");
    Object source = get(resource, RESOURCE, "zsrc");
    RandomAccessFile file = (RandomAccessFile) get(source, SOURCE, "zfile");
    file.seek(JdkMemory.getLong(stored, offset(STORED, "startingPos")));
    Inflater inflater = new Inflater(true);
    if (!comesTo(entry, inflater, file)) {
      throw changed(Path.of(((ZipFile) get(stream, ENTRY, "this$0")).getName()));
    }
    int end = JdkMemory.getInt(stream, offset(InflaterInputStream.class, "len"));
    byte[] buffer = (byte[]) get(stream, InflaterInputStream.class, "buf");
    inflater.setInput(buffer, end - entry.left(), entry.left());
    put(stream, InflaterInputStream.class, INFLATER, inflater);
    Object release = JdkMemory.allocate(RELEASE);
    put(release, RELEASE, INFLATER, inflater);
    put(release, RELEASE, "res", resource);
    put(stream, ENTRY, CLEANABLE, Descriptors.cleaner().register(stream, (Runnable) release));
  }

  /** Brings an inflater to the same point of the entry; returns whether that is possible. */
  private static boolean comesTo(HalfRead entry, Inflater inflater, RandomAccessFile file)
      throws IOException {
    byte[] from = new byte[BUFFER];
    byte[] to = new byte[BUFFER];
    long left = entry.read();
    try {
      while (inflater.getBytesRead() < entry.read() || inflater.getBytesWritten() < entry.made()) {
        boolean isGiven = inflater.needsInput() && left > 0;
        if (isGiven) {
          int length = (int) Math.min(from.length, left);
          Arrays.fill(from, (byte) 0); // the JDK pads the end with a zero, too
          file.read(from, 0, length);
          inflater.setInput(from, 0, length);
          left -= length;
        }
        long before = inflater.getBytesRead();
        long room = Math.min(to.length, entry.made() - inflater.getBytesWritten());
        int made = inflater.inflate(to, 0, (int) room);
        if (!isGiven && made == 0 && inflater.getBytesRead() == before) {
          return false;
        }
      }
      return true;
    } catch (DataFormatException e) {
      return false;
    }
  }

  private static Object get(Object object, Class<?> declaring, String field) {
    return JdkMemory.getReference(object, offset(declaring, field));
  }

  private static void put(Object object, Class<?> declaring, String field, Object value) {
    JdkMemory.putReference(object, offset(declaring, field), value);
  }

  private static Class<?> type(String name) {
    try {
      return Class.forName(ZipFile.class.getName() + "$" + name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("this JDK reads archives otherwise", e);
    }
  }

  private static long offset(Class<?> declaring, String field) {
    return JdkMemory.offset(declaring, field).orElseThrow();
  }
}
