package org.ftmpj.interceptors.bridge.value;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileFilter;
import java.io.FilenameFilter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The program's queries of files and directories: values. */
public final class FileLookups {
  /** Bytes of a piece: no record can be longer than a megabyte. */
  private static final int PIECE = 64 << 10;

  private FileLookups() {}

  private static boolean is(BooleanSupplier actual) {
    return Recorded.number(Source.FILE, () -> actual.getAsBoolean() ? 1 : 0) != 0;
  }

  /** Instead of {@link File#exists}. */
  public static boolean exists(File file) {
    return is(file::exists);
  }

  /** Instead of {@link File#isFile}. */
  public static boolean isFile(File file) {
    return is(file::isFile);
  }

  /** Instead of {@link File#isDirectory}. */
  public static boolean isDirectory(File file) {
    return is(file::isDirectory);
  }

  /** Instead of {@link File#canRead}. */
  public static boolean canRead(File file) {
    return is(file::canRead);
  }

  /** Instead of {@link File#canWrite}. */
  public static boolean canWrite(File file) {
    return is(file::canWrite);
  }

  /** Instead of {@link File#length}. */
  public static long length(File file) {
    return Recorded.number(Source.FILE, file::length);
  }

  /** Instead of {@link File#lastModified}. */
  public static long lastModified(File file) {
    return Recorded.number(Source.FILE, file::lastModified);
  }

  /** Instead of {@link Files#exists}. */
  public static boolean exists(Path file, LinkOption... options) {
    return is(() -> Files.exists(file, options));
  }

  /** Instead of {@link Files#notExists}. */
  public static boolean notExists(Path file, LinkOption... options) {
    return is(() -> Files.notExists(file, options));
  }

  /** Instead of {@link Files#isRegularFile}. */
  public static boolean isRegularFile(Path file, LinkOption... options) {
    return is(() -> Files.isRegularFile(file, options));
  }

  /** Instead of {@link Files#isDirectory}. */
  public static boolean isDirectory(Path file, LinkOption... options) {
    return is(() -> Files.isDirectory(file, options));
  }

  /** Instead of {@link Files#isReadable}. */
  public static boolean isReadable(Path file) {
    return is(() -> Files.isReadable(file));
  }

  /** Instead of {@link Files#isWritable}. */
  public static boolean isWritable(Path file) {
    return is(() -> Files.isWritable(file));
  }

  /** Instead of {@link Files#size}. */
  public static long size(Path file) throws IOException {
    return Long.parseLong(text(() -> Long.toString(Files.size(file))));
  }

  /** Instead of {@link File#canExecute}. */
  public static boolean canExecute(File file) {
    return is(file::canExecute);
  }

  /** Instead of {@link File#isHidden}. */
  public static boolean isHidden(File file) {
    return is(file::isHidden);
  }

  /** Instead of {@link Files#isSymbolicLink}. */
  public static boolean isSymbolicLink(Path file) {
    return is(() -> Files.isSymbolicLink(file));
  }

  /** Instead of {@link Files#isExecutable}. */
  public static boolean isExecutable(Path file) {
    return is(() -> Files.isExecutable(file));
  }

  /** Instead of {@link Files#readSymbolicLink}. */
  public static Path readSymbolicLink(Path link) throws IOException {
    return link.getFileSystem().getPath(text(() -> Files.readSymbolicLink(link).toString()));
  }

  /**
   * Whether that path belongs to the system, which reports its present state by it: never a value.
   */
  public static boolean isOfSystem(String path) {
    return path.startsWith("/proc/") || path.startsWith("/sys/");
  }

  private static String real(String path, FileEffect.Action<String> actual) throws IOException {
    return isOfSystem(path) ? actual.run() : text(actual);
  }

  /** Instead of {@link Path#toRealPath}. */
  public static Path toRealPath(Path file, LinkOption... options) throws IOException {
    String real = real(file.toString(), () -> file.toRealPath(options).toString());
    return file.getFileSystem().getPath(real);
  }

  /** Instead of {@link File#getCanonicalPath}. */
  public static String getCanonicalPath(File file) throws IOException {
    return real(file.getPath(), file::getCanonicalPath);
  }

  /** Instead of {@link File#getCanonicalFile}. */
  public static File getCanonicalFile(File file) throws IOException {
    return new File(getCanonicalPath(file));
  }

  /** Instead of {@link File#toURI}, which looks whether it is a directory. */
  public static URI toURI(File file) {
    return uri(file::toURI);
  }

  /** Instead of {@link Path#toUri}, which does, too. */
  public static URI toUri(Path file) {
    return uri(file::toUri);
  }

  private static URI uri(Supplier<URI> actual) {
    try {
      return URI.create(text(() -> actual.get().toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Instead of {@link Files#isSameFile}. */
  public static boolean isSameFile(Path one, Path other) throws IOException {
    return ReadValues.numberOf(() -> Files.isSameFile(one, other) ? 1 : 0) != 0;
  }

  /** Instead of {@link Files#getLastModifiedTime}. */
  public static FileTime getLastModifiedTime(Path file, LinkOption... options) throws IOException {
    String nanos =
        text(
            () -> Long.toString(Files.getLastModifiedTime(file, options).to(TimeUnit.NANOSECONDS)));
    return FileTime.from(Long.parseLong(nanos), TimeUnit.NANOSECONDS);
  }

  // ---------------------------------------------------------------- listings

  /** Instead of {@link File#list()}. */
  public static String[] list(File directory) {
    List<String> names;
    try {
      names =
          names(
              () -> {
                String[] found = directory.list();
                return found == null ? null : Arrays.asList(found);
              });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return names == null ? null : names.toArray(String[]::new);
  }

  /** Instead of {@link File#list(FilenameFilter)}. */
  public static String[] list(File directory, FilenameFilter filter) {
    String[] names = list(directory);
    return names == null || filter == null
        ? names
        : Arrays.stream(names).filter(n -> filter.accept(directory, n)).toArray(String[]::new);
  }

  /** Instead of {@link File#listFiles()}. */
  public static File[] listFiles(File directory) {
    return listFiles(directory, (FileFilter) null);
  }

  /** Instead of {@link File#listFiles(FilenameFilter)}. */
  public static File[] listFiles(File directory, FilenameFilter filter) {
    return files(directory, list(directory, filter), null);
  }

  /** Instead of {@link File#listFiles(FileFilter)}. */
  public static File[] listFiles(File directory, FileFilter filter) {
    return files(directory, list(directory), filter);
  }

  private static File[] files(File directory, String[] names, FileFilter filter) {
    if (names == null) {
      return null;
    }
    String path = directory.getPath();
    return Arrays.stream(names)
        .map(name -> path.isEmpty() ? new File(name) : new File(directory, name))
        .filter(file -> filter == null || filter.accept(file))
        .toArray(File[]::new);
  }

  /** Instead of {@link Files#list}. */
  public static Stream<Path> list(Path directory) throws IOException {
    return below(directory, () -> Files.list(directory)).stream();
  }

  /** Instead of {@link Files#walk(Path, FileVisitOption...)}. */
  public static Stream<Path> walk(Path start, FileVisitOption... options) throws IOException {
    return walk(start, Integer.MAX_VALUE, options);
  }

  /** Instead of {@link Files#walk(Path, int, FileVisitOption...)}. */
  public static Stream<Path> walk(Path start, int depth, FileVisitOption... options)
      throws IOException {
    return below(start, () -> Files.walk(start, depth, options)).stream();
  }

  /** Instead of {@link Files#newDirectoryStream(Path)}. */
  public static DirectoryStream<Path> newDirectoryStream(Path directory) throws IOException {
    return stream(below(directory, () -> Files.list(directory)));
  }

  /** Instead of {@link Files#newDirectoryStream(Path, String)}. */
  public static DirectoryStream<Path> newDirectoryStream(Path directory, String glob)
      throws IOException {
    var matcher = directory.getFileSystem().getPathMatcher("glob:" + glob);
    return newDirectoryStream(directory, file -> matcher.matches(file.getFileName()));
  }

  /** Instead of {@link Files#newDirectoryStream(Path, DirectoryStream.Filter)}. */
  public static DirectoryStream<Path> newDirectoryStream(
      Path directory, DirectoryStream.Filter<? super Path> filter) throws IOException {
    List<Path> accepted = new ArrayList<>();
    for (Path file : below(directory, () -> Files.list(directory))) {
      if (filter.accept(file)) {
        accepted.add(file);
      }
    }
    return stream(accepted);
  }

  private static DirectoryStream<Path> stream(List<Path> files) {
    Iterator<Path> all = files.iterator();
    return new DirectoryStream<>() {
      private boolean given;

      @Override
      public Iterator<Path> iterator() {
        if (given) {
          throw new IllegalStateException("the iterator has been given already");
        }
        given = true;
        return all;
      }

      @Override
      public void close() {
        given = true;
      }
    };
  }

  private interface Listing {
    Stream<Path> open() throws IOException;
  }

  /** Records names relative to the directory, in their order. */
  private static List<Path> below(Path directory, Listing listing) throws IOException {
    List<String> names =
        names(
            () -> {
              try (Stream<Path> files = listing.open()) {
                return files.map(file -> directory.relativize(file).toString()).toList();
              } catch (UncheckedIOException e) {
                throw e.getCause();
              }
            });
    return names.stream().map(n -> n.isEmpty() ? directory : directory.resolve(n)).toList();
  }

  // ---------------------------------------------------------------- records

  /** The names; null stands for null. */
  private static List<String> names(FileEffect.Action<List<String>> actual) throws IOException {
    String all =
        text(
            () -> {
              List<String> found = actual.run();
              return found == null ? "-" : "+" + String.join("\0", found);
            });
    if (all.equals("-")) {
      return null;
    }
    return all.length() == 1 ? List.of() : Arrays.asList(all.substring(1).split("\0", -1));
  }

  /** Records a text in pieces: the first byte of each says whether another one follows. */
  static String text(FileEffect.Action<String> actual) throws IOException {
    FileEffect<String> effect = new FileEffect<>(actual, FileOutcome::of);
    byte[][] found = new byte[1][];
    ByteArrayOutputStream outcome = new ByteArrayOutputStream();
    byte[] piece;
    do {
      int from = outcome.size();
      piece =
          Recorded.data(
              Source.FILE,
              () -> {
                if (found[0] == null) {
                  found[0] = effect.get();
                }
                return piece(found[0], from);
              });
      outcome.write(piece, 1, piece.length - 1);
    } while (piece[0] != 0);
    byte[] bytes = outcome.toByteArray();
    return effect.hasResult(bytes) ? effect.result() : FileOutcome.text(bytes);
  }

  private static byte[] piece(byte[] all, int from) {
    int length = Math.max(0, Math.min(PIECE, all.length - from));
    byte[] piece = new byte[1 + length];
    piece[0] = (byte) (from + length < all.length ? 1 : 0);
    System.arraycopy(all, Math.min(from, all.length), piece, 1, length);
    return piece;
  }
}
