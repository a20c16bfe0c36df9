package org.ftmpj.interceptors.bridge.value;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The program's reads of files by their paths. */
public final class ReadPaths {
  private static final int BUFFER = 64 << 10;

  /** The replacement of bytes that are no characters. */
  private static final char REPLACEMENT = '\uFFFD';

  private ReadPaths() {}

  /** Instead of {@link Files#newInputStream}. */
  public static InputStream newInputStream(Path file, OpenOption... options) throws IOException {
    Set<OpenOption> all = new HashSet<>(Arrays.asList(options));
    boolean plain =
        file.getFileSystem() != FileSystems.getDefault()
            || all.contains(StandardOpenOption.WRITE)
            || all.contains(StandardOpenOption.APPEND);
    if (plain) {
      return Files.newInputStream(file, options);
    }
    all.add(StandardOpenOption.READ);
    return Channels.newInputStream(OpenPaths.newByteChannel(file, all));
  }

  /** Instead of {@link FileSystemProvider#newInputStream}. */
  public static InputStream newInputStream(
      FileSystemProvider provider, Path file, OpenOption... options) throws IOException {
    return file.getFileSystem() == FileSystems.getDefault()
        ? newInputStream(file, options)
        : provider.newInputStream(file, options);
  }

  /** Instead of {@link Files#newBufferedReader(Path)}. */
  public static BufferedReader newBufferedReader(Path file) throws IOException {
    return newBufferedReader(file, StandardCharsets.UTF_8);
  }

  /** Instead of {@link Files#newBufferedReader(Path, Charset)}. */
  public static BufferedReader newBufferedReader(Path file, Charset set) throws IOException {
    return new BufferedReader(new InputStreamReader(newInputStream(file), set.newDecoder()));
  }

  /** Instead of {@link Files#readAllBytes}. */
  public static byte[] readAllBytes(Path file) throws IOException {
    try (SeekableByteChannel channel = OpenPaths.newByteChannel(file)) {
      long size = channel.size();
      if (size > Integer.MAX_VALUE - 8) {
        throw new OutOfMemoryError("Required array size too large");
      }
      byte[] all = new byte[(int) size];
      int length = 0;
      while (true) {
        int read = channel.read(ByteBuffer.wrap(all, length, all.length - length));
        if (read > 0) {
          length += read;
        }
        if (length == all.length) {
          byte[] more = more(channel);
          if (more.length == 0) {
            return all;
          }
          all = Arrays.copyOf(all, length + more.length);
          System.arraycopy(more, 0, all, length, more.length);
          length += more.length;
        } else if (read < 0) {
          return Arrays.copyOf(all, length);
        }
      }
    }
  }

  private static byte[] more(SeekableByteChannel channel) throws IOException {
    ByteBuffer more = ByteBuffer.allocate(BUFFER);
    int read = channel.read(more);
    return Arrays.copyOf(more.array(), Math.max(0, read));
  }

  /** Instead of {@link Files#readString(Path)}. */
  public static String readString(Path file) throws IOException {
    return readString(file, StandardCharsets.UTF_8);
  }

  /** Instead of {@link Files#readString(Path, Charset)}. */
  public static String readString(Path file, Charset set) throws IOException {
    byte[] bytes = readAllBytes(file);
    String text = new String(bytes, set);
    return text.indexOf(REPLACEMENT) < 0
        ? text
        : set.newDecoder().decode(ByteBuffer.wrap(bytes)).toString(); // says what is malformed
  }

  /** Instead of {@link Files#readAllLines(Path)}. */
  public static List<String> readAllLines(Path file) throws IOException {
    return readAllLines(file, StandardCharsets.UTF_8);
  }

  /** Instead of {@link Files#readAllLines(Path, Charset)}. */
  public static List<String> readAllLines(Path file, Charset set) throws IOException {
    List<String> lines = new ArrayList<>();
    try (BufferedReader reader = newBufferedReader(file, set)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.add(line);
      }
    }
    return lines;
  }

  /** Instead of {@link Files#lines(Path)}. */
  public static Stream<String> lines(Path file) throws IOException {
    return lines(file, StandardCharsets.UTF_8);
  }

  /** Instead of {@link Files#lines(Path, Charset)}. */
  public static Stream<String> lines(Path file, Charset set) throws IOException {
    BufferedReader reader = newBufferedReader(file, set);
    return reader
        .lines()
        .onClose(
            () -> {
              try {
                reader.close();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  /** Instead of {@link Files#copy(Path, OutputStream)}. */
  public static long copy(Path file, OutputStream out) throws IOException {
    try (InputStream in = newInputStream(file)) {
      return in.transferTo(out);
    }
  }

  /** Instead of {@link Files#mismatch}. */
  public static long mismatch(Path one, Path other) throws IOException {
    if (FileLookups.isSameFile(one, other)) {
      return -1;
    }
    try (InputStream first = newInputStream(one);
        InputStream second = newInputStream(other)) {
      long all = 0;
      while (true) {
        byte[] ofOne = first.readNBytes(BUFFER);
        byte[] ofOther = second.readNBytes(BUFFER);
        int differs = Arrays.mismatch(ofOne, ofOther);
        if (differs >= 0) {
          return all + differs;
        }
        if (ofOne.length == 0) {
          return -1;
        }
        all += ofOne.length;
      }
    }
  }
}
