package org.ftmpj.replay.run;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.supervisor.record.Escapes;

/**
 * CRC-32 of every class file on a class path, so that a class that has changed since a run can be
 * named (protocol rule SAME_START). A jar has them in its directory, so large ones cost little. Of
 * several class files of a name the first counts, as for the Java virtual machine.
 *
 * <pre>
 * ftmpj-classes 1
 * entry PATH             one line for each entry of the class path
 * HEX NAME               one line for each class
 * </pre>
 *
 * @param entries absolute
 * @param digests by the name of the class
 */
public record ClassDigests(List<Path> entries, Map<String, Long> digests) {
  private static final String VERSION = "ftmpj-classes 1";
  private static final String ENTRY = "entry ";
  private static final String CLASS = ".class";

  /** The most files of a directory: one with more is no class path that was made on purpose. */
  private static final int MOST_FILES = 100_000;

  /**
   * Reads the present class files.
   *
   * @param classPath as the java command gets it
   * @param directory that relative entries are relative to
   * @throws FtmpjException CANNOT_START if a class file cannot be read
   */
  public static ClassDigests of(String classPath, Path directory) {
    List<Path> entries = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator)) {
      if (entry.endsWith("*")) {
        entries.addAll(jars(directory.resolve(entry.substring(0, entry.length() - 1))));
      } else {
        entries.add(directory.resolve(entry).toAbsolutePath().normalize());
      }
    }
    return of(entries);
  }

  private static ClassDigests of(List<Path> entries) {
    Map<String, Long> digests = new LinkedHashMap<>();
    for (Path entry : entries) {
      try {
        if (Files.isDirectory(entry)) {
          addDirectory(entry, digests);
        } else if (Files.isRegularFile(entry)) {
          addJar(entry, digests);
        }
      } catch (IOException | UncheckedIOException e) {
        throw new FtmpjException(
            ErrorCode.CANNOT_START,
            "cannot read the class files in " + entry + " (" + Reason.of(e) + ")",
            e);
      }
    }
    return new ClassDigests(entries, digests);
  }

  private static List<Path> jars(Path directory) {
    List<Path> jars = new ArrayList<>();
    if (!Files.isDirectory(directory)) {
      return jars;
    }
    try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*.{jar,JAR}")) {
      found.forEach(jar -> jars.add(jar.toAbsolutePath().normalize()));
    } catch (IOException e) {
      throw new FtmpjException(ErrorCode.CANNOT_START, "cannot list " + directory, e);
    }
    jars.sort(null);
    return jars;
  }

  private static void addDirectory(Path directory, Map<String, Long> digests) throws IOException {
    for (Path file : firstClasses(directory, MOST_FILES)) {
      CRC32 crc = new CRC32();
      crc.update(Files.readAllBytes(file));
      String name = directory.relativize(file).toString().replace(File.separatorChar, '/');
      digests.putIfAbsent(className(name), crc.getValue());
    }
  }

  /**
   * The class files among the first so many files and directories below that one, in the order of
   * their names, whatever order the file system has.
   */
  static List<Path> firstClasses(Path directory, int most) throws IOException {
    List<Path> classes = new ArrayList<>();
    Deque<Path> next = new ArrayDeque<>(List.of(directory));
    for (int seen = 0; seen < most && !next.isEmpty(); seen++) {
      Path path = next.pop();
      if (path.equals(directory) || Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        try (Stream<Path> content = Files.list(path)) {
          content.sorted(Comparator.reverseOrder()).forEach(next::push);
        }
      } else if (path.toString().endsWith(CLASS)) {
        classes.add(path);
      }
    }
    return classes;
  }

  private static void addJar(Path jar, Map<String, Long> digests) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        if (entry.getName().endsWith(CLASS)) {
          digests.putIfAbsent(className(entry.getName()), entry.getCrc());
        }
      }
    }
  }

  private static String className(String file) {
    return file.substring(0, file.length() - CLASS.length()).replace('/', '.');
  }

  /** The names of classes that have changed since this record, are missing, or are new. */
  public List<String> changedSince() {
    Map<String, Long> now = of(entries).digests;
    TreeSet<String> changed = new TreeSet<>();
    digests.forEach(
        (name, digest) -> {
          if (!digest.equals(now.get(name))) {
            changed.add(name);
          }
        });
    now.keySet().stream().filter(name -> !digests.containsKey(name)).forEach(changed::add);
    return List.copyOf(changed);
  }

  /**
   * Writes them atomically.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void write(Path file) {
    StringBuilder text = new StringBuilder(VERSION).append('\n');
    entries.forEach(
        entry -> text.append(ENTRY).append(Escapes.escape(entry.toString())).append('\n'));
    digests.forEach(
        (name, digest) ->
            text.append(Long.toHexString(digest))
                .append(' ')
                .append(Escapes.escape(name))
                .append('\n'));
    AtomicFile.write(file, text.toString());
  }

  /**
   * The digests in that file; empty if there is none.
   *
   * @throws FtmpjException LOG_CORRUPT, LOG_VERSION
   */
  public static Optional<ClassDigests> read(Path file) {
    return AtomicFile.read(file).map(text -> decode(text, file));
  }

  private static ClassDigests decode(String text, Path file) {
    List<String> lines = Arrays.asList(text.split("\n"));
    if (!lines.get(0).equals(VERSION)) {
      throw new FtmpjException(
          ErrorCode.LOG_VERSION,
          file + " should begin with '" + VERSION + "' but begins with '" + lines.get(0) + "'");
    }
    List<Path> entries = new ArrayList<>();
    Map<String, Long> digests = new TreeMap<>();
    try {
      for (String line : lines.subList(1, lines.size())) {
        if (line.startsWith(ENTRY)) {
          entries.add(Path.of(Escapes.unescape(line.substring(ENTRY.length()))));
        } else {
          int blank = line.indexOf(' ');
          digests.put(
              Escapes.unescape(line.substring(blank + 1)),
              Long.parseLong(line.substring(0, blank), 16));
        }
      }
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT, file + " is no complete record: " + e.getMessage(), e);
    }
    return new ClassDigests(entries, digests);
  }
}
