package org.ftmpj.agent.checkpoint;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.Option;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * The properties that the process of a checkpoint and a process that continues from it must share.
 */
public final class Fingerprint {
  /** The options by which classes are changed, and which values are recorded. */
  private static final List<Option<?>> OPTIONS =
      List.of(
          Options.THREADS,
          Options.THREADS_UNKNOWN,
          Options.RECEPTIONS,
          Options.VALUES_CLOCK,
          Options.VALUES_RANDOM,
          Options.VALUES_UUID,
          Options.VALUES_HASH,
          Options.VALUES_ENVIRONMENT,
          Options.VALUES_FILES,
          Options.VALUES_CHILDREN);

  private Fingerprint() {}

  /**
   * The fingerprint of this process.
   *
   * @throws FtmpjException CANNOT_START if the class path cannot be looked at
   */
  public static Map<String, String> of(Configuration configuration) {
    Map<String, String> parts = new TreeMap<>();
    parts.put("class path", classPath());
    OPTIONS.forEach(option -> parts.put(option.name(), configuration.get(option).toString()));
    return parts;
  }

  /** A digest of the names, sizes and times of its files, the agent's among them. */
  private static String classPath() {
    CRC32C digest = new CRC32C();
    try {
      for (String element : System.getProperty("java.class.path").split(File.pathSeparator)) {
        add(Path.of(element.isEmpty() ? "." : element), digest);
      }
      URL agent = Fingerprint.class.getProtectionDomain().getCodeSource().getLocation();
      add(Path.of(URI.create(agent.toString())), digest);
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.CANNOT_START, "the class path cannot be looked at: " + e, e);
    }
    return Long.toHexString(digest.getValue());
  }

  private static void add(Path element, CRC32C digest) throws IOException {
    digest.update(element.toString().getBytes(StandardCharsets.UTF_8));
    if (Files.isDirectory(element)) {
      files(element.toRealPath()).forEach((name, attributes) -> add(name, attributes, digest));
    } else if (Files.exists(element)) {
      add("", Files.readAttributes(element, BasicFileAttributes.class), digest);
    }
  }

  /** The class files in a directory, by what follows its own name in theirs. */
  private static SortedMap<String, BasicFileAttributes> files(Path directory) throws IOException {
    SortedMap<String, BasicFileAttributes> files = new TreeMap<>();
    int begin = directory.toString().length();
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            String name = file.toString();
            // A link may name nothing.
            if (name.endsWith(".class") && Files.exists(file)) {
              files.put(
                  name.substring(begin),
                  attributes.isSymbolicLink()
                      ? Files.readAttributes(file, BasicFileAttributes.class)
                      : attributes);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }

  private static void add(String name, BasicFileAttributes attributes, CRC32C digest) {
    String text =
        name
            + " "
            + attributes.size()
            + " "
            + attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
    digest.update(text.getBytes(StandardCharsets.UTF_8));
  }
}
