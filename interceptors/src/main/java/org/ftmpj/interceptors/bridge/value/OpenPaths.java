package org.ftmpj.interceptors.bridge.value;

import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.CopyOption;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.spi.FileSystemProvider;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.ftmpj.interceptors.bridge.value.FileHooks.Act;
import org.ftmpj.interceptors.bridge.value.FileHooks.Watcher;

/** Files that the program opens by their paths, to write to them. */
public final class OpenPaths {
  private static final Set<OpenOption> OF_A_STREAM =
      Set.of(
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.WRITE);

  private static final Map<Channel, Watcher> WATCHERS =
      Collections.synchronizedMap(new WeakHashMap<>());

  private OpenPaths() {}

  /** The same as {@link Opened.Opener}, with a path and options. */
  private interface Opener<T> {
    T open(Path file, Set<OpenOption> options) throws IOException;
  }

  private static <T> Opened<T> open(Path file, Set<OpenOption> options, Opener<T> opener)
      throws IOException {
    Act act = act(options);
    boolean plain =
        file.getFileSystem() != FileSystems.getDefault()
            || options.contains(StandardOpenOption.DELETE_ON_CLOSE);
    if (act == null || plain) {
      return new Opened<>(opener.open(file, options), null);
    }
    return Opened.of(
        act,
        file.toFile(),
        (target, again) ->
            again ? opener.open(target.toPath(), asItIs(options)) : opener.open(file, options));
  }

  /** The act of opening; null if it is not opened to write to it. */
  private static Act act(Set<OpenOption> options) {
    if (options.contains(StandardOpenOption.APPEND)) {
      return Act.APPEND;
    }
    if (!options.contains(StandardOpenOption.WRITE)) {
      return null;
    }
    return options.contains(StandardOpenOption.TRUNCATE_EXISTING)
            || options.contains(StandardOpenOption.CREATE_NEW)
        ? Act.WRITE
        : Act.OPEN;
  }

  private static Set<OpenOption> asItIs(Set<OpenOption> options) {
    Set<OpenOption> others = new HashSet<>(options);
    others.remove(StandardOpenOption.TRUNCATE_EXISTING);
    others.remove(StandardOpenOption.CREATE_NEW);
    others.add(StandardOpenOption.CREATE);
    return others;
  }

  private static Set<OpenOption> ofStream(OpenOption... options) {
    if (options.length == 0) {
      return OF_A_STREAM;
    }
    Set<OpenOption> all = new HashSet<>(Arrays.asList(options));
    if (!all.contains(StandardOpenOption.READ)) { // else it is refused
      all.add(StandardOpenOption.WRITE);
    }
    return all;
  }

  private static OpenOption[] array(Collection<OpenOption> options) {
    return options.toArray(OpenOption[]::new);
  }

  // ---------------------------------------------------------------- streams

  /** Instead of {@link Files#newOutputStream}. */
  public static OutputStream newOutputStream(Path file, OpenOption... options) throws IOException {
    return stream(
        open(file, ofStream(options), (target, o) -> Files.newOutputStream(target, array(o))));
  }

  /** Instead of {@link FileSystemProvider#newOutputStream}. */
  public static OutputStream newOutputStream(
      FileSystemProvider provider, Path file, OpenOption... options) throws IOException {
    return stream(
        open(file, ofStream(options), (target, o) -> provider.newOutputStream(target, array(o))));
  }

  private static OutputStream stream(Opened<OutputStream> opened) {
    return opened.watcher() == null ? opened.with() : new RecordedOutputStream(opened);
  }

  /** Instead of {@link Files#newBufferedWriter(Path, OpenOption...)}. */
  public static BufferedWriter newBufferedWriter(Path file, OpenOption... options)
      throws IOException {
    return newBufferedWriter(file, StandardCharsets.UTF_8, options);
  }

  /** Instead of {@link Files#newBufferedWriter(Path, Charset, OpenOption...)}. */
  public static BufferedWriter newBufferedWriter(Path file, Charset set, OpenOption... options)
      throws IOException {
    return new BufferedWriter(
        new OutputStreamWriter(newOutputStream(file, options), set.newEncoder()));
  }

  /** Instead of {@link Files#copy(InputStream, Path, CopyOption...)}. */
  public static long copy(InputStream in, Path file, CopyOption... options) throws IOException {
    Set<OpenOption> made = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    boolean replace = Arrays.asList(options).contains(StandardCopyOption.REPLACE_EXISTING);
    Opener<OutputStream> opener =
        (target, o) -> {
          if (replace && o.contains(StandardOpenOption.CREATE_NEW)) {
            Files.deleteIfExists(target);
          }
          return Files.newOutputStream(target, array(o));
        };
    try (OutputStream out = stream(open(file, made, opener))) {
      return in.transferTo(out);
    }
  }

  // ---------------------------------------------------------------- all at once

  /** Writes a file that has been made or cut off. */
  private interface Content {
    void writeTo(Path file, OpenOption... options) throws IOException;
  }

  /** The file is made as one operation, and then written. */
  private static Path write(Path file, Content content, OpenOption... options) throws IOException {
    Set<OpenOption> all = ofStream(options);
    Opened<Path> opened =
        open(
            file,
            all,
            (target, o) -> {
              Files.newOutputStream(target, array(o)).close();
              return target;
            });
    if (opened.watcher() != null) {
      opened.watcher().writing();
    }
    content.writeTo(opened.with(), array(asItIs(all)));
    if (opened.watcher() != null) {
      opened.watcher().closed();
    }
    return file;
  }

  /** Instead of {@link Files#write(Path, byte[], OpenOption...)}. */
  public static Path write(Path file, byte[] bytes, OpenOption... options) throws IOException {
    return write(file, (target, again) -> Files.write(target, bytes, again), options);
  }

  /** Instead of {@link Files#write(Path, Iterable, OpenOption...)}. */
  public static Path write(Path file, Iterable<? extends CharSequence> lines, OpenOption... options)
      throws IOException {
    return write(file, (target, again) -> Files.write(target, lines, again), options);
  }

  /** Instead of {@link Files#write(Path, Iterable, Charset, OpenOption...)}. */
  public static Path write(
      Path file, Iterable<? extends CharSequence> lines, Charset set, OpenOption... options)
      throws IOException {
    return write(file, (target, again) -> Files.write(target, lines, set, again), options);
  }

  /** Instead of {@link Files#writeString(Path, CharSequence, OpenOption...)}. */
  public static Path writeString(Path file, CharSequence text, OpenOption... options)
      throws IOException {
    return write(file, (target, again) -> Files.writeString(target, text, again), options);
  }

  /** Instead of {@link Files#writeString(Path, CharSequence, Charset, OpenOption...)}. */
  public static Path writeString(Path file, CharSequence text, Charset set, OpenOption... options)
      throws IOException {
    return write(file, (target, again) -> Files.writeString(target, text, set, again), options);
  }

  // ---------------------------------------------------------------- channels

  private static <T extends Channel> T channel(Opened<T> opened) {
    if (opened.watcher() != null) {
      WATCHERS.put(opened.with(), opened.watcher());
    }
    return opened.with();
  }

  /** From now on that channel's writes are outputs: it was opened before a checkpoint. */
  public static void watch(Channel channel, Watcher watcher) {
    WATCHERS.put(channel, watcher);
  }

  private static Set<OpenOption> set(Collection<? extends OpenOption> options) {
    return new HashSet<>(options);
  }

  /** Instead of {@link Files#newByteChannel(Path, OpenOption...)}. */
  public static SeekableByteChannel newByteChannel(Path file, OpenOption... options)
      throws IOException {
    return newByteChannel(file, set(List.of(options)));
  }

  /** Instead of {@link Files#newByteChannel(Path, Set, FileAttribute...)}. */
  public static SeekableByteChannel newByteChannel(
      Path file, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return channel(
        open(file, set(options), (target, o) -> Files.newByteChannel(target, o, attributes)));
  }

  /** Instead of {@link FileSystemProvider#newByteChannel}. */
  public static SeekableByteChannel newByteChannel(
      FileSystemProvider provider,
      Path file,
      Set<? extends OpenOption> options,
      FileAttribute<?>... attributes)
      throws IOException {
    return channel(
        open(file, set(options), (target, o) -> provider.newByteChannel(target, o, attributes)));
  }

  /** Instead of {@link FileSystemProvider#newFileChannel}. */
  public static FileChannel newFileChannel(
      FileSystemProvider provider,
      Path file,
      Set<? extends OpenOption> options,
      FileAttribute<?>... attributes)
      throws IOException {
    return channel(
        open(file, set(options), (target, o) -> provider.newFileChannel(target, o, attributes)));
  }

  /** Instead of {@link FileChannel#open(Path, OpenOption...)}. */
  public static FileChannel open(Path file, OpenOption... options) throws IOException {
    return open(file, set(List.of(options)));
  }

  /** Instead of {@link FileChannel#open(Path, Set, FileAttribute...)}. */
  public static FileChannel open(
      Path file, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return channel(
        open(file, set(options), (target, o) -> FileChannel.open(target, o, attributes)));
  }

  /** Instead of {@link FileChannel#close}. */
  public static void close(FileChannel channel) throws IOException {
    closeRecorded(channel);
  }

  /** Instead of {@link SeekableByteChannel#close}. */
  public static void close(SeekableByteChannel channel) throws IOException {
    closeRecorded(channel);
  }

  private static void closeRecorded(Channel channel) throws IOException {
    Watcher watcher = WATCHERS.remove(channel);
    if (watcher == null) {
      channel.close();
    } else {
      watcher.closing();
      channel.close();
      watcher.closed();
    }
  }

  private static void writing(Channel channel) {
    Watcher watcher = WATCHERS.get(channel);
    if (watcher != null) {
      watcher.writing();
    }
  }

  /** Instead of {@link FileChannel#write(ByteBuffer)}. */
  public static int write(FileChannel channel, ByteBuffer bytes) throws IOException {
    writing(channel);
    return channel.write(bytes);
  }

  /** Instead of {@link FileChannel#write(ByteBuffer, long)}. */
  public static int write(FileChannel channel, ByteBuffer bytes, long position) throws IOException {
    writing(channel);
    return channel.write(bytes, position);
  }

  /** Instead of {@link SeekableByteChannel#write}. */
  public static int write(SeekableByteChannel channel, ByteBuffer bytes) throws IOException {
    writing(channel);
    return channel.write(bytes);
  }

  // ---------------------------------------------------------------- random access

  /** The file that a {@link RandomAccessFile} is to be opened on instead. */
  public static File randomAccess(String file, String mode) throws IOException {
    return randomAccess(new File(file), mode);
  }

  /** The file that a {@link RandomAccessFile} is to be opened on instead. */
  public static File randomAccess(File file, String mode) throws IOException {
    if (!mode.startsWith("rw")) {
      return file;
    }
    return Opened.<File>of(
            Act.OPEN,
            file,
            (target, again) -> {
              if (!again) {
                new RandomAccessFile(target, mode).close();
              }
              return target;
            })
        .with();
  }
}
