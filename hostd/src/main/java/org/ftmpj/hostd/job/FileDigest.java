package org.ftmpj.hostd.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32C;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;

/**
 * The digest of a file from which ranks run, by which hosts are compared. It covers the names and
 * checksums of a jar's entries, but not their times; the class files of a directory; the bytes of
 * any other file.
 *
 * @param file absolute
 * @param digest CRC-32C; {@link #NOT_THERE} if there is no such file
 */
public record FileDigest(Path file, long digest) {
  private static final long NOT_THERE = -1;
  private static final String JAR = ".jar";

  /**
   * The digests of all entries of a class path.
   *
   * @param directory for relative entries
   * @throws FtmpjException CANNOT_START if one exists and cannot be read
   */
  public static List<FileDigest> ofClassPath(String classPath, Path directory) {
    List<FileDigest> all = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator)) {
      if (entry.endsWith("*")) {
        Path jars = directory.resolve(entry.substring(0, entry.length() - 1));
        jarsIn(jars).forEach(jar -> all.add(of(jar)));
      } else {
        all.add(of(directory.resolve(entry)));
      }
    }
    return all;
  }

  /**
   * The digest of a file.
   *
   * @throws FtmpjException CANNOT_START if the file exists and cannot be read
   */
  public static FileDigest of(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    try {
      return new FileDigest(absolute, digest(absolute));
    } catch (IOException | UncheckedIOException e) {
      throw new FtmpjException(
          ErrorCode.CANNOT_START, "cannot read " + absolute + " (" + Reason.of(e) + ")", e);
    }
  }

  private static List<Path> jarsIn(Path directory) {
    List<Path> jars = new ArrayList<>();
    if (!Files.isDirectory(directory)) {
      return jars;
    }
    try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*.{jar,JAR}")) {
      found.forEach(jars::add);
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.CANNOT_START, "cannot list " + directory + " (" + Reason.of(e) + ")", e);
    }
    Collections.sort(jars);
    return jars;
  }

  private static long digest(Path file) throws IOException {
    CRC32C digest = new CRC32C();
    if (Files.isDirectory(file)) {
      addDirectory(file, digest);
    } else if (!Files.exists(file)) {
      return NOT_THERE;
    } else if (!file.toString().toLowerCase(Locale.ROOT).endsWith(JAR) || !addJar(file, digest)) {
      digest.update(Files.readAllBytes(file));
    }
    return digest.getValue();
  }

  private static void addDirectory(Path directory, CRC32C digest) throws IOException {
    List<Path> classes = ClassFiles.in(directory);
    for (Path file : classes) {
      add(directory.relativize(file).toString(), digest);
      digest.update(Files.readAllBytes(file));
    }
  }

  /** Whether it is a jar; Java ignores it on a class path if not. */
  private static boolean addJar(Path jar, CRC32C digest) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      List<ZipEntry> entries = new ArrayList<>(Collections.list(zip.entries()));
      entries.sort(Comparator.comparing(ZipEntry::getName));
      entries.forEach(entry -> add(entry.getName() + " " + entry.getCrc(), digest));
      return true;
    } catch (ZipException e) {
      return false;
    }
  }

  private static void add(String text, CRC32C digest) {
    digest.update((text + "\n").getBytes(UTF_8));
  }

  /** How the file of that name on this host differs, in words; empty if it does not. */
  Optional<String> difference() {
    long here = of(file).digest;
    if (here == digest) {
      return Optional.empty();
    }
    return Optional.of(
        file
            + (here == NOT_THERE
                ? " is not there"
                : digest == NOT_THERE
                    ? " is there, but not on the launcher's host"
                    : " is not the same as on the launcher's host"));
  }
}
