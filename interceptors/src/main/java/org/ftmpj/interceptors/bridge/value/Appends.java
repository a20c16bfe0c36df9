package org.ftmpj.interceptors.bridge.value;

import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.Charset;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.spi.FileSystemProvider;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;

/** Files that the program opens to append to them. */
public final class Appends {
  private Appends() {}

  /** Before a stream or a writer on that file is made. */
  public static void opening(String file, boolean append) {
    if (append && file != null) {
      Recorded.hooks().appending(new File(file));
    }
  }

  /** Before a stream or a writer on that file is made. */
  public static void opening(File file, boolean append) {
    if (append && file != null) {
      Recorded.hooks().appending(file);
    }
  }

  private static void opening(Path file, OpenOption... options) {
    opening(file, options == null ? Set.of() : Arrays.asList(options));
  }

  private static void opening(Path file, Collection<? extends OpenOption> options) {
    boolean append = options != null && options.contains(StandardOpenOption.APPEND);
    if (append && file != null && file.getFileSystem() == FileSystems.getDefault()) {
      Recorded.hooks().appending(file.toFile());
    }
  }

  /** Instead of {@link Files#newOutputStream}. */
  public static OutputStream newOutputStream(Path file, OpenOption... options) throws IOException {
    opening(file, options);
    return Files.newOutputStream(file, options);
  }

  /** Instead of {@link Files#newByteChannel(Path, OpenOption...)}. */
  public static SeekableByteChannel newByteChannel(Path file, OpenOption... options)
      throws IOException {
    opening(file, options);
    return Files.newByteChannel(file, options);
  }

  /** Instead of {@link Files#newByteChannel(Path, Set, FileAttribute...)}. */
  public static SeekableByteChannel newByteChannel(
      Path file, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    opening(file, options);
    return Files.newByteChannel(file, options, attributes);
  }

  /** Instead of {@link FileChannel#open(Path, Set, FileAttribute...)}. */
  public static FileChannel open(
      Path file, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    opening(file, options);
    return FileChannel.open(file, options, attributes);
  }

  /** Instead of {@link FileSystemProvider#newOutputStream}. */
  public static OutputStream newOutputStream(
      FileSystemProvider provider, Path file, OpenOption... options) throws IOException {
    opening(file, options);
    return provider.newOutputStream(file, options);
  }

  /** Instead of {@link FileSystemProvider#newByteChannel}. */
  public static SeekableByteChannel newByteChannel(
      FileSystemProvider provider,
      Path file,
      Set<? extends OpenOption> options,
      FileAttribute<?>... attributes)
      throws IOException {
    opening(file, options);
    return provider.newByteChannel(file, options, attributes);
  }

  /** Instead of {@link FileSystemProvider#newFileChannel}. */
  public static FileChannel newFileChannel(
      FileSystemProvider provider,
      Path file,
      Set<? extends OpenOption> options,
      FileAttribute<?>... attributes)
      throws IOException {
    opening(file, options);
    return provider.newFileChannel(file, options, attributes);
  }

  /** Instead of {@link FileChannel#open(Path, OpenOption...)}. */
  public static FileChannel open(Path file, OpenOption... options) throws IOException {
    opening(file, options);
    return FileChannel.open(file, options);
  }

  /** Instead of {@link Files#newBufferedWriter(Path, OpenOption...)}. */
  public static BufferedWriter newBufferedWriter(Path file, OpenOption... options)
      throws IOException {
    opening(file, options);
    return Files.newBufferedWriter(file, options);
  }

  /** Instead of {@link Files#newBufferedWriter(Path, Charset, OpenOption...)}. */
  public static BufferedWriter newBufferedWriter(Path file, Charset set, OpenOption... options)
      throws IOException {
    opening(file, options);
    return Files.newBufferedWriter(file, set, options);
  }

  /** Instead of {@link Files#write(Path, byte[], OpenOption...)}. */
  public static Path write(Path file, byte[] bytes, OpenOption... options) throws IOException {
    opening(file, options);
    return Files.write(file, bytes, options);
  }

  /** Instead of {@link Files#write(Path, Iterable, OpenOption...)}. */
  public static Path write(Path file, Iterable<? extends CharSequence> lines, OpenOption... options)
      throws IOException {
    opening(file, options);
    return Files.write(file, lines, options);
  }

  /** Instead of {@link Files#write(Path, Iterable, Charset, OpenOption...)}. */
  public static Path write(
      Path file, Iterable<? extends CharSequence> lines, Charset set, OpenOption... options)
      throws IOException {
    opening(file, options);
    return Files.write(file, lines, set, options);
  }

  /** Instead of {@link Files#writeString(Path, CharSequence, OpenOption...)}. */
  public static Path writeString(Path file, CharSequence text, OpenOption... options)
      throws IOException {
    opening(file, options);
    return Files.writeString(file, text, options);
  }

  /** Instead of {@link Files#writeString(Path, CharSequence, Charset, OpenOption...)}. */
  public static Path writeString(Path file, CharSequence text, Charset set, OpenOption... options)
      throws IOException {
    opening(file, options);
    return Files.writeString(file, text, set, options);
  }
}
