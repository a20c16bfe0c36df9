package org.ftmpj.it.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The Javas of this machine. */
public final class Javas {
  /** Names another one: its home. */
  private static final String PROPERTY = "ftmpj.other.java.home";

  private static final Path USUAL_PLACE = Path.of("/usr/lib/jvm");

  private Javas() {}

  /**
   * The command of a Java, 17 or newer, of another version than this one; the newest of those
   * there.
   */
  public static Optional<Path> other() {
    return homes().stream()
        .filter(home -> version(home) >= 17 && version(home) != Runtime.version().feature())
        .max((a, b) -> Integer.compare(version(a), version(b)))
        .map(home -> home.resolve("bin/java"));
  }

  /**
   * The argument that makes that Java refuse the memory access of {@code sun.misc.Unsafe}, as it
   * will by itself one day; none if it does not know it.
   *
   * @param command its {@code bin/java}
   */
  public static String[] withoutUnsafe(Path command) {
    boolean known = version(command.getParent().getParent()) >= 23;
    return known ? new String[] {"--sun-misc-unsafe-memory-access=deny"} : new String[0];
  }

  private static List<Path> homes() {
    String named = System.getProperty(PROPERTY);
    if (named != null) {
      return List.of(Path.of(named));
    }
    if (!Files.isDirectory(USUAL_PLACE)) {
      return List.of();
    }
    try (Stream<Path> homes = Files.list(USUAL_PLACE)) {
      return homes.filter(home -> Files.isExecutable(home.resolve("bin/java"))).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The feature version, from the file that every Java has; 0 if it does not say. */
  private static int version(Path home) {
    Path release = home.resolve("release");
    if (!Files.isRegularFile(release)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(release)) {
      return lines
          .filter(line -> line.startsWith("JAVA_VERSION=\""))
          .map(line -> line.substring(line.indexOf('"') + 1, line.lastIndexOf('"')))
          .mapToInt(version -> Runtime.Version.parse(version).feature())
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
