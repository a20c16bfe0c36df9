package org.ftmpj.interceptors.bridge.value;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
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
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.ftmpj.interceptors.bridge.value.FileHooks.Act;
import org.ftmpj.interceptors.bridge.value.FileHooks.Watcher;

/** Files that the program opens by their paths. */
public final class OpenPaths {
  private static final Set<OpenOption> OF_A_STREAM =
      Set.of(
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.WRITE);

  private OpenPaths() {}

  /** Opens a path with options, otherwise as {@link Opened.Opener}. */
  private interface Opener<T> {
    T open(Path file, Set<OpenOption> options) throws IOException;
  }

  private static <T> Opened<T> open(Path file, Set<OpenOption> options, Opener<T> opener)
      throws IOException {
    Act act = act(options);
    if (act == null || isPlain(file, options)) {
      return new Opened<>(opener.open(file, options), null);
    }
    return Opened.of(
        act,
        file.toFile(),
        (target, again) ->
            again ? opener.open(target.toPath(), asItIs(options)) : opener.open(file, options));
  }

  private static boolean isPlain(Path file, Set<OpenOption> options) {
    return file.getFileSystem() != FileSystems.getDefault()
        || options.contains(StandardOpenOption.DELETE_ON_CLOSE);
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

  /** Instead of {@link Files#write(Path, byte[], OpenOption...)}. */
  public static Path write(Path file, byte[] bytes, OpenOption... options) throws IOException {
    Objects.requireNonNull(bytes);
    try (OutputStream out = newOutputStream(file, options)) {
      out.write(bytes);
    }
    return file;
  }

  /** Instead of {@link Files#write(Path, Iterable, OpenOption...)}. */
  public static Path write(Path file, Iterable<? extends CharSequence> lines, OpenOption... options)
      throws IOException {
    return write(file, lines, StandardCharsets.UTF_8, options);
  }

  /** Instead of {@link Files#write(Path, Iterable, Charset, OpenOption...)}. */
  public static Path write(
      Path file, Iterable<? extends CharSequence> lines, Charset set, OpenOption... options)
      throws IOException {
    Objects.requireNonNull(lines);
    try (BufferedWriter writer = newBufferedWriter(file, set, options)) {
      for (CharSequence line : lines) {
        writer.append(line);
        writer.newLine();
      }
    }
    return file;
  }

  /** Instead of {@link Files#writeString(Path, CharSequence, OpenOption...)}. */
  public static Path writeString(Path file, CharSequence text, OpenOption... options)
      throws IOException {
    return writeString(file, text, StandardCharsets.UTF_8, options);
  }

  /** Instead of {@link Files#writeString(Path, CharSequence, Charset, OpenOption...)}. */
  public static Path writeString(Path file, CharSequence text, Charset set, OpenOption... options)
      throws IOException {
    ByteBuffer encoded = set.newEncoder().encode(CharBuffer.wrap(text));
    byte[] bytes = new byte[encoded.remaining()];
    encoded.get(bytes);
    return write(file, bytes, options);
  }

  // ---------------------------------------------------------------- channels

  private static Set<OpenOption> set(Collection<? extends OpenOption> options) {
    return new HashSet<>(options);
  }

  /** Opens a channel. */
  private interface Channels {
    SeekableByteChannel open(Path file, Set<OpenOption> options) throws IOException;
  }

  /** Opens a channel, recorded if its file may change. */
  private static SeekableByteChannel channel(Path file, Set<OpenOption> options, Channels channels)
      throws IOException {
    if (act(options) == null && !isPlain(file, options)) {
      Readable<SeekableByteChannel> opened =
          Readable.of(
              file.toFile(),
              place -> channels.open(place.equals(file.toFile()) ? file : place.toPath(), options));
      return opened.values() == null
          ? opened.with()
          : recorded(opened.with(), opened.values(), null);
    }
    Opened<SeekableByteChannel> opened = open(file, options, channels::open);
    Watcher watcher = opened.watcher();
    boolean reads = watcher != null && options.contains(StandardOpenOption.READ);
    return watcher == null
        ? opened.with()
        : recorded(opened.with(), reads ? new ReadValues(watcher) : null, watcher);
  }

  private static SeekableByteChannel recorded(
      SeekableByteChannel channel, ReadValues values, Watcher watcher) {
    return new RecordedFileChannel((FileChannel) channel, values, watcher, null);
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
    return channel(file, set(options), (place, o) -> Files.newByteChannel(place, o, attributes));
  }

  /** Instead of {@link FileSystemProvider#newByteChannel}. */
  public static SeekableByteChannel newByteChannel(
      FileSystemProvider provider,
      Path file,
      Set<? extends OpenOption> options,
      FileAttribute<?>... attributes)
      throws IOException {
    return channel(file, set(options), (place, o) -> provider.newByteChannel(place, o, attributes));
  }

  /** Instead of {@link FileSystemProvider#newFileChannel}. */
  public static FileChannel newFileChannel(
      FileSystemProvider provider,
      Path file,
      Set<? extends OpenOption> options,
      FileAttribute<?>... attributes)
      throws IOException {
    return (FileChannel)
        channel(file, set(options), (place, o) -> provider.newFileChannel(place, o, attributes));
  }

  /** Instead of {@link FileChannel#open(Path, OpenOption...)}. */
  public static FileChannel open(Path file, OpenOption... options) throws IOException {
    return open(file, set(List.of(options)));
  }

  /** Instead of {@link FileChannel#open(Path, Set, FileAttribute...)}. */
  public static FileChannel open(
      Path file, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return (FileChannel)
        channel(file, set(options), (place, o) -> FileChannel.open(place, o, attributes));
  }
}
